"""What one call costs: processor time, and how far the memory of the process rose above what it held before.

On Linux the kernel's high-water mark is set back before each call; elsewhere only a new highest mark is seen.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

SECONDS = 1.0
SECONDS_OF = {"auditor": 2.0}  # whole documents of up to 20 kB
MEGABYTES = 200.0

_STATUS = Path("/proc/self/status")
_MARKS = Path("/proc/self/clear_refs")


class Cost(NamedTuple):
    """Processor seconds and megabytes of growth."""

    seconds: float
    megabytes: float

    @property
    def fault(self) -> str:
        """What is too much of it, or nothing."""
        return self.fault_of("")

    def fault_of(self, target: str) -> str:
        """The same for a target that may take its own time."""
        if self.seconds > SECONDS_OF.get(target, SECONDS):
            return f"{self.seconds:.2f} s of processor time"
        return f"{self.megabytes:.0f} MB more than before" if self.megabytes > MEGABYTES else ""


def cost_of(call: Callable[[], object]) -> Cost:
    """What a call costs."""
    before = _held_after_reset()
    start = time.process_time()
    call()
    seconds = time.process_time() - start
    return Cost(seconds, max(0.0, _highest() - before))


def _held_after_reset() -> float:
    try:
        _MARKS.write_text("5", encoding="ascii")
    except OSError:
        return _highest()
    return _highest()


def _highest() -> float:
    """The high-water mark of the process, in megabytes."""
    try:
        status = _STATUS.read_text(encoding="ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(status.partition("VmHWM:")[2].split(None, 1)[0]) / 1024


__all__ = ["MEGABYTES", "SECONDS", "SECONDS_OF", "Cost", "cost_of"]
