"""What of the sources is encoded, tested and explained, where each rule comes from, and what is missing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from sheriff_dev.agreement import disagreements
from sheriff_dev.explained import Explained
from sheriff_kb.evidence import Passage, passages, remarks, texts
from sheriff_kb.gallery import Entry
from sheriff_kb.law import Annotation, Question, Unannotated, tasks, told_in
from sheriff_kb.law.annotations import files
from sheriff_kb.rulings import Survey
from sheriff_kb.solving import nodes

Basis = Literal["text", "base game", "analogy", "assumption", "defines"]
"""What a rule rests on: a text on the expansion, only the base game, only related games, only what is assumed, or
nothing, since it defines something for other rules."""


@dataclass(frozen=True, slots=True)
class CoveredPassage:
    """A passage: the rules of the law that cite it, the questions, what is weighed as evidence, and the positions.

    `explained` are the positions whose explanations rest on it. `out_of_scope` is the reason why no rule of the law
    encodes it; empty if one should.
    """

    passage: Passage
    rules: tuple[str, ...]
    questions: tuple[str, ...]
    evidence: tuple[str, ...]
    positions: tuple[str, ...]
    explained: tuple[str, ...]
    out_of_scope: str = ""

    @property
    def encoded(self) -> bool:
        """Whether anything rests on it."""
        return bool(self.rules or self.questions or self.evidence)


@dataclass(frozen=True, slots=True)
class CoveredRule:
    """A rule of the law, or a group of rules under one id, what it rests on, and the positions that it explains.

    `unused` is the reason why no explanation needs it; empty if one should.
    """

    annotation: Annotation
    basis: Basis
    explained: tuple[str, ...]
    unused: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Passages, rules, and for each question the positions that distinguish its answers; `gaps`: what is missing."""

    passages: tuple[CoveredPassage, ...]
    rules: tuple[CoveredRule, ...]
    questions: Mapping[str, tuple[str, ...]]
    gaps: tuple[str, ...]


def encoding_annotations() -> list[Annotation | Unannotated]:
    """The comments above the rules of the encoding; facts that are data need nothing above them."""
    found = [one for file in files() for one in told_in(file)]
    return [one for one in found if isinstance(one, Annotation) or one.file.startswith(("law/", "tasks/"))]


def coverage(
    entries: Iterable[Entry],
    reasons: Mapping[str, str],
    *,
    explained: Explained | None = None,
    unused: Mapping[str, str] | None = None,
    known: Iterable[Passage] | None = None,
    annotated: Iterable[Annotation | Unannotated] | None = None,
    survey: Survey | None = None,
) -> Coverage:
    """What the positions and the encoding cover.

    `reasons` has the reason for each passage out of scope. With `explained`, which takes longer, the positions are
    explained as well, and `unused` has the reason for each rule that none needs. `known` and `annotated` stand in for
    the passages of the sources and the comments above the rules, `survey` for one that may know the positions already.
    """
    known = tuple(passages().values() if known is None else known)
    told = encoding_annotations() if annotated is None else list(annotated)
    survey = survey or Survey()
    tested = dict[str, list[str]]()
    apart: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for entry in entries:
        if explained is not None:
            explained.add(entry)
        for passage in {passage for expected in entry.position.expected for passage in expected["passages"]}:
            tested.setdefault(passage, []).append(entry.name)
        for pair in sorted(_told_apart(entry, survey)):
            apart[pair].append(entry.name)
    found = [one for one in told if isinstance(one, Annotation)]
    unused = unused or {}
    by_id = {passage.id: passage for passage in known}
    ids = {one.id for one in found}
    covered = tuple(_covered(passage, found, tested, explained, reasons) for passage in known)
    rules = tuple(
        CoveredRule(
            one, _basis(one, by_id), explained.by_rule(one.id) if explained is not None else (), unused.get(one.id, "")
        )
        for one in found
        if _role(one) == "rule"
    )
    questions = {
        question.id: tuple(sorted({name for pair, names in apart.items() if pair[0] == question.id for name in names}))
        for question in survey.questions
    }
    gaps = [
        *disagreements(),
        *(f"{one.file}:{one.line}: {one.why}" for one in told if isinstance(one, Unannotated)),
        *(
            f"{one.id} cites `{cited}`, which is no passage"
            for one in found
            for cited in one.cites
            if cited not in by_id
        ),
        *(f"`{name}` is declared out of scope, but is no passage" for name in reasons if name not in by_id),
        *(f"`{name}` is declared unused, but is no rule" for name in unused if name not in ids),
        *(gap for one in covered for gap in _gaps_of_passage(one)),
        *(gap for gap in _unexplained(covered, rules) if explained is not None),
        *(gap for question in survey.questions for gap in _gaps_of_question(question, apart)),
    ]
    return Coverage(covered, rules, questions, tuple(gaps))


