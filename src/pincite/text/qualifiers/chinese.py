"""Chinese cues: one kind and value a paragraph, its strings after the colon, parted by spaces."""

from __future__ import annotations

from typing import Final

CUES: Final = """
skip: 不仅 不但 不过 不同 不少于 不低于 不超过 不多于 不高于 不大于 不小于 不得超过 不得少于 不得低于
  不得高于 不断 不久 不管 不论 无论 未来 非常 无疑 不足 不等 不含税 毫无例外 无一例外 非洲 必不可少
  了不起 不可或缺 不得不 不能超过 不晚于 不早于 不迟于 无锡 无线 无人机 无形
negation not: 不 没有 没 未 无 無 非 禁止 不得 不能 不可 从未 从不 不再 尚未 并非 不会 不予 不含 不包括
  不允许 未经 拒绝 免除 不适用于
modality may: 可能 或许 也许 可以 可 能够 得以 有望 允许
modality likely: 很可能 大概 估计
modality suggested: 表明可能 似乎 据称 据说 据报道 暗示 提示 初步
modality expected: 预计 预期 计划 拟 将于 打算 预测 目标
modality should: 应当考虑 建议 宜 推荐 鼓励
modality must: 必须 应当 应 须 需要 务必 强制
modality will: 将 会
modality proven: 证明 证实 确认 肯定 保证 确保
quantifier all: 所有 全部 每个 每位 每名 每一 均 都 任何 一律 始终 总是 一切 全体 皆 毫无例外 无一例外
quantifier none: 没有一 无一 从未 从不 毫无 零
quantifier only: 仅 只 只有 唯一 仅限 专门
quantifier some: 一些 部分 某些 有些 有的 至少一 个别 若干
quantifier most: 大多数 多数 大部分 超过一半 过半 通常 一般 主要
quantifier few: 少数 很少 极少 不到一半
quantifier many: 许多 很多 众多 大量
quantifier exactly: 恰好 正好
exception except: 除外 除非 除了 除 例外 不适用于 另有规定
condition if: 如果 若 如 只要 前提 的情况下 条件下 经申请 视 凭
order before: 之前 以前 前 事先 提前 截至
order after: 之后 以后 后 起 自
cause because: 因为 由于 因 导致 造成 引起 因此 所以 从而 使得 致使 原因
cause associated: 相关 关联 有关联 关系
"""
