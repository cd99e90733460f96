"""A limit of memory for one answer: the address space may grow by so much from where it stands now.

Linux keeps such a limit; where a system has none, only the deadline holds.
"""

from __future__ import annotations

import os
import sys

MEMORY_STATUS = 77  # of a worker that ends because an answer wanted more
MEGABYTE = 1 << 20


def limit_memory(megabytes: int) -> None:
    """Let this process grow by at most so many megabytes; a limit that it was started with stays."""
    if sys.platform == "win32":
        return
    import resource

    used = _used()
    if used is None:
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = used + megabytes * MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def _used() -> int | None:
    """The bytes of address space in use; None where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None


__all__ = ["MEMORY_STATUS", "limit_memory"]
