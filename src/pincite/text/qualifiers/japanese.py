"""Japanese cues: one kind and value a paragraph, its strings after the colon, parted by spaces."""

from __future__ import annotations

from typing import Final

CUES: Final = """
skip: だけでなく のみならず だけではなく 以上でない なければならない なければなりません なくてはならない
  なくてはなりません ないといけない ないといけません せねばならない 例外なく 少なくない 少なくとも
  まもなく 間もなく 関係なく 問題なく 無料 無線 非常に 非常 不動産 無事 かもしれない かもしれません
  超えない 超えてはならない ねばならない 未来 しかない しかありません
negation not: ない ません なかった ず、 ずに 不可 禁止 なし 無し 無い なく 未だ 未了 未定 てはならない
  てはなりません てはいけない てはいけません できない できません されない されません ではない
  ではありません じゃない 含まない 含みません 非対応 不要 対象外 適用しない 適用されない
modality may: かもしれない かもしれません 可能性 ことがある ことがあります ことができる ことができます
  できる できます てもよい 可能 られる場合
modality likely: だろう でしょう と思われる おそらく 恐らく
modality suggested: 示唆 とみられる と見られる とされる らしい ようだ ようです 推定 疑い
modality expected: 予定 見込み 見込む 見込まれ 計画 予想 目指す 目標 予測
modality should: べき 推奨 勧め 望ましい 勧告 お勧め
modality must: なければならない なければなりません なくてはならない なくてはなりません ないといけない
  ないといけません ねばならない 必要 義務 必須 こととする ものとする
modality proven: 証明 確認 実証 必ず 保証 立証
quantifier all: すべて 全て 全員 あらゆる どの 常に いつも 必ず 例外なく 一律 いつでも
quantifier none: 一つもない 誰も 全くない まったくない 一切 皆無 ゼロ
quantifier only: のみ だけ しか 限り 限る 限られ 唯一 専用
quantifier some: 一部 いくつか 何人か 時々 ある程度 少なくとも一 数人 複数 いくつ
quantifier most: ほとんど 大半 大部分 過半数 多くの 半数以上 通常 一般に 主に
quantifier few: 少数 わずか まれに 半数未満
quantifier many: 多数 多く 数多く たくさん
quantifier exactly: ちょうど 正確に
exception except: 除く 除き 除いて 除外 を除きます 例外 以外 この限りでない この限りではない 適用しない
  適用されない ただし 但し
condition if: 場合 もし なら たら れば 条件 限り により 申請により
order before: 前 以前 までに まで 事前
order after: 後 以後 以降 から 翌
cause because: ため により によって ので 原因 理由 結果 したがって だから 起因 もたらし 引き起こ
cause associated: 関連 相関 関係
"""
