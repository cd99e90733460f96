"""Random problems and pairs, doubted by independent witnesses: mpmath, Calcium and SymPy."""
