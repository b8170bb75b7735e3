"""What players do: under which of the FAQ's topics each disputed rule stands."""

from __future__ import annotations

from collections.abc import Mapping

from sheriff_kb.faq.words import faq_words
from sheriff_kb.wording import Wording

TOPICS: Mapping[str, tuple[str, ...]] = {
    "moving": (
        *("star_trigger", "graveyard_trigger", "star_nuggets", "another_mountain", "no_target", "return_then_replace"),
        *("reentry", "new_tile_target", "just_completed_target", "own_mountain_completed", "merged_mountain"),
    ),
    "activating": (
        *("tax_unit", "tax_exemption", "tax_source", "stack_unit", "tax_shortage", "tax_drawer", "tax_return"),
        "tax_tent_place",
    ),
    "mining": ("freeze_end", "mine_completed", "freeze_adds", "freeze_extent"),
    "tents": ("freeze_tents", "sheriff_blocks_spot"),
    "end": ("owner", "end_split", "end_first", "unfinished_tokens", "unowned_stack"),
    "graveyards": (
        *("graveyard_cowboy", "surrounded_claim", "surround", "completion_value", "city_near", "city_unit", "own_city"),
        *("city_state", "self_tile", "final_scope"),
    ),
}
"""The topics in the order of the FAQ, each with its disputed rules; every disputed rule has one topic."""


def topic(question: str) -> str:
    """The topic of a disputed rule; KeyError where it has none."""
    for name, members in TOPICS.items():
        if question in members:
            return name
    raise KeyError(question)


def topic_title(name: str, words: Wording) -> str:
    """How a topic is called."""
    return faq_words(words.language).topics[name]
