"""The limits that the engine keeps: each script measures one of them, prints it, and exits 1 where it is missed.

make limits                              all of them, at full size (about an hour of one core)
python -m benchmarks.limits.fuzz         one of them; --help says how to make it smaller
"""
