"""``python -m symattn`` is the command ``symattn``."""

from __future__ import annotations

import sys

from symattn.cli import main

if __name__ == "__main__":
    sys.exit(main())
