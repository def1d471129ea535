"""From labelled pairs to the model's package.

python -m training model   --data DATA --base FOLDER --out RUN    train the encoder; goes on if interrupted
python -m training combine --data DATA --base FOLDER --out RUN    fit the combiner, write the package's files
python -m training all     --data DATA --base FOLDER --out RUN    both
python -m training measure --data DATA --base FOLDER --out RUN    measure the package, write the model card
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import msgspec
from msgspec import structs

from training.encoding import Encoded, PairEncoder, load_tokenizer
from training.mutations import HELD_OUT, mutated
from training.sets import SetNote, capped, trained

SEED = 7
MADE = 30_000
MOST_TOKENS = {"given": 400_000, "made": 250_000}
"""Tokens that one set may hold, so that a set of long texts does not take most of the time."""


def prepare(data: Path, base: Path, out: Path) -> list[Encoded]:
    """The encoded training pairs; kept in `out`, since making them takes minutes."""
    kept = out / "pairs.json"
    if kept.exists():
        return [Encoded(tuple(ids), split, label) for ids, split, label in json.loads(kept.read_text())]
    given, notes = trained(data)
    made = [pair for family, pair in mutated(given, seed=SEED, most=MADE) if family not in HELD_OUT]
    encoder = PairEncoder(load_tokenizer(base))
    pairs: list[Encoded] = []
    for name, examples in (("given", given), ("made", made)):
        some = [encoder(example) for example in examples]
        sizes = {n: len(one.ids) for n, one in enumerate(some)}
        pairs += [some[n] for n in capped(examples, sizes, MOST_TOKENS[name], SEED)]
    (out / "sets.json").write_text(json.dumps([structs.asdict(note) for note in notes], indent=1))
    kept.write_text(json.dumps([(one.ids, one.split, one.label) for one in pairs]))
    return pairs


def model(args: argparse.Namespace) -> int:
    """Train, or go on where an earlier run stopped."""
    import torch

    from training.encoder import load_base
    from training.train import Plan, Trainer

    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    pairs = prepare(args.data, args.base, args.out)
    torch.manual_seed(SEED)
    trainer = Trainer(load_base(args.base), pairs, Plan(epochs=args.epochs), args.out, args.device)
    tokens = sum(len(one.ids) for one in pairs)
    say(f"{len(pairs)} pairs, {tokens} tokens, step {trainer.step}/{len(trainer.order)}")
    done = trainer.run(say, until=time.time() + 60 * args.minutes)
    say("done" if done else "stopped in time; the same command goes on")
    return 0 if done else 3


def combine(args: argparse.Namespace) -> int:
    """Export the encoder, fit the combiner on what it has not seen, and write the package's files."""
    from pincite.judges.local.combiner import Combiner
    from pincite.judges.local.features import FEATURES_VERSION, NAMES
    from pincite.judges.local.files import load_files
    from pincite.judges.local.model import Encoder
    from training import pack
    from training.combine import asked, fitted, left_out, rows_of

    files = {
        "model.onnx": pack.graph_of(args.out / "checkpoint.pt", args.base),
        "tokenizer.json": pack.slim((args.base / "tokenizer.json").read_bytes()),
        # A stand-in, so that the encoder can be loaded as users load it.
        "combiner.json": pack.encoded(Combiner.flat(FEATURES_VERSION, NAMES)),
    }
    pack.write(args.package, files, version=args.version, base=args.base_name)
    rows = rows_of(asked(args.data, args.cases), Encoder(load_files(args.package)), say)
    apart = left_out(rows)
    for name, value in apart.items():
        say(f"left out {name}: {value:.3f}")
    say(f"mean balanced accuracy on sets left out: {sum(apart.values()) / len(apart):.4f}")
    combiner = fitted(rows)
    files["combiner.json"] = pack.encoded(combiner)
    pack.write(args.package, files, version=args.version, base=args.base_name)
    say(f"full from {combiner.full}, open from {combiner.open}, contradicted from {combiner.contradiction}")
    return 0


def measure(args: argparse.Namespace) -> int:
    """Measure the packed model and write its card."""
    from pincite.judges.local.files import load_files
    from training import pack
    from training.card import card
    from training.measure import families, measured

    model = load_files(args.package)
    exact = args.out / "exact"
    files = {name: (args.package / name).read_bytes() for name in model.manifest.files}
    files["model.onnx"] = pack.graph_of(args.out / "checkpoint.pt", args.base, eight_bit=False)
    pack.write(exact, files, version=args.version, base=args.base_name)
    results, cut = measured(args.data, args.package, exact, most=args.most, say=say)
    made = families(args.data, args.package, cut, most=3000)
    notes = msgspec.json.decode((args.out / "sets.json").read_bytes(), type=list[SetNote])
    page = card(model.manifest, model.combiner, notes, results, made, cut=cut, most=args.most)
    args.card.write_text(page, encoding="utf-8")
    say(f"wrote {args.card}")
    return 0


def both(args: argparse.Namespace) -> int:
    return model(args) or combine(args)


def say(line: str) -> None:
    print(time.strftime("%H:%M:%S"), line, file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("step", choices=("model", "combine", "all", "measure"))
    parser.add_argument("--data", type=Path, required=True, help="folder with pairs/ and README.md")
    parser.add_argument("--base", type=Path, required=True, help="folder with the base weights and tokenizer")
    parser.add_argument("--base-name", default="all-MiniLM-L6-v2", help="what the base weights are called")
    parser.add_argument("--out", type=Path, required=True, help="where checkpoints go")
    parser.add_argument("--package", type=Path, default=Path("model/src/pincite_local_model"))
    parser.add_argument("--cases", type=Path, nargs="*", default=[], help="labelled cases for the combiner")
    parser.add_argument("--most", type=int, default=300, help="pairs to measure of each set")
    parser.add_argument("--card", type=Path, default=Path("docs/reference/local-model.md"))
    parser.add_argument("--version", default="1", help="of the model")
    parser.add_argument("--epochs", type=float, default=2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop training after this many")
    parser.add_argument("--device", default="cpu")
    args = parser.parse_args()
    step = {"model": model, "combine": combine, "all": both, "measure": measure}[args.step]
    return step(args)


if __name__ == "__main__":
    sys.exit(main())
