"""What players do: under which of the FAQ's topics each disputed rule is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from sheriff_kb.faq.words import faq_words
from sheriff_kb.wording import Wording

TOPICS: Mapping[str, tuple[str, ...]] = {
    name: tuple(members)
    for name, members in tomllib.loads((files(__package__) / "topics.toml").read_text("utf-8")).items()
}
"""The topics in the order of the FAQ, each with its disputed rules."""


def topic(question: str) -> str:
    """The topic of a disputed rule; KeyError if it has none."""
    for name, members in TOPICS.items():
        if question in members:
            return name
    raise KeyError(question)


def topic_title(name: str, words: Wording) -> str:
    """How a topic is called."""
    return faq_words(words.language).topics[name]
