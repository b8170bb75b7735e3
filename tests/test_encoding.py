"""The encoding keeps its promises: rules that say where they come from, headers that are true, nothing undeclared."""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import clingo
import pytest
from clingo.ast import AST, AggregateFunction, ASTSequence, ASTType, Sign, parse_string

import sheriff_kb.law.encoding
from oracle.strategies import random_position
from sheriff_kb.law import (
    Annotation,
    encoding_root,
    held_answers,
    law_version,
    number,
    program,
    questions,
    tasks,
    text,
    told_in,
)
from sheriff_kb.position import parse
from sheriff_kb.report.programs import printed
from sheriff_kb.rulings import facts
from sheriff_kb.solving import atoms_of

if TYPE_CHECKING:
    from collections.abc import Iterator

LAW = sorted(f"law/{path.name}" for path in (encoding_root() / "law").iterdir())
SEARCH = [f"tasks/{name}.lp" for name in ("board", "connect", "parting", "size", "sought", "spare", "told", "touching")]
"""The search for small positions, which chooses, forbids, and derives what is input elsewhere."""
COUNTED = "tasks/counted.lp"
"""Forbids what a position cannot have left unsaid; the law itself forbids nothing."""
ALONE = ["tasks/fewest.lp", "tasks/smallest.lp"]
"""Programs that have nothing to do with the law: they choose and forbid according to their own input."""
TASKS = sorted(
    name
    for path in (encoding_root() / "tasks").iterdir()
    if path.name.endswith(".lp") and (name := f"tasks/{path.name}") not in (*SEARCH, *ALONE)
)
CHECKS = [f"tasks/{name}.lp" for name in ("fault", "impossible", "malformed")]
RULED = [*LAW, "tasks/rulings.lp", "tasks/totals.lp", *CHECKS]
EVIDENCE = ["evidence.lp", "claims.lp", "preferences.lp"]
FILES = ["interface.lp", "vocabulary.lp", "questions.lp", "sources.lp", *EVIDENCE, *LAW, *TASKS, *SEARCH, *ALONE]
# What comes from outside: everywhere, in the search for small positions, and in the programs without the law.
DECLARING = ["vocabulary.lp", "tasks/sought.lp", *ALONE]

# Rules whose sums may have negative weights: nothing that they rest on rests on them.
NEGATIVE_SUMS = {("law/mountain.lp", "outnumbered/3")}

Signature = str
"""A predicate as `name/arity`."""


@dataclass
class File:
    """What the syntax tree of one file holds."""

    statements: list[AST] = field(default_factory=list)
    comments: list[AST] = field(default_factory=list)
    defined: set[Signature] = field(default_factory=set)
    used: set[Signature] = field(default_factory=set)
    declared: set[Signature] = field(default_factory=set)
    shown: set[Signature] = field(default_factory=set)

    def of_type(self, kind: ASTType) -> list[AST]:
        return [statement for statement in self.statements if statement.ast_type == kind]


def walk(node: AST) -> Iterator[AST]:
    """A node and everything below it."""
    yield node
    for child in node.values():
        if isinstance(child, AST) and child.ast_type != ASTType.Comment:
            yield from walk(child)
        elif isinstance(child, ASTSequence):
            for item in child:
                if isinstance(item, AST):
                    yield from walk(item)


def signature(atom: AST) -> Signature:
    term = atom.symbol
    assert term.ast_type == ASTType.Function, atom
    return f"{term.name}/{len(term.arguments)}"


def predicates(node: AST) -> set[Signature]:
    return {signature(child) for child in walk(node) if child.ast_type == ASTType.SymbolicAtom}


def heads(rule: AST) -> list[AST]:
    """The atoms that a rule derives."""
    head = rule.head
    if head.ast_type == ASTType.Literal:
        return [head.atom] if head.atom.ast_type == ASTType.SymbolicAtom else []
    assert head.ast_type == ASTType.Aggregate, f"the head of {rule} is neither an atom nor a choice"
    return [element.literal.atom for element in head.elements]


