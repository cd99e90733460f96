"""What one answer may cost its worker: processor time, and growth of memory.

The kernel keeps both limits, so that they hold inside long calculations too, need no signal handler and work whatever
threads there are. Processor time is what counts, not the clock: on a busy machine the same answers are judged in time.
Where a system has no such limits (Windows; memory on macOS) only the deadline by the clock holds, which `service`
keeps.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import dataclass

MEMORY_STATUS = 77  # of a worker that ends because an answer wanted more memory
MEGABYTE = 1 << 20
WALL = 6.0  # how many times as long as its processor time an answer may take by the clock


@dataclass(frozen=True)
class Limits:
    """What one answer may cost: seconds of processor time, and megabytes beyond what its worker has already.

    The kernel counts whole seconds, so that an answer may have up to one more.
    """

    seconds: float = 10.0
    megabytes: int = 1024

    @property
    def deadline(self) -> float:
        """Seconds by the clock after which an answer is given up however little of the machine it got."""
        return max(self.seconds, 1.0) * WALL

    def keep(self) -> None:
        """Limit what this process may use from now on; stricter limits that it was started with stay."""
        if sys.platform == "win32":
            return
        import resource

        _tighten(resource.RLIMIT_CORE, 0)
        _tighten(resource.RLIMIT_CPU, int(time.process_time() + self.seconds) + 1)
        used = _used_memory()
        if used is not None:
            _tighten(resource.RLIMIT_AS, used + self.megabytes * MEGABYTE)


def is_out_of_time(exit_code: int) -> bool:
    """Whether a process with this exit code was ended for its processor time."""
    return sys.platform != "win32" and exit_code == -signal.SIGXCPU


def _tighten(kind: int, wanted: int) -> None:
    """Set a soft limit below the hard one."""
    import resource

    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def _used_memory() -> int | None:
    """The bytes of address space in use; None where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None


__all__ = ["MEMORY_STATUS", "Limits", "is_out_of_time"]
