"""Side-by-side timing of symattn against real peers; `make bench` runs it."""
