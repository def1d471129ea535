"""A model's files to a running judge: ONNX where there is a graph, torch otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pincite.errors import ConfigError, JudgeError
from pincite.judges.nli.files import ModelFiles, find_model
from pincite.judges.nli.judge import NliJudge
from pincite.judges.nli.mapping import mapping
from pincite.judges.nli.scorer import ModelScorer, PairEncoder, Scorer
from pincite.judges.optional import require
from pincite.judges.options import JudgeOptions


def load_nli(argument: str, options: JudgeOptions) -> NliJudge:
    """The judge of a path or a hub id.

    Raises ConfigError where the model is not to be used, DependencyError where its runtime is not installed.
    """
    files = find_model(argument, offline=options.offline)
    if files.outputs or options.nli_labels:
        # Before a large file is read: are its outputs understood at all?
        mapping(files.outputs, options.nli_labels, where=f"nli:{argument}")
    return NliJudge(
        load_scorer(files),
        labels=options.nli_labels,
        threshold=options.nli_threshold,
        reload=(load_nli, (argument, options)),
    )


def load_scorer(files: ModelFiles) -> Scorer:
    numpy = require("numpy", extra="nli", needed_by=f"the judge nli:{files.name}")
    if files.runtime == "onnx":
        forward = _onnx(files)
        tokenizer = _tokenizer(files)
    else:
        forward = _torch(files)
        tokenizer = _tokenizer(files) if (files.folder / "tokenizer.json").is_file() else _converted(files)
    return ModelScorer(
        name=files.name,
        digest=files.digest(),
        outputs=files.outputs,
        encoder=PairEncoder(tokenizer, room=files.room, pad_id=_pad_id(files, tokenizer)),
        forward=forward,
        numpy=numpy,
    )


def _tokenizer(files: ModelFiles) -> Any:
    tokenizers = require("tokenizers", extra="nli", needed_by=f"the judge nli:{files.name}")
    path = files.folder / "tokenizer.json"
    if not path.is_file():
        raise ConfigError(
            "the model has no tokenizer.json",
            where=f"nli:{files.name}",
            hint="save its fast tokenizer beside the weights",
        )
    try:
        return tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:
        raise ConfigError(f"the tokenizer cannot be read: {error}", where=str(path)) from error


def _pad_id(files: ModelFiles, tokenizer: Any) -> int:
    stated = files.config.get("pad_token_id")
    if isinstance(stated, int) and stated >= 0:
        return stated
    for token in ("[PAD]", "<pad>"):
        known = tokenizer.token_to_id(token)
        if known is not None:
            return int(known)
    return 0


def _onnx(files: ModelFiles) -> Callable[[dict[str, Any]], Any]:
    """A session on the CPU with deterministic kernels; its first output holds the logits."""
    runtime = require("onnxruntime", extra="nli", needed_by=f"the judge nli:{files.name}")
    settings = runtime.SessionOptions()
    settings.use_deterministic_compute = True
    settings.log_severity_level = 3
    try:
        session = runtime.InferenceSession(
            str(files.weights[0]), sess_options=settings, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        raise JudgeError(
            f"the model cannot be loaded: {type(error).__name__}", where=str(files.weights[0])
        ) from error
    wanted = {entry.name for entry in session.get_inputs()}
    output = session.get_outputs()[0].name

    def forward(arrays: dict[str, Any]) -> Any:
        fed = {name: array for name, array in arrays.items() if name in wanted}
        return session.run([output], fed)[0]

    return forward


def _torch(files: ModelFiles) -> Callable[[dict[str, Any]], Any]:
    needed_by = f"the judge nli:{files.name} (it has no ONNX graph)"
    torch = require("torch", extra="nli-torch", needed_by=needed_by)
    transformers = require("transformers", extra="nli-torch", needed_by=needed_by)
    try:
        model = transformers.AutoModelForSequenceClassification.from_pretrained(
            str(files.folder), local_files_only=True, trust_remote_code=False
        )
    except Exception as error:
        raise JudgeError(
            f"the model cannot be loaded: {type(error).__name__}", where=str(files.folder)
        ) from error
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = model.to(device).float().eval()
    kinds = int(getattr(model.config, "type_vocab_size", 0) or 0)

    def forward(arrays: dict[str, Any]) -> Any:
        fed = {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
        if kinds < 2:
            fed.pop("token_type_ids", None)
        with torch.inference_mode():
            return model(**fed).logits.float().cpu().numpy()

    return forward


def _converted(files: ModelFiles) -> Any:
    """The fast tokenizer of a model that ships only the slow one's files."""
    transformers = require("transformers", extra="nli-torch", needed_by=f"the judge nli:{files.name}")
    loaded = transformers.AutoTokenizer.from_pretrained(
        str(files.folder), use_fast=True, local_files_only=True, trust_remote_code=False
    )
    backend = getattr(loaded, "backend_tokenizer", None)
    if backend is None:
        raise ConfigError("the model has no fast tokenizer", where=f"nli:{files.name}")
    return backend
