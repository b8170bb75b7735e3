"""The evidence: what the sentences of the sources say of each question, and which of them can be true together."""

from __future__ import annotations

from sheriff_kb.evidence.coherence import Agreement, Coherence, Unknown, Verdict
from sheriff_kb.evidence.precedence import Otherwise, dependent
from sheriff_kb.evidence.sources import TEXTS, Passage, Strength, Unit, all_units, evidence_facts, passages
from sheriff_kb.evidence.voices import (
    Claim,
    Voice,
    balance,
    check,
    claim_of,
    claims,
    contrary,
    doubtful,
    judge,
    said,
    silence,
    speaking,
    stated_by,
    tables_fixed,
    undisputed,
    units_of,
    voices,
)

__all__ = [
    "TEXTS",
    "Agreement",
    "Claim",
    "Coherence",
    "Otherwise",
    "Passage",
    "Strength",
    "Unit",
    "Unknown",
    "Verdict",
    "Voice",
    "all_units",
    "balance",
    "check",
    "claim_of",
    "claims",
    "contrary",
    "dependent",
    "doubtful",
    "evidence_facts",
    "judge",
    "passages",
    "said",
    "silence",
    "speaking",
    "stated_by",
    "tables_fixed",
    "undisputed",
    "units_of",
    "voices",
]
