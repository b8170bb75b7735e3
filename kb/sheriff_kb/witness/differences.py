"""How two readings differ in play: each smallest set of disputed questions that makes a difference, with a witness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from sheriff_kb.evidence import passages, voices
from sheriff_kb.law import questions
from sheriff_kb.witness.search import Search, Watch, Witness, find
from sheriff_kb.witness.sought import Bounds, Contrast


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of difference: these questions, answered by the one reading or by the other, and a witness for it.

    Without a witness, none was found within the bounds. `only_words`: both readings answer alike, but the sentences of
    the two sources speak for different answers.
    """

    one: Mapping[str, str]
    other: Mapping[str, str]
    witness: Witness | None
    only_words: bool = False


def question_contrast(question: str, one: str, other: str, held: Mapping[str, str] | None = None) -> Contrast:
    """Two answers to a question, all else equal; `held` fixes some of the rest."""
    held = {q: a for q, a in (held or {}).items() if q != question}
    return Contrast((({question: one}, {question: other}),), held)


def interplay(question: str, pair: tuple[str, str], other: str, answers: tuple[str, str]) -> Contrast:
    """Whether two answers to a question differ, under one answer to another question, and not under another."""
    one, two = pair
    worlds = [({question: one, other: answer}, {question: two, other: answer}) for answer in answers]
    return Contrast((worlds[0], worlds[1]))


def kinds(
    one: Mapping[str, str],
    other: Mapping[str, str],
    bounds: Bounds,
    *,
    words: Mapping[str, str] | None = None,
    watch: Watch | None = None,
) -> Iterator[Kind]:
    """The kinds of difference between two readings, smallest witnesses first, and then those that have none.

    All other questions are answered as the first reading has it. A set of several questions is a kind if none of
    them makes a difference alone. `words` are answers that the sentences of the second reading's source speak for,
    though it answers otherwise. Raises Unfinished when the time is over.
    """
    apart = [q for q in questions() if one[q] != other[q]]
    targets = {**{q: other[q] for q in apart}, **(words or {})}
    without: list[tuple[str, ...]] = []
    for size in (1, 2, 3):
        dead = {q for group in without for q in group} if size > 1 else set(targets)
        groups = list(combinations([q for q in targets if q in dead], size))
        without = []
        searches = {
            (group, sees): _search(one, {q: targets[q] for q in group}, bounds, sees, watch)
            for sees in (False, True)
            for group in groups
        }
        found = set[tuple[str, ...]]()
        for sees in (False, True):
            for tiles in range(1, bounds.tiles + 1):
                fresh = [
                    (witness, group)
                    for group in groups
                    if group not in found and (witness := searches[group, sees].at(tiles)) is not None
                ]
                for witness, group in sorted(fresh, key=lambda item: item[0].size):
                    found.add(group)
                    yield _kind(one, targets, group, witness, words)
        without = [group for group in groups if group not in found]
        if len({q for group in without for q in group}) <= size:
            break
    for question in dict.fromkeys(q for group in without for q in group):
        yield _kind(one, targets, (question,), None, words)


def _search(
    one: Mapping[str, str],
    changed: Mapping[str, str],
    bounds: Bounds,
    sees: bool,
    watch: Watch | None,
) -> Search:
    contrast = Contrast((({q: one[q] for q in changed}, changed),), {q: a for q, a in one.items() if q not in changed})
    return Search(contrast, bounds, sees=sees, watch=watch)


def _kind(
    one: Mapping[str, str],
    targets: Mapping[str, str],
    group: tuple[str, ...],
    witness: Witness | None,
    words: Mapping[str, str] | None,
) -> Kind:
    only_words = any(q in (words or {}) for q in group)
    return Kind({q: one[q] for q in group}, {q: targets[q] for q in group}, witness, only_words)


def other_words(one: str, other: str, reading: Mapping[str, str], rival: Mapping[str, str]) -> dict[str, str]:
    """Answers that a sentence of the one source speaks for and none of the other, if both readings answer alike."""
    found = {}
    for question in questions():
        if reading[question] != rival[question]:
            continue
        here, there = (answers_of(source, question) for source in (one, other))
        for answer in sorted(here ^ there):
            if here and there and answer != reading[question]:
                found[question] = answer
    return found


def answers_of(source: str, question: str) -> frozenset[str]:
    """The answers that the sentences of a source speak for."""
    return frozenset(answer for passage, answer in sentences(question) if passages()[passage].source == source)


def sentences(question: str) -> Iterator[tuple[str, str]]:
    """The passages that speak for an answer to a question, each with the answer."""
    for voice in voices(question):
        for answer in voice.supports:
            yield voice.passage, answer


def smallest(
    question: str,
    pairs: Sequence[tuple[str, str]],
    bounds: Bounds,
    held: Mapping[str, str],
    *,
    watch: Watch | None = None,
) -> Iterator[Kind]:
    """A smallest witness for one of these pairs of answers. Raises Unfinished."""
    best: tuple[tuple[str, str], Witness] | None = None
    for pair in pairs:
        within = bounds if best is None else replace(bounds, tiles=best[1].size.tiles)
        witness = find(question_contrast(question, *pair, held), within, watch=watch)
        if witness is not None and (best is None or (witness.sees, witness.size) < (best[1].sees, best[1].size)):
            best = pair, witness
    one, two = best[0] if best else pairs[0]
    yield Kind({question: one}, {question: two}, best[1] if best else None)


def depending(
    question: str, pair: tuple[str, str], other: str, bounds: Bounds, *, watch: Watch | None = None
) -> Iterator[Kind]:
    """A smallest witness that the effect of one answer rather than another depends on another question.

    Raises Unfinished.
    """
    answers = questions()[other].answers
    witness = find(interplay(question, pair, other, (answers[0], answers[1])), bounds, watch=watch)
    yield Kind({question: pair[0]}, {question: pair[1]}, witness)
