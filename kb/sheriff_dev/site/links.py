"""Links from one kind of page to another."""

from __future__ import annotations

from collections.abc import Mapping

from sheriff_dev.site.page import plain
from sheriff_kb.evidence import Unit, passages
from sheriff_kb.faq import Answer
from sheriff_kb.gallery import Entry
from sheriff_kb.law import Annotation, Line, allowed
from sheriff_kb.report.clauses import in_words
from sheriff_kb.wording import Wording, sentence_case


def to_question(question: str, words: Wording) -> str:
    """A link to a disputed rule, by its title."""
    return f"[{plain(words.title(question))}](/questions/{question}.md)"


def to_answers(answers: Line, words: Wording) -> str:
    """Answers in words, each a link to its disputed rule."""

    def told(question: str, some: str | tuple[str, ...]) -> str:
        named = ((plain(words.answer(question, answer)), answer) for answer in allowed(some))
        return words.either(f"[{name}](/questions/{question}.md#{answer})" for name, answer in named)

    return words.parted(told(question, some) for question, some in answers.items())


def to_passage(passage: str) -> str:
    """A link to a sentence of a source, by its id."""
    return f"[`{passage}`](/sources/{_source_of()[passage]}.md#{passage})"


def to_clause(unit: Unit, words: Wording) -> str:
    """What a sentence says on one point, with a link to the sentence."""
    before, after = (plain(part) for part in in_words(unit, words, "|").split("|", 1))
    return f"{before}{to_passage(unit.passage)}{after}"


def to_rule(rule: Annotation) -> str:
    """A link to a rule of the law, by its id."""
    return f"[`{rule.id}`](/{law_page(rule.file)}#{rule.id})"


def to_position(entry: Entry, words: Wording) -> str:
    """A link to a position of the gallery, by its title."""
    return f"[{plain(entry.title(words))}]({position_page(entry.name)})"


def position_sentence(entry: Entry, words: Wording) -> str:
    """The same as a sentence: a title may be one that asks."""
    return to_position(entry, words) + ("" if entry.title(words).endswith("?") else ".")


def to_faq(answer: Answer) -> str:
    """A link to what players ask, by the question."""
    return f"[{plain(answer.question)}](/faq/{answer.entry.topic}.md#{answer.entry.id})"


def to_reading(name: str, words: Wording) -> str:
    """A link to a named reading."""
    return f"[{words.site('named', name)}](/readings.md#{name})"


def position_page(name: str) -> str:
    """The page of a position of the gallery."""
    folder, _, own = name.partition("/")
    return f"/gallery/{folder}.md#{own}"


def law_page(file: str) -> str:
    """The page of a file of the law, such as `law/graveyard.lp`."""
    return f"law/{file.rpartition('/')[2].removesuffix('.lp')}.md"


def quoted(passage: str, words: Wording) -> str:
    """What a sentence says, with a link to it."""
    return f"{to_passage(passage)} {plain(sentence_case(words.passage(passage)))}"


def _source_of() -> Mapping[str, str]:
    return {passage.id: passage.source for passage in passages().values()}
