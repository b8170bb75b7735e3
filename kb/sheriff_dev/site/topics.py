"""What players do: under which of the FAQ's topics each disputed rule is."""

from __future__ import annotations

from sheriff_kb.faq.words import faq_words
from sheriff_kb.law import interface
from sheriff_kb.wording import Wording


def topic(question: str) -> str:
    """The topic of a disputed rule; KeyError if it has none."""
    for name, members in interface().topics.items():
        if question in members:
            return name
    raise KeyError(question)


def topic_title(name: str, words: Wording) -> str:
    """How a topic is called."""
    return faq_words(words.language).topics[name]
