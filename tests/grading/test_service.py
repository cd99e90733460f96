"""The process that owns the workers ends when nobody asks and nothing is left to judge, and not before."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import sys, time, types
from symattn.grading.service import Alarm
service = types.SimpleNamespace(is_busy=sys.argv[1] == "busy")
alarm = Alarm(service, 0.2)
time.sleep(1)
if service.is_busy:
    print("still there", flush=True)
    service.is_busy = False
time.sleep(20)
print("never ended")
"""


@pytest.mark.parametrize(("state", "said"), [("idle", ""), ("busy", "still there\n")])
def test_a_service_ends_when_it_is_idle_and_not_before(state: str, said: str) -> None:
    done = subprocess.run([sys.executable, "-c", CODE, state], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, said)