@cache
def parsed(name: str) -> File:
    found = File()

    def keep(node: AST) -> None:
        if node.ast_type == ASTType.Comment:
            found.comments.append(node)
            return
        found.statements.append(node)
        if node.ast_type == ASTType.Rule:
            derived = [signature(atom) for atom in heads(node)]
            found.defined.update(derived)
            for literal in node.body:
                found.used |= predicates(literal)
            if node.head.ast_type == ASTType.Aggregate:
                for element in node.head.elements:
                    for condition in element.condition:
                        found.used |= predicates(condition)
        elif node.ast_type == ASTType.Defined:
            found.declared.add(f"{node.name}/{node.arity}")
        elif node.ast_type == ASTType.ShowSignature:
            found.shown.add(f"{node.name}/{node.arity}")

    parse_string(text(name), keep)
    return found


@dataclass(frozen=True)
class Paragraph:
    """Lines without a blank one between them: the comment block, and the statements below it."""

    comments: list[AST]
    rules: list[AST]

    def structured(self) -> list[str]:
        return [node.value for node in self.comments if node.value.startswith("%!")]


def paragraphs(name: str) -> list[Paragraph]:
    found = parsed(name)
    lines = text(name).splitlines()
    bounds = [0, *(number for number, line in enumerate(lines, 1) if not line.strip()), len(lines) + 1]

    def between(nodes: list[AST], first: int, last: int) -> list[AST]:
        return [node for node in nodes if first < node.location.begin.line < last]

    rules = [node for node in found.statements if node.ast_type == ASTType.Rule]
    return [
        Paragraph(between(found.comments, first, last), between(rules, first, last)) for first, last in pairwise(bounds)
    ]


@cache
def passages() -> frozenset[str]:
    """The passages that sources.lp has, from its own facts."""
    return frozenset(passage.string for passage, *_ in atoms_of(text("sources.lp"))("passage", 3))


# --- where each rule comes from --------------------------------------------------------------------------------------

ANNOTATION = re.compile(r"%! (?P<id>[a-z_]+\.[a-z_]+)  (?:cites(?P<cited>(?: [a-z0-9_.]+)+)|defines)")


@pytest.mark.parametrize("name", RULED)
def test_above_every_paragraph_of_rules_stands_where_they_come_from(name: str) -> None:
    for paragraph in paragraphs(name):
        if paragraph.rules:
            (first, *_) = paragraph.comments or [None]
            where = f"{name}:{paragraph.rules[0].location.begin.line}"
            assert first is not None, f"{where}: no comment above this rule"
            assert len(paragraph.structured()) == 1, f"{where}: one structured comment a paragraph"
            assert ANNOTATION.fullmatch(first.value), f"{where}: {first.value}"
            assert first.location.begin.line < paragraph.rules[0].location.begin.line, where
            assert len(paragraph.comments) > 1, f"{where}: no sentence that says what the rules do"


@pytest.mark.parametrize("name", RULED)
def test_a_structured_comment_stands_nowhere_else(name: str) -> None:
    for paragraph in paragraphs(name):
        assert paragraph.rules or not paragraph.structured(), paragraph.structured()


@pytest.mark.parametrize("name", RULED)
def test_rules_cite_passages_that_exist_and_each_once(name: str) -> None:
    for value in (value for paragraph in paragraphs(name) for value in paragraph.structured()):
        match = ANNOTATION.fullmatch(value)
        assert match is not None, value
        cited = (match["cited"] or "").split()
        assert set(cited) <= passages(), f"{name}: {match['id']} cites {set(cited) - passages()}"
        assert len(set(cited)) == len(cited), f"{name}: {match['id']} cites a passage twice"


def test_ids_of_rules_are_unique() -> None:
    found = Counter(
        node.value.split()[1]
        for name in (*RULED, "questions.lp")
        for node in parsed(name).comments
        if node.value.startswith("%!")
    )
    assert [name for name, times in found.items() if times > 1] == []


def test_there_are_rules_to_be_looked_at() -> None:
    """So that none of the tests here passes for want of anything to test."""
    assert sum(len(paragraph.rules) for name in RULED for paragraph in paragraphs(name)) > 150
    assert len(passages()) > 80


