"""Exit statuses, the same for every command."""

from __future__ import annotations

OK = 0  # done, or the answer is yes
NO = 1  # the answer is no
MISUSE = 2  # with one sentence on standard error
UNDECIDED = 3  # neither is proved, or a person must look
INTERRUPTED, CLOSED_PIPE = 130, 141  # what a shell reports for a process that these signals end

__all__ = ["CLOSED_PIPE", "INTERRUPTED", "MISUSE", "NO", "OK", "UNDECIDED"]
