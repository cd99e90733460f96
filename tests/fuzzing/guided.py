"""Atheris, guided by coverage: `make fuzz`, or `python -m tests.fuzzing.guided reader --runs 100000`.

It starts from whole answers and files of our own and a dictionary of tokens, keeps what reaches new code under
build/fuzz, and writes a text that is at fault there, too.  What seems slow under its instruments is measured once more
without them, in a process of its own.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache

from tests.differential.workers import ROOT, Worker
from tests.fuzzing.measuring import cost_of
from tests.fuzzing.watching import watch
from tests.fuzzing.words import ANSWERS, ATTEMPTS, FILE_TOKENS, FILES, TOKENS

FOLDER = ROOT / "build" / "fuzz"
LONGEST = 2_000  # bytes; longer texts are left to the drawn ones
PATIENCE = 60  # seconds of wall clock for one text


def main() -> None:
    """Prepare the corpus and hand over to libFuzzer, which ends the process."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("target", choices=["reader", "checker", "files"])
    options.add_argument("--runs", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()

    import atheris

    with atheris.instrument_imports(include=["symattn"]):
        from tests.fuzzing.targets import TARGETS, Finding, warm_up

        warm_up()
    target = TARGETS[chosen.target]

    def one(data: bytes) -> None:
        text = data.decode("utf-8", "replace")

        def call() -> None:
            with watch():
                target(text)

        fault = cost_of(call).fault
        if fault:
            fault = str(_uninstrumented(chosen.target).ask({"text": text}, PATIENCE).reply.get("fault", fault))
        if fault:
            raise Finding(f"{fault}: {text[:200]!r}")

    atheris.Setup([sys.argv[0], *_flags(chosen.target, chosen.runs, chosen.seed)], one)
    atheris.Fuzz()


@cache
def _uninstrumented(target: str) -> Worker:
    return Worker("tests.fuzzing.worker", target)


def _flags(target: str, runs: int, seed: int) -> list[str]:
    """The arguments of libFuzzer, its corpus and dictionary written first."""
    seeds, found = FOLDER / target / "seeds", FOLDER / target / "found"
    for folder in (seeds, found):
        folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(FILES if target == "files" else (*ANSWERS, *ATTEMPTS)):
        (seeds / f"{number:03}").write_bytes(_bytes(text))
    tokens = FOLDER / target / "tokens.dict"
    tokens.write_text("".join(map(_entry, (*TOKENS, *FILE_TOKENS) if target == "files" else TOKENS)), encoding="ascii")
    return [
        f"-runs={runs}",
        f"-seed={seed}",
        f"-dict={tokens}",
        f"-artifact_prefix={FOLDER / target}{'/'}",
        f"-max_len={LONGEST}",
        f"-timeout={PATIENCE}",
        "-rss_limit_mb=3072",
        "-print_final_stats=1",
        "-verbosity=1",
        str(found),
        str(seeds),
    ]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _entry(token: str) -> str:
    """A line of the dictionary: every byte as \\xAB, whatever it is."""
    return '"' + "".join(f"\\x{byte:02X}" for byte in _bytes(token)) + '"\n'


if __name__ == "__main__":
    main()