# --- what the law does without ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_no_file_includes_another_or_runs_a_script(name: str) -> None:
    for node in parsed(name).statements:
        assert node.ast_type != ASTType.Script
        assert "#include" not in str(node)
    code = "\n".join(line.partition("%")[0] for line in text(name).splitlines())
    assert "#include" not in code
    assert "#script" not in code


@pytest.mark.parametrize("name", FILES)
def test_nothing_forbids_silently(name: str) -> None:
    if name in (*SEARCH, *ALONE, COUNTED):
        return
    for rule in parsed(name).of_type(ASTType.Rule):
        assert heads(rule), f"{name}:{rule.location.begin.line}: an integrity constraint"


@pytest.mark.parametrize("name", [*LAW, *TASKS])
def test_only_the_answers_to_questions_are_chosen(name: str) -> None:
    for rule in parsed(name).of_type(ASTType.Rule):
        assert rule.head.ast_type == ASTType.Literal, f"{name}:{rule.location.begin.line}: a choice"


def negative_sums(name: str) -> set[tuple[str, Signature]]:
    return {
        (name, signature(heads(rule)[0]))
        for rule in parsed(name).of_type(ASTType.Rule)
        for node in walk(rule)
        if node.ast_type == ASTType.BodyAggregate
        and node.function in (AggregateFunction.Sum, AggregateFunction.SumPlus)
        for element in node.elements
        if str(element.terms[0]).startswith(("-", "(-"))
    }


def test_sums_have_no_negative_weights_but_where_nothing_recurses() -> None:
    assert set().union(*map(negative_sums, LAW)) == NEGATIVE_SUMS


def kind(atom: AST) -> str:
    """A predicate; refusals of different acts are different things."""
    act = f" {atom.symbol.arguments[2]}" if signature(atom) == "illegal/5" else ""
    return signature(atom) + act


def test_a_rule_with_a_negative_sum_does_not_rest_on_itself() -> None:
    rests_on: dict[str, set[str]] = {}
    for rule in (rule for name in (*LAW, "questions.lp") for rule in parsed(name).of_type(ASTType.Rule)):
        for head in heads(rule):
            atoms = (node for literal in rule.body for node in walk(literal))
            rests_on.setdefault(kind(head), set()).update(
                kind(atom) for atom in atoms if atom.ast_type == ASTType.SymbolicAtom
            )
    for _, summed in NEGATIVE_SUMS:
        reached, todo = set[str](), [summed]
        while todo:
            below = rests_on.get(todo.pop(), set()) - reached
            todo += below
            reached |= below
        assert "reading/2" in reached
        assert summed not in reached


# --- predicates ------------------------------------------------------------------------------------------------------


def test_everything_is_defined_or_documented_as_input() -> None:
    for task, entry in tasks().items():
        names = [*entry["files"], *entry["checks"]]
        declared = set().union(*(parsed(name).declared for name in names))
        defined = set().union(*(parsed(name).defined for name in names))
        used = set().union(*(parsed(name).used | parsed(name).shown for name in names))
        assert used - defined <= declared, f"{task}: {sorted(used - defined - declared)}"
        if set(names).isdisjoint(SEARCH):
            assert not defined & declared, f"{task}: input and defined at once: {sorted(defined & declared)}"


def test_every_input_is_used() -> None:
    used = set().union(*(parsed(name).used for name in [*LAW, *TASKS, "questions.lp"]))
    assert parsed("vocabulary.lp").declared - used == set()
    used = set().union(*(parsed(name).used for name in SEARCH))
    assert parsed("tasks/sought.lp").declared - used == set()
    for name in ALONE:
        assert parsed(name).declared - parsed(name).used == set()


@pytest.mark.parametrize("name", DECLARING)
def test_every_input_is_documented_above_its_declaration(name: str) -> None:
    comments = {node.location.end.line: node.value for node in parsed(name).comments}
    for node in parsed(name).of_type(ASTType.Defined):
        doc = comments.get(node.location.begin.line - 1, "")
        match = re.match(r"%\*! (\w+)(?:\(([^)]*)\))?\n(.+)\n\*%", doc, re.DOTALL)
        assert match is not None, f"{node} is not documented"
        documented = (match[1], len(match[2].split(",")) if match[2] else 0)
        assert documented == (node.name, node.arity)
        assert match[3].rstrip().endswith(".")


