"""An exercise file of the tests' own, generic, with every kind of answer."""

from __future__ import annotations

from pathlib import Path

from symattn.problems import ExerciseFile, load_exercises

TOML = r"""
title = "A small file"
source = "nowhere"

[problems.pair]
X = [[1, 0], [0, 2]]
w_q = [[1, 0], [0, 1]]
w_k = [[1, 0], [0, 1]]
w_v = [[1], [3]]
visible = "causal"

[problems.odds]
scores = [[0, "ln k"], [0, "ln k"]]
V = [[1], [2]]
visible = "full"

[problems.filler]
like = "pair"
visible = { causal = true, key_lengths = 1 }
query_valid = [true, false]

[problems.broken]
like = "pair"
visible = [[false, false], [true, true]]

[problems.batch]
scores = [[[0, 1]], [[0, 2]]]
visible = "full"

[problems.unasked]
like = "broken"

[[exercise]]
id = "all-kinds"
title = "All kinds"
place = "page 1"
points = "1/2"
problem = "pair"
statement = '''
Let $X = {{ stage('X') }}$ and *weigh*, with **care**, in `code`:

- first $s = {{ stage('scale') }}$,
- then the rest, about {{ text(stage('scale')) }} and {{ decimal(stage('scale'), 3) }}.

$$A = {{ stage('weights') }}$$
'''
hint = "Look at row {{ visible_keys(2) }}."
solution = "It is ${{ stage('weights')[2, 2] }}$."

[[exercise.answer]]
name = "weights"
label = "Weights $A$"
stage = "weights"
abbreviate = true
equals = "[[1, 0], [1/(1 + exp(2*sqrt(2))), exp(2*sqrt(2))/(1 + exp(2*sqrt(2)))]]"

[[exercise.answer]]
name = "entry"
stage = "output"
row = 2
column = 1
places = 3

[[exercise.answer]]
name = "column"
stage = "output"
column = 1

[[exercise.answer]]
name = "loss"
label = "Loss"
value = "-(ln(1/2) + {{ ln(stage('V')[1, 1] / 3) }})/2"

[[exercise.answer]]
name = "odds"
problem = "odds"
stage = "weights"
row = 1

[[exercise.answer]]
name = "unused"
problem = "filler"
stage = "weights"

[[exercise.answer]]
name = "why"
words = "Because *it* has {{ visible_keys(1) }}."

[[exercise.answer]]
name = "stops"
problem = "broken"
error = "no visible key"

[[exercise.answer]]
name = "second-record"
problem = "batch"
item = 2
stage = "weights"

[[exercise]]
id = "other"
statement = "Nothing but $1 < 2$."

[[exercise.answer]]
value = "2^3 + 1/2"
"""


def small_file(folder: Path, toml: str = TOML) -> ExerciseFile:
    path = folder / "small.toml"
    path.write_text(toml, encoding="utf-8")
    return load_exercises(path)


def one_exercise(folder: Path, statement: str, *, title: str = "One", extra: str = "") -> ExerciseFile:
    """A file of one exercise with this statement (TOML literal text) and a trivial answer."""
    assert "'''" not in statement + title
    return small_file(
        folder,
        f"""
title = '''{title}'''
source = '''{title}'''
[problem]
scores = [[0, 1]]
[[exercise]]
id = "one"
title = '''{title}'''
place = '''{title}'''
statement = '''{statement}'''
{extra}
[[exercise.answer]]
value = "1"
""",
    )
