"""Contradictions: on scoring graveyards and in general, what the note is worth, and what a rewording would settle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sheriff_dev import amend
from sheriff_dev.site.known import Known
from sheriff_dev.site.links import position_page, to_answers, to_clause, to_passage, to_question
from sheriff_dev.site.page import Page, bullets, folded, heading, page, plain, table
from sheriff_kb import evidence
from sheriff_kb.evidence import Claim, Coherence, Unit, passages, remarks, texts, units_of
from sheriff_kb.law import Line, held_answers, questions
from sheriff_kb.report.scoring import Together, points, scoring
from sheriff_kb.wording import Wording, sentence_case


def pages(known: Known) -> Iterator[Page]:
    """The one page."""
    words = known.words
    yield page(
        "contradictions.md",
        words.site("contradictions", "title"),
        words.site("contradictions", "about"),
        [*_scoring(words), *_conflicts(words), *_note(words), *_amendments(known)],
    )


# --- what a graveyard scores -----------------------------------------------------------------------------------------


def _scoring(words: Wording) -> Iterator[str]:
    def say(key: str, **names: object) -> str:
        return words.site("contradictions", key, **names)

    found = scoring(Coherence([], held=held_answers()), texts())
    assert found is not None
    yield heading(2, say("scoring"), "scoring")
    yield say("scoring_intro")
    yield bullets(
        f"{words.leading(plain(words.evidence('scoring', voice)))} {', '.join(map(to_passage, passages))}"
        for voice, passages in found.voices.items()
    )
    yield say("scoring_points")
    for position, rulings in points():
        table_shown = f"[{plain(sentence_case(words.evidence('shown', position)))}]({position_page(position)})"
        for ruling in rulings:
            when = plain(words.when(ruling.matter.turn or "after"))
            yield "\n" + words.leading(f"{table_shown}, {when}")
            yield bullets(f"**{case.value}** {_ways(case.when, words)}".strip() for case in ruling.cases)
    yield say("scoring_pairs")
    shown = [words.parted(words.evidence("shown", at) for at in table.values()) for table in found.tables]
    rows = [[_voices(pair, words), *_cells(pair, words)] for pair in found.pairs]
    yield table([say("scoring_of"), *map(plain, shown)], rows)
    whole = [name for name, needs in zip(shown, found.rules.needs, strict=True) if needs is not None]
    yield say("scoring_all", tables=plain(words.either(whole))) if whole else say("scoring_none")


def _voices(pair: Together, words: Wording) -> str:
    one, other = (plain(words.evidence("scoring", voice)) for voice in pair.voices)
    return words.evidence("phrases", "pair", one=one, other=other)


def _cells(pair: Together, words: Wording) -> Iterator[str]:
    for needs in pair.needs:
        if needs:
            yield words.site("contradictions", "scoring_needs", answers=to_answers(needs, words))
        else:
            yield f"**{words.values['no']}**" if needs is None else words.values["yes"]


def _ways(ways: Iterable[Line], words: Wording) -> str:
    """Ways to answer disputed rules, as a choice; empty if every way will do."""
    return f" {words.site('contradictions', 'or')} ".join(to_answers(way, words) for way in ways if way)


# --- conflicts -------------------------------------------------------------------------------------------------------


def _conflicts(words: Wording) -> Iterator[str]:
    def say(key: str, **names: object) -> str:
        return words.site("contradictions", key, **names)

    yield heading(2, say("texts"), "texts")
    yield f"{say('intro')}\n"
    program = Coherence(units_of(texts()), held=held_answers())
    found = list(program.conflicts())
    yield say("texts_intro", count=len(found))
    yield from (_conflict(number, conflict, program, words) for number, conflict in enumerate(found, 1))
    yield f"\n{say('repairs')}\n"
    yield bullets(words.parted(to_clause(unit, words) for unit in repair) for repair in program.repairs())
    yield heading(2, say("with_note"), "with-note")
    with_note = Coherence(units_of([*texts(), *remarks()]), held=held_answers())
    more = [conflict for conflict in with_note.conflicts() if conflict not in found]
    yield say("with_note_intro", count=len(more))
    listed = (_conflict(number, conflict, with_note, words) for number, conflict in enumerate(more, 1))
    yield folded(say("show", count=len(more)), listed)


def _conflict(number: int, conflict: Iterable[Unit], program: Coherence, words: Wording) -> str:
    over = [
        to_question(point, words) if point in questions() else plain(words.evidence("tables", point))
        for point in program.disputed(conflict)
    ]
    head = f"**{number}.** {words.site('contradictions', 'over', points=', '.join(over))}"
    said = (f"{to_clause(unit, words)}<br>{plain(sentence_case(words.passage(unit.passage)))}" for unit in conflict)
    return f"\n{head}\n" + bullets(said)


# --- the note --------------------------------------------------------------------------------------------------------


def _note(words: Wording) -> Iterator[str]:
    for source in remarks():
        yield from _remark(source, words)


def _remark(source: str, words: Wording) -> Iterator[str]:
    yield heading(2, words.source(source), source)
    yield words.site("contradictions", "note_intro")
    for passage in passages().values():
        if passage.source != source:
            continue
        yield heading(3, plain(sentence_case(words.passage(passage.id))), passage.id)
        if evidence.stated_by(passage.id):
            verdict = sentence_case(words.evidence("verdicts", evidence.judge(passage.id)))
            yield f"**{verdict}.** {to_passage(passage.id)}\n"
        else:
            yield f"{words.site('contradictions', 'claims_nothing')} {to_passage(passage.id)}\n"
        for claim in evidence.claims(passage.id):
            yield f"\n{plain(words.evidence('claims', claim.id))} {words.site('contradictions', 'holds')}\n"
            yield bullets(_holds(claim, words))


def _holds(claim: Claim, words: Wording) -> Iterator[str]:
    for position, cases in claim.holds.items():
        when = words.evidence("phrases", "always") if {} in cases else _ways(cases, words)
        yield f"[`{position}`]({position_page(position)}): {when or words.evidence('phrases', 'never')}"


# --- rewordings ------------------------------------------------------------------------------------------------------


def _amendments(known: Known) -> Iterator[str]:
    words = known.words

    def say(key: str, **names: object) -> str:
        return words.site("contradictions", key, **names)

    yield heading(2, say("amendments"), "amendments")
    yield say("amendments_intro")
    rows = []
    for question in questions().values():
        if question.status != "settled":
            first = {question.id: question.default}
            ended = amend.conflicts(first)
            rows.append(
                [
                    to_question(question.id, words),
                    to_answers(first, words),
                    str(len(ended.vanished)),
                    str(len(known.settled_by(question.id))),
                ]
            )
    rows.sort(key=lambda row: (-int(row[2]), -int(row[3])))
    yield table([say(key) for key in ("rule", "settled_as", "ends", "settles")], rows)
    smallest = amend.smallest(known.entries.values(), {}, survey=known.survey)
    yield heading(3, say("fewest"), "fewest")
    yield say("fewest_intro", rulings=smallest.rulings, open=smallest.open, count=len(smallest.answers))
    yield folded(say("show", count=len(smallest.answers)), [bullets(_answers(smallest.answers, words))])


def _answers(answers: Mapping[str, str], words: Wording) -> Iterator[str]:
    for question, answer in answers.items():
        yield f"{words.leading(to_question(question, words))} {to_answers({question: answer}, words)}"