def test_only_the_vocabulary_declares_inputs() -> None:
    assert [name for name in FILES if parsed(name).declared] == DECLARING


def test_the_facts_of_a_position_are_inputs_that_the_vocabulary_documents() -> None:
    found = File()
    for seed in range(40):
        told = facts(random_position(random.Random(seed), sees=True)).program(held_answers())
        parse_string(told, found.statements.append)
    unknown = (
        "players: [a, b]\nboard: |\n  x y z\n  w + +\ntiles: {x: {edges: PMPP, nuggets: 2}, y: {edges: MMPM, tent: a}, "
    )
    unknown += "z: {edges: PPPM, star: true}, w: {edges: PPMP}}\nstacks: {x: 2}\nturns: [{player: a, discard: star}]\n"
    parse_string(facts(parse(unknown)).program({}), found.statements.append)
    told_predicates = {signature(heads(rule)[0]) for rule in found.of_type(ASTType.Rule)}
    # What a position does not say is a question of its own, with answers.
    # A rewording is no part of a position.
    inputs = parsed("vocabulary.lp").declared - {"amended/1"}
    assert told_predicates - {"question/2", "answer/3"} == inputs


# --- headers ---------------------------------------------------------------------------------------------------------


def header(name: str) -> dict[str, str]:
    """The parts of the comment that a file begins with."""
    parts: dict[str, str] = {}
    key = ""
    for line in text(name).splitlines():
        match = re.fullmatch(r"% (?:(Purpose|Reads|Defines): +|  +)(\S.*)", line)
        if match is None:
            break
        key = match[1] or key
        parts[key] = f"{parts.get(key, '')} {match[2]}".strip()
    return parts


@pytest.mark.parametrize("name", FILES)
def test_every_file_begins_with_what_it_is_for(name: str) -> None:
    found = header(name)
    assert list(found) == ["Purpose", "Reads", "Defines"]
    assert all(found.values())
    assert found["Purpose"].endswith(".")


@pytest.mark.parametrize("name", FILES)
def test_a_header_names_only_predicates_that_the_file_reads_or_defines(name: str) -> None:
    found, content = header(name), parsed(name)
    reads, defines = (set(re.findall(r"\b[a-z_]+/\d\b", found[key])) for key in ("Reads", "Defines"))
    assert reads <= content.used | content.shown, sorted(reads - content.used - content.shown)
    assert defines <= content.defined, sorted(defines - content.defined)


@pytest.mark.parametrize("name", LAW)
def test_a_header_names_every_predicate_that_other_files_of_the_law_give_it(name: str) -> None:
    content = parsed(name)
    others = set().union(*(parsed(other).defined for other in LAW if other != name))
    given = (content.used - content.defined) & others
    assert given <= set(re.findall(r"\b[a-z_]+/\d\b", header(name)["Reads"]))


@pytest.mark.parametrize("name", LAW)
def test_a_header_names_every_predicate_that_it_gives_to_other_files_of_the_law(name: str) -> None:
    content = parsed(name)
    others = set().union(*(parsed(other).used for other in LAW if other != name))
    given = content.defined & others
    assert given <= set(re.findall(r"\b[a-z_]+/\d\b", header(name)["Defines"]))


# --- answers ---------------------------------------------------------------------------------------------------------


def answers_in(name: str) -> set[tuple[str, str]]:
    """The pairs of question and answer that the rules of a file ask for."""
    return {
        (str(atom.symbol.arguments[0]), str(atom.symbol.arguments[1]))
        for rule in parsed(name).of_type(ASTType.Rule)
        for atom in walk(rule)
        if atom.ast_type == ASTType.SymbolicAtom
        and signature(atom) == "reading/2"
        and all(term.ast_type == ASTType.SymbolicTerm for term in atom.symbol.arguments)
    }


def test_rules_ask_only_for_answers_that_exist() -> None:
    for name in RULED:
        for question, answer in answers_in(name):
            assert question in questions(), f"{name}: {question}"
            assert answer in questions()[question].answers, f"{name}: {question} has no answer {answer}"


