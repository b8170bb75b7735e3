"""A page a source: every sentence, in our own words, beside the rules that encode it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sheriff_dev.coverage import CoveredPassage
from sheriff_dev.site.known import Known
from sheriff_dev.site.links import to_answers, to_position, to_question, to_rule
from sheriff_dev.site.literate import paragraphs
from sheriff_dev.site.page import Page, box, bullets, code, comment, folded, heading, page, plain
from sheriff_kb import evidence
from sheriff_kb.evidence import passages
from sheriff_kb.law import questions
from sheriff_kb.wording import Wording, sentence_case

_PART = re.compile("“([^”]+)”")


def pages(known: Known) -> Iterator[Page]:
    """The overview, and a page a source."""
    words = known.words
    yield page("sources/index.md", words.site("sources", "title"), words.site("sources", "about"), _overview(words))
    files = dict.fromkeys(rule.file for rule in known.rules.values())
    rules = {one.annotation.id: one.code for file in files for one in paragraphs(file)}
    for source in names():
        covered = [one for one in known.coverage.passages if one.passage.source == source]
        lines = _source(source, covered, rules, known)
        yield page(f"sources/{source}.md", words.source(source), words.about_source(source), lines)


def names() -> list[str]:
    """The sources, in their order."""
    return list(dict.fromkeys(passage.source for passage in passages().values()))


def _overview(words: Wording) -> Iterator[str]:
    yield words.site("sources", "intro")
    for source in names():
        count = sum(passage.source == source for passage in passages().values())
        yield heading(2, f"[{plain(words.source(source))}](/sources/{source}.md)", source)
        yield f"{plain(words.about_source(source))} {words.site('sources', 'count', count=count)}"


def _source(source: str, covered: list[CoveredPassage], rules: dict[str, str], known: Known) -> Iterator[str]:
    words = known.words
    yield plain(words.about_source(source))
    address = words.source_address(source)
    if address:
        yield f"\n{words.site('sources', 'address', address=f'<{address}>')}\n"
    yield f"\n{words.site('sources', 'own_words')}\n"
    part = ""
    for one in covered:
        found = _PART.search(words.locator(one.passage.id))
        if found and found[1] != part:
            part = found[1]
            yield f"\n## {plain(part)}\n"
        yield from _passage(one, rules, known)


def _passage(one: CoveredPassage, rules: dict[str, str], known: Known) -> Iterator[str]:
    yield heading(3, one.passage.id, one.passage.id)
    yield box("beside", [box("passage", _left(one, known)), box("rules", _right(one, rules, known), searched=False)])


def _left(one: CoveredPassage, known: Known) -> Iterator[str]:
    words, name = known.words, one.passage.id
    yield f"{plain(sentence_case(words.passage(name)))}\n{{ .says }}\n"
    address = words.address(name, one.passage.source)
    locator = f"[{plain(words.locator(name))}]({address})" if address else plain(words.locator(name))
    yield f"<small>{locator} · {plain(words.authority(one.passage.authority))}</small>\n"
    yield from _evidence(name, words)
    asked = [question for question in one.questions if question not in _spoken_of(name)]
    if asked:
        yield words.site("sources", "asked")
        yield bullets(to_question(question, words) for question in asked)
    if one.positions:
        listed = bullets(to_position(known.entries[entry], words) for entry in one.positions)
        yield folded(words.site("sources", "positions", count=len(one.positions)), [listed])


def _spoken_of(passage: str) -> list[str]:
    return [q for q in questions() if any(v.passage == passage for v in evidence.voices(q))]


def _evidence(passage: str, words: Wording) -> Iterator[str]:
    """What a sentence says of which answers."""
    told = []
    for question in _spoken_of(passage):
        for voice in evidence.voices(question):
            if voice.passage != passage:
                continue
            how = words.site("voices", voice.how)
            if voice.left is not None:
                answers = words.site("sources", "by_table")
            elif voice.supports:
                answers = to_answers({question: voice.supports[0]}, words)
            else:
                how = words.site("voices", "opposes")
                answers = words.parted(to_answers({question: answer}, words) for answer in voice.opposes)
            told.append(f"{words.leading(f'{how} {to_question(question, words)}')} {answers}")
    if told:
        yield bullets(told)
    doubted = [to_question(question, words) for question in questions() if passage in evidence.doubtful(question)]
    if doubted:
        yield f"{sentence_case(words.evidence('phrases', 'doubtful_on', questions=words.listed(doubted)))}.\n"
    silence = evidence.silence(passage)
    if silence is not None:
        yield f"{words.leading(sentence_case(words.evidence('how', 'silent')))} {words.evidence('silent', silence)}.\n"


def _right(one: CoveredPassage, rules: dict[str, str], known: Known) -> Iterator[str]:
    words = known.words
    for name in one.rules:
        rule = known.rules[name]
        yield f"{to_rule(rule)} {comment(rule.says)}\n"
        yield code(rules[name], "prolog")
    if one.out_of_scope:
        yield f"{words.site('sources', 'out_of_scope')} {plain(one.out_of_scope)}\n"
    elif not one.rules:
        yield words.site("sources", "no_rule")
