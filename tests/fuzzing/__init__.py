"""A fuzzer: inputs made at random from a seed, run one by one, and what must never happen.

`inputs` makes them, `guarded` runs one and judges it, `workers` runs many in processes of their own.
"""