def test_an_answer_that_a_comment_names_is_asked_for_below_it() -> None:
    for name in RULED:
        for annotation in told_in(name):
            assert isinstance(annotation, Annotation)
            for question, answer in re.findall(r"`(\w+): (\w+)`", annotation.says):
                asked = f"reading({question},{answer})"
                assert any(asked in rule for rule in annotation.rules), f"{annotation.id}: {asked}"


def test_every_answer_is_asked_for_or_the_default() -> None:
    asked = set().union(*map(answers_in, RULED))
    for question in questions().values():
        rivals = [answer for answer in question.answers[1:] if (question.id, answer) not in asked]
        # If two answers are all there are, a rule that asks for the first distinguishes them as well.
        if len(question.answers) == 2 and (question.id, question.default) in asked:
            continue
        assert rivals == [], f"no rule asks for {question.id}={', '.join(rivals)}"


def test_a_literal_on_an_answer_is_negated_only_where_all_others_are_meant() -> None:
    negated = {
        str(literal.atom)
        for name in RULED
        for rule in parsed(name).of_type(ASTType.Rule)
        for literal in walk(rule)
        if literal.ast_type == ASTType.Literal
        and literal.sign != Sign.NoSign
        and literal.atom.ast_type == ASTType.SymbolicAtom
        and signature(literal.atom) == "reading/2"
    }
    assert negated <= {"reading(unowned_stack,left)"}


# --- variables -------------------------------------------------------------------------------------------------------

LETTER = re.compile(r"\b([A-Z]) ([a-z]+(?: time)?)(?=[,.])")
SAME = {
    "mover": "player",
    "earlier time": "time",
    "destination": "segment",
    "graveyard": "segment",
    "region": "segment",
}
SAME |= dict.fromkeys(["limit", "place", "weight"], "number")
"""What each role is a case of: a region bears the number of a segment."""
ANYTHING = {("finding", 1), ("part", 1), ("missing", 3), ("removed", 2)}
"""Arguments that can be anything: values, and accounts."""


@cache
def roles() -> dict[str, str]:
    """What variables stand for, by letter, as the header of the vocabulary has it."""
    header = " ".join(line.removeprefix("% ") for line in text("vocabulary.lp").split("\n\n")[0].splitlines())
    return {letter: SAME.get(role, role) for letter, role in LETTER.findall(header.partition("named by role")[2])}


@pytest.mark.parametrize("name", [*LAW, "tasks/rulings.lp", "tasks/totals.lp"])
def test_every_letter_is_that_of_a_role(name: str) -> None:
    used = {node.name for rule in parsed(name).of_type(ASTType.Rule) for node in walk(rule) if is_named(node)}
    assert {letter.rstrip("'") for letter in used} <= set(roles())


def test_an_argument_has_one_role_in_all_of_the_law() -> None:
    found: dict[tuple[str, int, int], dict[str, str]] = {}
    for name in [*LAW, "tasks/rulings.lp", "tasks/totals.lp"]:
        for rule in parsed(name).of_type(ASTType.Rule):
            for atom in (node.symbol for node in walk(rule) if node.ast_type == ASTType.SymbolicAtom):
                for place, term in enumerate(atom.arguments):
                    if is_named(term) and (atom.name, place) not in ANYTHING:
                        role = roles()[term.name.rstrip("'")]
                        found.setdefault((atom.name, len(atom.arguments), place), {})[role] = f"{name}: {rule}"
    assert [(*place, told) for place, told in found.items() if len(told) > 1] == []


def is_named(node: AST) -> bool:
    return node.ast_type == ASTType.Variable and node.name != "_"


# --- programs --------------------------------------------------------------------------------------------------------


def test_the_manifest_names_every_file_of_the_law_and_none_that_is_missing() -> None:
    for entry in tasks().values():
        names = [*entry["files"], *entry["checks"]]
        assert len(set(names)) == len(names)
        # A task rules on a board by the whole law, or weighs the sources without a board.
        assert set(LAW) <= set(names) or set(names).isdisjoint(LAW)
        assert set(names) <= set(FILES)
        assert isinstance(entry["about"], str)


