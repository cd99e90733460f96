"""An answer against what is right: which outcome, accepted or not, and one sentence that helps.

    check("0.7311", "e/(1+e)", "places>=4")     accepted: rounded

The steps, a file each: what was typed, with its digits (`typed`); the outcome of one number (`outcomes`, with `noise`
for the digits of floats); what a rule accepts (`problems.rules`); the whole answer, entry by entry (`answers`), or
lists of positions (`lists`); and the words (`messages`).

A wrong answer to a problem is explained by named mistakes (`mistakes`): what each makes of the part that is asked
(`candidates`), whether that is what was typed (`matching`), and which ones are tried (`diagnosis`, `explaining`). Built
on that: several steps of one calculation (`steps`), and what an exercise can tell apart (`quality`).
"""

from symattn.checking.answers import check
from symattn.checking.diagnosis import Diagnosis, Explanation
from symattn.checking.explaining import diagnose
from symattn.checking.mistakes import MISTAKES, LossProblem, Mistake
from symattn.checking.result import CheckResult, EntryResult, Outcome
from symattn.checking.steps import StepResult, StepsResult, check_steps
from symattn.problems.rules import Rule

__all__ = [
    "MISTAKES",
    "CheckResult",
    "Diagnosis",
    "EntryResult",
    "Explanation",
    "LossProblem",
    "Mistake",
    "Outcome",
    "Rule",
    "StepResult",
    "StepsResult",
    "check",
    "check_steps",
    "diagnose",
]
