"""Mutants of the law."""
