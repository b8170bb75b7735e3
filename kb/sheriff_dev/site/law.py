"""The law as literate pages, a page a file, and the reference of its predicates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sheriff_dev.site.known import Known
from sheriff_dev.site.links import law_page, quoted, to_question
from sheriff_dev.site.literate import header, paragraphs, predicates
from sheriff_dev.site.page import Page, box, bullets, code, comment, heading, page, plain, table
from sheriff_kb.law import questions, tasks
from sheriff_kb.law.annotations import files
from sheriff_kb.wording import Wording, sentence_case

_FAULT = re.compile(r"^fault\(.*?,(\w+)\) :- ")
"""The reason in a rule that reports a fault of the input."""


def law_files() -> list[str]:
    """The files that have a page: the law, then what is asked of it."""
    found = [file for file in files() if file.startswith(("law/", "tasks/"))]
    return [file for file in found if any(True for _ in paragraphs(file))]


def pages(known: Known) -> Iterator[Page]:
    """The overview, a page a file, and the reference of predicates."""
    words = known.words
    yield page("law/index.md", words.site("law", "title"), words.site("law", "about"), _overview(words))
    for file in law_files():
        yield page(law_page(file), file, sentence_case(header(file).purpose), _file(file, known))
    yield page(
        "reference/predicates.md", words.site("predicates", "title"), words.site("predicates", "about"), _all(words)
    )


def _overview(words: Wording) -> Iterator[str]:
    yield words.site("law", "intro")
    head = [words.site("law", "file"), words.site("law", "purpose")]
    yield table(head, ([_to_file(file), plain(sentence_case(header(file).purpose))] for file in law_files()))
    yield heading(2, words.site("law", "programs"), "programs")
    yield words.site("law", "programs_intro")
    rows = [
        [f"`{task}`", plain(sentence_case(told["about"])), " ".join(map(_to_file, told["files"] + told["checks"]))]
        for task, told in tasks().items()
    ]
    yield table([words.site("law", key) for key in ("task", "what", "files")], rows)


def _to_file(file: str) -> str:
    return f"[`{file}`](/{law_page(file)})" if file in law_files() else f"`{file}`"


def _file(file: str, known: Known) -> Iterator[str]:
    words = known.words
    head = header(file)
    yield f"{plain(sentence_case(head.purpose))}\n"
    for key, names in (("reads", head.reads), ("defines", head.defines)):
        if names:
            yield f"\n{words.site('law', key)} {', '.join(map(_to_predicate, names))}\n"
    section = ""
    told = list(paragraphs(file))
    level = 3 if any(one.section for one in told) else 2
    for one in told:
        if one.section != section:
            section = one.section
            yield f"\n## {plain(sentence_case(section))}\n"
        yield heading(level, one.annotation.id, one.annotation.id)
        yield comment(one.annotation.says)
        yield code(one.code, "prolog")
        reasons = dict.fromkeys(why for rule in one.annotation.rules for why in _FAULT.findall(rule))
        if reasons:
            yield bullets(f"`{why}`: {plain(words.fault(why))}" for why in reasons)
        if one.annotation.cites:
            yield box(
                "cites", [words.site("law", "cites"), bullets(quoted(cited, words) for cited in one.annotation.cites)]
            )
        read = [name for name in questions() if any(f"reading({name}," in rule for rule in one.annotation.rules)]
        if read:
            yield f"{words.site('law', 'depends')} {', '.join(to_question(name, words) for name in read)}.\n"


# --- predicates ------------------------------------------------------------------------------------------------------


def _to_predicate(name: str) -> str:
    """A link to a predicate that is described somewhere; otherwise only its name."""
    known = {predicate.name for predicate in predicates()}
    return f"[`{name}`](/reference/predicates.md#{name.replace('/', '-')})" if name in known else f"`{name}`"


def _all(words: Wording) -> Iterator[str]:
    yield words.site("predicates", "intro")
    headers = {file: header(file) for file in files()}
    file = ""
    for one in predicates():
        if one.file != file:
            file = one.file
            yield f"\n## {file}\n\n{plain(sentence_case(headers[file].purpose))}\n"
        yield heading(3, f"`{one.signature}`", one.name.replace("/", "-"))
        yield comment(one.says)
        for key, users in (
            ("defined", [name for name, told in headers.items() if one.name in told.defines]),
            ("read", [name for name, told in headers.items() if one.name in told.reads]),
        ):
            if users:
                yield f"\n{words.site('predicates', key)} {', '.join(map(_to_file, users))}.\n"
