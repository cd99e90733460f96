"""Hostile texts: whatever is typed, nothing is executed, nothing undocumented is raised, and little time and memory go.

`python -m tests.fuzzing --count 100000` draws texts without any guide (`drawing`), `make fuzz` lets Atheris look for
those that reach new code (`guided`). Both run the same `targets` under the same watch (`watching`, `measuring`).
"""
