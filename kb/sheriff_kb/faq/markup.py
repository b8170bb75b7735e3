"""Answers of the FAQ as text with markup: for a terminal, as Markdown, and for a wiki.

The layout is defined once, in `page`; a dialect defines how headings, lists and links are written. Verdict, reason,
sentences: whoever has a dispute at the table reads no further than needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import fill
from typing import Protocol

import click

from sheriff_kb.drawing import alternative
from sheriff_kb.drawing import text as drawn_text
from sheriff_kb.faq.answers import Answer, Sentence
from sheriff_kb.faq.catalogue import entries
from sheriff_kb.faq.sentences import assumed_line, case_lines, readings_line
from sheriff_kb.faq.words import FaqWords

MOST_NEAR = 4
"""Maximum number of other entries listed."""

Address = Callable[[Sentence], str | None]
"""Where a sentence can be read; None if it is not known."""


def own_address(sentence: Sentence) -> str | None:
    """The address that the sources give for a sentence."""
    return sentence.address


class Dialect(Protocol):
    """How markup is written. Text that is handed over is plain; what comes back is markup."""

    def plain(self, text: str) -> str:
        """Text that stands for itself."""

    def bold(self, text: str) -> str:
        """Bold text."""

    def link(self, text: str, address: str | None) -> str:
        """Text that leads to an address, if there is one."""

    def heading(self, level: int, text: str) -> str:
        """A heading; level 1 is the title of all."""

    def paragraph(self, markup: str) -> str:
        """A paragraph."""

    def items(self, markup: Iterable[str]) -> str:
        """A list."""

    def position(self, answer: Answer, picture: str | None, told: FaqWords) -> Iterator[str]:
        """The position: as a picture, if there is a file of that name, or else in words."""


def on_site(base: str) -> Address:
    """Where the pages that are generated have a sentence, if they lie below `base`."""
    return lambda sentence: f"{base.rstrip('/')}/sources/{sentence.id.partition('.')[0]}/#{sentence.id}"


def page(
    answer: Answer,
    told: FaqWords,
    dialect: Dialect,
    *,
    picture: str | None = None,
    level: int = 2,
    address: Address = own_address,
) -> str:
    """The answer to one question; `picture` is the name of the file that has the drawing."""
    return "\n\n".join(_blocks(answer, told, dialect, picture, level, address)) + "\n"


def _blocks(
    answer: Answer, told: FaqWords, dialect: Dialect, picture: str | None, level: int, address: Address
) -> Iterator[str]:
    plain = dialect.plain
    yield dialect.heading(level, answer.question)
    yield dialect.paragraph(dialect.bold(answer.headline))
    if answer.rules:
        lines = []
        for case, (word, rest) in zip(answer.cases, case_lines(answer, told), strict=True):
            lines.append(dialect.bold(word) + plain(f"{rest} {readings_line(answer, case, told)}".rstrip()))
        yield dialect.items(lines)
    if answer.partial:
        yield dialect.paragraph(plain(told.say("partial")))
    if assumed := assumed_line(answer, told):
        yield dialect.paragraph(plain(assumed))
    for case, (word, _) in zip(answer.cases, case_lines(answer, told), strict=True):
        if case.why:
            title = told.say("why_so", answer=word) if answer.rules else told.say("why")
            yield _titled(title, told, dialect)
            yield dialect.items(plain(reason + ".") for reason in case.why)
    yield from dialect.position(answer, picture, told)
    yield _titled(told.say("how_sure"), told, dialect, " ".join(answer.sureness))
    if answer.sentences:
        yield _titled(told.say("sentences_in_own_words"), told, dialect)
        yield dialect.items(
            plain(f"{one.says} (") + dialect.link(one.locator, address(one)) + ")" for one in answer.sentences
        )
    if answer.near:
        yield _titled(told.say("see_also"), told, dialect)
        yield dialect.items(plain(told.question(near)) for near in answer.near[:MOST_NEAR])


def _titled(title: str, told: FaqWords, dialect: Dialect, text: str = "") -> str:
    ending = "." if text and text[-1] not in ".?!" else ""
    return dialect.paragraph(
        dialect.bold(told.words.leading(title)) + dialect.plain(f" {text}{ending}" if text else "")
    )


def document(
    answers: Sequence[Answer],
    told: FaqWords,
    dialect: Dialect,
    picture: Callable[[Answer], str | None],
    address: Address = own_address,
) -> Iterator[str]:
    """Many answers, with the licence at the end; all of them with a title, and topic by topic."""
    whole = len(answers) == len(entries())
    topic = ""
    if whole:
        yield dialect.heading(1, told.say("title"))
        yield dialect.paragraph(dialect.plain(told.say("contents", number=len(answers))))
    for answer in answers:
        if whole and answer.entry.topic != topic:
            topic = answer.entry.topic
            yield dialect.heading(2, told.topics[topic])
        yield page(answer, told, dialect, picture=picture(answer), level=3 if whole else 2, address=address).rstrip(
            "\n"
        )
    yield dialect.paragraph(dialect.plain(told.say("licence")))


class Markdown:
    """Markdown as every renderer knows it."""

    _special = str.maketrans({character: f"\\{character}" for character in "\\`*_[]<>|#"})

    def plain(self, text: str) -> str:
        """Text with the signs of Markdown escaped."""
        return text.translate(self._special)

    def bold(self, text: str) -> str:
        """Text between two stars on both sides."""
        return f"**{self.plain(text)}**"

    def link(self, text: str, address: str | None) -> str:
        """A link, or the text alone."""
        return self.plain(text) if address is None else f"[{self.plain(text)}](<{address}>)"

    def heading(self, level: int, text: str) -> str:
        """As many number signs as the level has."""
        return f"{'#' * level} {self.plain(text)}"

    def paragraph(self, markup: str) -> str:
        """One line, as long as it is."""
        return markup

    def items(self, markup: Iterable[str]) -> str:
        """A list with dashes."""
        return "\n".join(f"- {item}" for item in markup)

    def position(self, answer: Answer, picture: str | None, told: FaqWords) -> Iterator[str]:
        """An image whose text alternative describes the position; without one, that text."""
        yield _titled(told.say("position"), told, self, answer.position.title)
        words = self.plain(alternative(answer.position, focus=answer.focus, language=told.language))
        yield words if picture is None else f"![{words}](<{picture}>)"


class MediaWiki:
    """The markup of MediaWiki."""

    _special = str.maketrans({sign: f"&#{ord(sign)};" for sign in "[]{}|<>&"})

    def plain(self, text: str) -> str:
        """Text with the signs of the wiki escaped."""
        return text.translate(self._special).replace("''", "&#39;&#39;")

    def bold(self, text: str) -> str:
        """Text between three apostrophes on both sides."""
        return f"'''{self.plain(text)}'''"

    def link(self, text: str, address: str | None) -> str:
        """An external link, or the text alone."""
        return self.plain(text) if address is None else f"[{address} {self.plain(text)}]"

    def heading(self, level: int, text: str) -> str:
        """A heading of that level."""
        return f"{'=' * level} {self.plain(text)} {'=' * level}"

    def paragraph(self, markup: str) -> str:
        """One line, as long as it is."""
        return markup

    def items(self, markup: Iterable[str]) -> str:
        """A list with stars."""
        return "\n".join(f"* {item}" for item in markup)

    def position(self, answer: Answer, picture: str | None, told: FaqWords) -> Iterator[str]:
        """A file that the editor has uploaded; without one, the position in words."""
        yield _titled(told.say("position"), told, self, answer.position.title)
        words = self.plain(alternative(answer.position, focus=answer.focus, language=told.language))
        yield words if picture is None else f"[[File:{picture}|frame|alt={words}|{self.plain(answer.position.title)}]]"


class Terminal:
    """Text with colours, wrapped to a width."""

    # They stand for the beginning and the end of bold text while lines are broken, so that no colours are counted.
    _begin, _end = "\x01", "\x02"

    def __init__(self, width: int = 100) -> None:
        self._width = width

    def plain(self, text: str) -> str:
        """The text as it is."""
        return text

    def bold(self, text: str) -> str:
        """Bold text."""
        return f"{self._begin}{text}{self._end}"

    def link(self, text: str, address: str | None) -> str:
        """The text; addresses are too long for a terminal."""
        return text

    def heading(self, level: int, text: str) -> str:
        """The text in colour."""
        return click.style(fill(text, self._width), fg="cyan", bold=True)

    def paragraph(self, markup: str) -> str:
        """Wrapped text."""
        return self._wrapped(markup)

    def items(self, markup: Iterable[str]) -> str:
        """Wrapped items with dashes."""
        return "\n".join(self._wrapped(item, "- ", "  ") for item in markup)

    def position(self, answer: Answer, picture: str | None, told: FaqWords) -> Iterator[str]:
        """The drawing for the terminal."""
        yield drawn_text(answer.position, width=self._width, language=told.language).rstrip("\n")

    def _wrapped(self, markup: str, first: str = "", rest: str = "") -> str:
        lines = fill(markup, self._width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
        bold, plain = click.style("", bold=True, reset=False), click.style("")
        return lines.replace(self._begin, bold).replace(self._end, plain)


def footnote(answer: Answer, told: FaqWords, address: Address = own_address) -> str:
    """The answer as one footnote for a wiki page: verdict, cases, the sentences with links, and the licence."""
    wiki = MediaWiki()
    parts = [wiki.bold(answer.headline)]
    if answer.rules:
        parts += [wiki.plain(word + rest) for word, rest in case_lines(answer, told)]
    parts += [wiki.plain(line) for line in (assumed_line(answer, told),) if line]
    if answer.sentences:
        links = ", ".join(wiki.link(one.locator, address(one)) for one in answer.sentences)
        parts.append(f"{wiki.plain(told.words.leading(told.say('sentences')))} {links}.")
    parts.append(wiki.plain(told.say("licence")))
    return f'<ref name="sheriff-kb-{answer.entry.id}">{wiki.plain(answer.question)} {" ".join(parts)}</ref>\n'
