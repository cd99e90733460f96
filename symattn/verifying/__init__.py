"""Somebody's code against the specification.

Running it: `scalars` and `several` (exact numbers, infinities, NaN), `arrays` with `ufuncs` and `functions` (what NumPy
code takes for its own arrays), `recording` (constants, NaN, maxima of symbols), `substitution` (np.zeros and its kin
for the code's modules), `running`. What it is run on: `inputs`, `calling` (parameters by name). What is found out:
`equivalence`, `causality`, `explaining` and `code_mistakes` (scales, leaks, mistakes by name), `verdicts`. In floating
point: `vectors` (golden vectors). For test suites: `asserting`, `pytest_plugin`.

The code must be a function of the values of its arguments: what it does by their dtype or by how they are written, by
what it remembers of earlier calls, or by a random generator made outside it, is beyond what a run on exact numbers
sees.
"""
