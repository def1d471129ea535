"""English cues: one kind and value a paragraph, its phrases after the colon, parted by commas."""

from __future__ import annotations

from typing import Final

CUES: Final = """
skip: without exception, not only, not just, not merely, not least, no doubt, no matter, whether or not,
  no problem, not to mention, no more than, no later than, no less than, no fewer than, no earlier than,
  not more than, not less than, not fewer than, not later than, not earlier than, not exceed, not
  exceeding, not to exceed, no sooner than, not until, no longer than, no bigger than, no larger than, no
  smaller than, in part, for all, after all, above all, at all, all in all, all over, each other, first of
  all, no one knows, if not, can also, may also, what if, as if, even if, if only, as well as, not
  necessarily, more or less, not least because, may or may not, might or might not, as may be, as the case
  may be, before long, in no time, second to none, whether, first and foremost, not unlike, not uncommon,
  not unusual, not insignificant, month of may
negation not: not, no, never, none, neither, nor, nobody, nothing, nowhere, cannot, no one, no longer, not
  yet, without, by no means, fails to, failed to, fail to, failing to, unable to, free of, free from, lack
  of, lacks, lacking, lack, lacked, absence of, instead of, rather than, non, far from, incapable of, not
  any, not a, devoid of, refrain from, refrained from, short of, in the absence of, declined to, refused
  to, refuses to, cease to, ceases to, ceased to, ruled out, rule out, rules out, denied that, denies
  that, deny that, avoid, avoids, avoided, avoiding, excluded from, exempt from, exempted from,
  barred from, anything but, not a single, not one
modality may: may, might, could, can, possibly, perhaps, maybe, potentially, potential, it is possible,
  has the potential
modality likely: likely, probably, probable, presumably, apparently, tends to, tend to
modality suggested: suggest, suggests, suggested, suggesting, indicate, indicates, indicated, indicating,
  appears to, appear to, seems to, seem to, believed, thought to, reportedly, allegedly, alleged, alleges,
  hint, hints, hinted, point to, preliminary, hypothesis, hypothesise, hypothesize, speculate, speculated,
  assumed, suspected, suspect, is said to, are said to, claimed to, unconfirmed, rumoured, rumored, may
  suggest, could suggest
modality expected: expect, expects, expected, plans to, plan to, planned, planning to, intends to, intend
  to, intended to, forecast, forecasts, projected, projects growth, aims to, aim to, scheduled to, hopes
  to, hope to, proposes to, propose to, proposed to, anticipates, anticipated, predicts, predicted, is due
  to, are due to, prospective, envisaged, envisages, target of, seeks to, pledged to, promises to,
  promised to, under consideration, in talks, draft
modality should: should, ought to, recommended, recommend, recommends, advised, advise, advises,
  encouraged, encourages, recommendation, preferably, it is advisable, advisable, urged, urges,
  is asked to, are asked to, is requested to, are requested to, is invited to, are invited to
modality must: must, shall, required to, is required, are required, requires, obliged, obligated, has to,
  have to, had to, need to, needs to, mandatory, compulsory, obligatory, is to be, are to be,
  is necessary, are necessary, it is necessary, imperative, is needed, are needed
modality will: will, won't, is going to, are going to, is certain to
modality proven: prove, proves, proved, proven, demonstrates, demonstrated, confirms, confirmed,
  establishes, established that, definitively, conclusively, certainly, definitely, undoubtedly,
  guarantee, guarantees, guaranteed, ensures, clearly shows, always
quantifier all: all, every, each, always, everyone, everybody, everything, without exception, invariably,
  in every case, in all cases, everywhere, at any time, at all times, unconditionally, no matter what,
  under all circumstances
quantifier whole: entire, entirely, whole, completely, any, whatever, whoever, in full, fully, both,
  regardless
quantifier none: none, no one, nobody, nothing, not one, not a single, zero, neither, never
quantifier only: only, solely, exclusively, alone, sole, nothing but, purely, no other than, just one,
  exclusive, restricted to, reserved for, confined to
quantifier some: some, several, certain, a few, at least one, various, sometimes, occasionally, one or
  more, a number of, a handful of, in some cases, parts of, part of, partly, partially, in part
quantifier most: most of, most, majority, more than half, over half, mainly, mostly, usually, generally,
  typically, predominantly, largely, the bulk of, chiefly, in most cases, as a rule, primarily, normally,
  often, frequently
quantifier few: few, hardly any, scarcely any, rarely, seldom, minority, less than half, fewer than half,
  under half
quantifier many: many, numerous, a lot of, lots of, plenty of, a large number of, dozens, hundreds,
  thousands
quantifier exactly: exactly, precisely
exception except: except, excepting, excepted, unless, apart from, other than, excluding, save for, with
  the exception of, aside from, exception, exceptions, barring, exempt, exempted, exempts
condition if: if, provided, providing that, as long as, so long as, on condition, conditional, subject to,
  only if, in the event, in case, only when, only where, depending on, depends on, where applicable, upon
  request, on request, on application, assuming, only after, only with, only for
order before: before, prior to, ahead of, in advance of, earlier than, preceding, precedes, preceded,
  previously, beforehand, up until, until, till, pre, no later than, not later than, at the latest
order after: after, following, subsequent to, subsequently, afterwards, afterward, later than, once, upon
  completion, thereafter, follows, followed, followed by, since, post, from then on, no earlier than, as
  of
cause because: because, because of, due to, cause, causes, caused, causing, owing to, thanks to, as a
  result, as a result of, as a consequence, led to, leads to, lead to, leading to, results in, result in,
  resulted in, resulting in, results from, resulted from, resulting from, therefore, consequently, thus,
  hence, responsible for, triggers, triggered, triggered by, on account of, attributable to, attributed
  to, brought about, reason for, the reason, stems from, stemmed from, prompted, prompted by, gave rise
  to, gives rise to, induces, induced, driven by, contributed to, contributes to, thereby, so that,
  explains, explained by, arises from, arose from, in response to, on the grounds, affects
cause associated: associated, association, associations, linked, link between, correlated, correlation,
  correlates, related to, relationship between, coincided, coincides, coincide, connected with, goes along
  with, tied to
"""
