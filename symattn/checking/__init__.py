"""An answer against what is right: which outcome, accepted or not, and one sentence that helps.

    check("0.7311", "e/(1+e)", "places>=4")     accepted: rounded

The steps, a file each: what was typed, with its digits (`typed`); the outcome of one number (`outcomes`, with `noise`
for the digits of floats); what a rule accepts (`rules`); the whole answer, entry by entry (`answers`); and the words
(`messages`).
"""

from symattn.checking.answers import check
from symattn.checking.result import CheckResult, EntryResult, Outcome
from symattn.checking.rules import Rule

__all__ = ["CheckResult", "EntryResult", "Outcome", "Rule", "check"]