def _role(one: Annotation) -> Literal["rule", "question", "evidence"]:
    if one.file.startswith(("law/", "tasks/")):
        return "rule"
    return "question" if one.file == "questions.lp" else "evidence"


def _covered(
    passage: Passage,
    found: Iterable[Annotation],
    tested: Mapping[str, list[str]],
    explained: Explained | None,
    reasons: Mapping[str, str],
) -> CoveredPassage:
    citing: dict[str, list[str]] = defaultdict(list)
    for one in found:
        # What is listed as saying nothing of any answer is no evidence.
        if passage.id in one.cites and one.id != "evidence.silent":
            citing[_role(one)].append(one.id)
    return CoveredPassage(
        passage,
        tuple(citing["rule"]),
        tuple(name.removeprefix("question.") for name in citing["question"]),
        tuple(citing["evidence"]),
        tuple(tested.get(passage.id, ())),
        explained.by_passage(passage.id) if explained is not None else (),
        reasons.get(passage.id, ""),
    )


def _basis(one: Annotation, known: Mapping[str, Passage]) -> Basis:
    if not one.cites:
        return "defines"
    cited = [known[name] for name in one.cites if name in known]
    if any(passage.source in (*texts(), *remarks()) for passage in cited):
        return "text"
    authorities = {passage.authority for passage in cited}
    if authorities <= {"assumed"}:
        return "assumption"
    return "analogy" if authorities <= {"assumed", "analogy"} else "base game"


def _gaps_of_passage(one: CoveredPassage) -> Iterable[str]:
    name = one.passage.id
    if one.out_of_scope:
        if one.rules:
            yield f"{name} is declared out of scope, but {', '.join(one.rules)} cites it"
    elif not one.encoded:
        yield f"{name} is cited by no rule and no question, and no reason says that it is out of scope"
    elif not one.positions:
        yield f"{name} is encoded, but no position of the gallery tests it"


def _unexplained(covered: Iterable[CoveredPassage], rules: Iterable[CoveredRule]) -> Iterable[str]:
    for one in covered:
        if one.rules and not one.explained:
            yield f"{one.passage.id} is encoded, but no explanation of the gallery rests on it"
    law = tasks()["parts"]["files"]
    for rule in rules:
        name = rule.annotation.id
        if rule.unused and rule.explained:
            yield f"{name} is declared unused, but one of {rule.explained[0]} uses it"
        elif not rule.unused and not rule.explained and rule.annotation.file in law:
            yield f"{name} is used by no explanation of the gallery"


def _gaps_of_question(question: Question, apart: Mapping[tuple[str, str, str], list[str]]) -> Iterable[str]:
    for answer, other in combinations(question.answers, 2):
        if not apart.get((question.id, answer, other)):
            yield f"{question.id}: no expected ruling of the gallery distinguishes {answer} and {other}"


def _told_apart(entry: Entry, survey: Survey) -> set[tuple[str, str, str]]:
    """The questions with pairs of answers between which, all else equal, a ruling differs that the document expects."""
    expected = [dict(item["matter"]) for item in entry.position.expected]
    found = set[tuple[str, str, str]]()
    for one in survey.matters(entry.name, entry.position):
        if one.matter.as_json() in expected:
            for node in nodes(one.diagram):
                if node.variable is not None:
                    question = survey.questions[node.variable]
                    answers = zip(question.answers, node.branches, strict=True)
                    found.update(
                        (question.id, answer, other)
                        for (answer, branch), (other, another) in combinations(answers, 2)
                        if branch is not another
                    )
    return found
