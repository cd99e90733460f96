"""The runs: every measurement in a worker process of its own peer, side by side, under a deadline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from benchmarks import floats
from benchmarks.deciders import DECIDERS, Decider
from benchmarks.pairs import numbered
from benchmarks.peers import PEERS, Peer
from tests.differential.workers import Answer, Worker

Say = Callable[[str], None]
START_UP = 60.0  # seconds that a worker may take to import what it needs, on top of a deadline


@dataclass(frozen=True)
class Limits:
    """How much a run measures, and how long it waits."""

    sizes: tuple[int, ...]
    kinds: tuple[str, ...]
    pairs: int
    seconds_a_cell: float
    seconds_a_pair: float
    repeats: int
    certified_sizes: tuple[int, ...]
    peers: tuple[str, ...] = ()  # beginnings of names; all where empty

    def wants(self, peer: Peer | Decider) -> bool:
        """Whether a peer is asked for and installed."""
        chosen = not self.peers or any(peer.name.lower().startswith(name.lower()) for name in self.peers)
        return chosen and peer.is_installed


@dataclass(frozen=True)
class Cell:
    """One peer's median on one kind and size: seconds, or a word (hung, crashed, an error)."""

    kind: str
    size: int
    peer: str
    seconds: float | None
    word: str = ""


@dataclass
class Decisions:
    """One decider's answers on the set of pairs."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    nested_right: int = 0
    reading: list[float] = field(default_factory=list)
    deciding: dict[str, list[float]] = field(default_factory=lambda: {"equal": [], "different": []})
    wrong: list[int] = field(default_factory=list)

    def add(self, n: int, answer: Answer) -> None:
        """Count the answer on pair number n."""
        pair = numbered(n)
        truth = "equal" if pair.equal else "different"
        word = self._word(answer, truth)
        self.counts[word] += 1
        if word == "right":
            self.counts[truth] += 1
            self.nested_right += pair.nested
        elif word == "wrong":
            self.wrong.append(n)
        if "outcome" in answer.reply:
            self.reading.append(answer.reply["reading"])
            self.deciding[truth].append(answer.reply["deciding"])

    @staticmethod
    def _word(answer: Answer, truth: str) -> str:
        if answer.state != "answered":
            return answer.state
        outcome = answer.reply.get("outcome")
        if outcome is None:
            return "refused"
        return "undecided" if outcome == "undecided" else "right" if outcome == truth else "wrong"


def absent() -> list[str]:
    """Peers and deciders that this machine does not have, with what each needs."""
    missing: list[Peer | Decider] = [peer for peer in PEERS.values() if not peer.is_installed]
    missing += [decider for decider in DECIDERS.values() if not decider.is_installed]
    return sorted({f"{peer.name} (needs {peer.needs})" for peer in missing})


def time_heads(limits: Limits, say: Say) -> list[Cell]:
    """Every installed peer on every kind and size; one that was late on a size is not asked for larger ones."""
    cells: list[Cell] = []
    workers = {name: Worker("benchmarks.worker") for name, peer in PEERS.items() if limits.wants(peer)}
    try:
        for kind in limits.kinds:
            running = dict(workers)
            for size in limits.sizes:
                for name, worker in list(running.items()):
                    cell = _time_cell(worker, name, kind, size, limits.seconds_a_cell)
                    cells.append(cell)
                    if cell.seconds is None or cell.seconds > limits.seconds_a_cell / 4:
                        del running[name]
                say(f"heads, {kind}, T={size}: " + _line(cells, kind, size))
    finally:
        for worker in workers.values():
            worker.stop()
    return cells


def _time_cell(worker: Worker, peer: str, kind: str, size: int, seconds: float) -> Cell:
    request = {"task": "solve", "peer": peer, "kind": kind, "size": size, "budget": seconds / 2}
    answer = worker.ask(request, seconds + (0 if worker.process else START_UP))
    if answer.state != "answered":
        return Cell(kind, size, peer, None, f"> {seconds:g} s" if answer.state == "hung" else "crashed")
    if "error" in answer.reply:
        return Cell(kind, size, peer, None, answer.reply["error"])
    return Cell(kind, size, peer, answer.reply["seconds"])


def _line(cells: list[Cell], kind: str, size: int) -> str:
    found = [cell for cell in cells if cell.kind == kind and cell.size == size]
    return ", ".join(f"{c.peer} {c.seconds:.2g}" if c.seconds is not None else f"{c.peer} {c.word}" for c in found)


def time_decisions(limits: Limits, say: Say) -> list[Decisions]:
    """Every installed decider on the set of pairs."""
    found = []
    for name in [name for name, decider in DECIDERS.items() if limits.wants(decider)]:
        decisions = Decisions(name)
        worker = Worker("benchmarks.worker")
        try:
            for n in range(limits.pairs):
                if worker.process is None:
                    worker.ask({"task": "warm", "peer": name}, START_UP)
                decisions.add(n, worker.ask({"task": "decide", "peer": name, "pair": n}, limits.seconds_a_pair))
        finally:
            worker.stop()
        found.append(decisions)
        say(f"pairs, {name}: {dict(decisions.counts)}")
    return found


@dataclass(frozen=True)
class Certified:
    """Medians of one kind of certified output of all weights and outputs of a head."""

    output: str
    kind: str
    size: int
    seconds: dict[str, float]


def time_certified(limits: Limits, say: Say) -> list[Certified]:
    """Each certified output of the engine, beside the exact mathematics and the floor of the same head."""
    found = []
    worker = Worker("benchmarks.worker")
    try:
        for output in floats.OUTPUTS:
            for kind in [kind for kind in ("d1", "wide") if kind in limits.kinds]:
                for size in limits.certified_sizes:
                    request = {"task": "certify", "output": output, "kind": kind, "size": size}
                    answer = worker.ask(request, START_UP + 10 * limits.seconds_a_cell)
                    if "output" in answer.reply:
                        found.append(Certified(output, kind, size, answer.reply))
                    say(f"certified {output}, {kind}, T={size}: {answer.reply or answer.detail}")
    finally:
        worker.stop()
    return found


def percentile(values: Sequence[float], share: float) -> float | None:
    """The value below which a share of the values lies; None of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None


def median_or_none(values: Sequence[float]) -> float | None:
    """The median; None of none."""
    return median(values) if values else None