def test_a_program_is_the_files_of_its_task_one_after_the_other() -> None:
    entry = tasks()["rulings"]
    found = printed("rulings")
    places = [found.index(text(name)) for name in (*entry["files"], *entry["checks"])]
    assert places == sorted(places)
    assert found.startswith(program("rulings"))


def test_every_program_that_asks_for_answers_or_positions_tells_what_is_wrong_with_them() -> None:
    """The others have neither: they are given sentences, sets, or diagrams."""
    unchecked = {task for task, entry in tasks().items() if "tasks/fault.lp" not in entry["checks"]}
    assert all("questions.lp" not in tasks()[task]["files"] for task in unchecked)
    for task, entry in tasks().items():
        if "tasks/rulings.lp" in entry["files"]:
            assert {"tasks/fault.lp", "tasks/impossible.lp"} <= {*entry["files"], *entry["checks"]}, task
            chosen = "tasks/board.lp" in entry["files"]
            assert chosen != ("tasks/malformed.lp" in entry["checks"]), task


def test_a_task_that_the_manifest_lacks_is_no_program() -> None:
    with pytest.raises(KeyError):
        program("no_such_task")


@pytest.mark.parametrize("task", sorted(tasks()))
def test_every_program_grounds_by_itself_without_a_warning(task: str) -> None:
    warnings: list[str] = []
    control = clingo.Control(logger=lambda _, message: warnings.append(message))
    control.add("base", [], printed(task))
    control.ground([("base", [])])
    assert warnings == []


def test_a_number_of_the_law_is_read_from_its_fact() -> None:
    assert number("usable_cowboys") == 4  # five, of which one counts the points (base.cowboy.supply)
    with pytest.raises(KeyError):
        number("usable")


def test_the_version_of_the_law_is_twelve_hexadecimal_digits() -> None:
    assert re.fullmatch(r"[0-9a-f]{12}", law_version())


ENCODING = Path(str(encoding_root()))
ALL_FILES = sorted(path.relative_to(ENCODING).as_posix() for path in ENCODING.rglob("*.*"))


class TestTheVersionOfTheLaw:
    @pytest.fixture
    def package(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A copy of what the digest is of: the folder `encoding` and the file `readings.json`."""
        shutil.copytree(ENCODING, tmp_path / "encoding")
        shutil.copy(Path(sheriff_kb.law.encoding.__file__).with_name("readings.json"), tmp_path)
        monkeypatch.setattr(sheriff_kb.law.encoding, "files", lambda _package: tmp_path)
        assert law_version.__wrapped__() == law_version()
        return tmp_path

    def changed(self, file: Path) -> str:
        content = file.read_bytes()
        file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        return law_version.__wrapped__()

    def test_all_files_of_all_programs_are_among_them(self) -> None:
        assert {name for task in tasks().values() for name in task["files"]} <= {*ALL_FILES}  # type: ignore[attr-defined]

    @pytest.mark.parametrize("name", [*(f"encoding/{name}" for name in ALL_FILES), "readings.json"])
    def test_it_is_another_one_if_one_byte_is(self, name: str, package: Path) -> None:
        assert self.changed(package / name) != law_version()

    def test_it_is_another_one_if_a_rule_stands_in_another_file(self, package: Path) -> None:
        one, other = (package / "encoding/law" / name for name in ("end.lp", "graveyard.lp"))
        moved = one.read_bytes()
        one.write_bytes(b"")
        other.write_bytes(moved + other.read_bytes())
        assert law_version.__wrapped__() != law_version()

    def test_it_is_another_one_with_each_minor_version_but_not_with_a_patch(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found = []
        for release in ("3.4.1", "3.4.2", "3.5.0", "4.4.1"):
            monkeypatch.setattr("importlib.metadata.version", lambda _package, release=release: release)
            found.append(law_version.__wrapped__())
        assert found[0] == found[1]
        assert len(set(found)) == 3

    def test_what_lies_about_in_a_checkout_does_not_change_it(self, package: Path) -> None:
        (package / "encoding/law/end.lp~").write_text("left by an editor")
        assert law_version.__wrapped__() == law_version()
