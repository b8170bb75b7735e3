"""What became of mutants of the law: the counts as last written, and why some of them make no difference."""

from __future__ import annotations

from collections.abc import Iterator

from sheriff_dev.mutants.listed import Argument, arguments
from sheriff_dev.mutants.making import OPERATORS, Mutant, files, mutants
from sheriff_dev.mutants.results import law_digest, written
from sheriff_dev.site.law import law_files
from sheriff_dev.site.links import law_page
from sheriff_dev.site.page import Page, bullets, code, folded, heading, page, table
from sheriff_kb.wording import Wording, sentence_case


def pages(words: Wording) -> Iterator[Page]:
    """The one page."""
    yield page("mutants.md", words.site("mutants", "title"), words.site("mutants", "about"), _lines(words))


def _lines(words: Wording) -> Iterator[str]:
    results = written()
    by_id = {mutant.id: mutant for mutant in mutants()}
    yield words.site("mutants", "intro")
    yield bullets(f"`{name}` {told}" for name, told in OPERATORS.items())
    yield words.site("mutants", "judges")
    yield bullets(words.site("judges", name.replace(" ", "_")) for name in results["killed"])
    yield heading(2, words.site("mutants", "counts"), "counts")
    yield words.site("mutants", "run", count=results["positions"])
    yield code("python -m sheriff_dev mutants --jobs 2 --keep verdicts.jsonl", "sh")
    if results["law"] != law_digest():
        yield f"\n**{words.site('mutants', 'stale')}**\n"
    yield table([words.site("mutants", "what"), words.site("mutants", "count")], _rows(results, words))
    yield f"{words.site('mutants', 'kinds')} {', '.join(f'`{one}` {n}' for one, n in results['operators'].items())}.\n"
    yield f"{words.site('mutants', 'where')} {', '.join(f'`{file}`' for file in files())}.\n"
    yield words.site("mutants", "outside")
    if results["alive"]:
        yield heading(2, words.site("mutants", "alive"), "alive")
        yield words.site("mutants", "alive_intro")
        yield bullets(_told(by_id[id_]) for id_ in results["alive"] if id_ in by_id)
    yield heading(2, words.site("mutants", "equivalent"), "equivalent")
    yield words.site("mutants", "equivalent_intro")
    for argument in arguments():
        yield from _argument(argument, by_id, words)


def _rows(results: dict[str, object], words: Wording) -> Iterator[list[str]]:
    yield [words.site("mutants", "made"), str(results["made"])]
    killed: dict[str, int] = results["killed"]  # type: ignore[assignment]
    for name, count in killed.items():
        yield [words.site("kills", name.replace(" ", "_")), str(count)]
    yield [words.site("mutants", "equivalent"), str(results["equivalent"])]
    yield [words.site("mutants", "alive"), str(len(results["alive"]))]  # type: ignore[arg-type]


def _argument(argument: Argument, by_id: dict[str, Mutant], words: Wording) -> Iterator[str]:
    yield heading(3, sentence_case(argument.kind.replace("_", " ")), argument.kind)
    yield argument.why
    told = [_told(by_id[id_]) for id_ in argument.mutants if id_ in by_id]
    yield folded(words.site("mutants", "these", count=len(told)), [bullets(told)])


def _told(mutant: Mutant) -> str:
    """A mutant on one line: its id, with a link to the rule, and what it changes."""
    rule = f"`{mutant.rule}`"
    if mutant.file in law_files():
        rule = f"[{rule}](/{law_page(mutant.file)}#{mutant.paragraph})"
    change = " ".join(mutant.id.split()[1:])
    return f"{rule} `{change}`: `{mutant.was}`"
