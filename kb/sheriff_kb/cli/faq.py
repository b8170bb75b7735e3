"""The commands `sheriff faq` and `sheriff ask`: questions that players ask, and their answers."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheriff_kb.cli.names import Named
from sheriff_kb.cli.pictures import png
from sheriff_kb.cli.progress import progress
from sheriff_kb.cli.shared import format_option, print_json
from sheriff_kb.exits import FAULT
from sheriff_kb.files import folder, write
from sheriff_kb.output import enveloped, printed
from sheriff_kb.wording import DEFAULT_LANGUAGE, languages, wording

if TYPE_CHECKING:
    from sheriff_kb.faq import Answer, Entry

WIDEST = 100


def check_language(_ctx: click.Context, _param: click.Parameter, language: str) -> str:
    """The language; a usage error if the FAQ is not available in it."""
    from sheriff_kb.faq.words import faq_languages

    if language not in faq_languages():
        raise click.BadParameter(f"the FAQ is not available in '{language}'; choose from {', '.join(faq_languages())}")
    return language


faq_language_option = click.option(
    "--language",
    type=click.Choice(languages()),
    default=DEFAULT_LANGUAGE,
    callback=check_language,
    help="Language of the output.",
    show_default=True,
)


def _known() -> Iterable[str]:
    """Entries, topics, and the disputed rules that entries are about."""
    from sheriff_kb.faq import entries

    return dict.fromkeys(
        name for part in ("id", "topic", "rule") for entry in entries() if (name := getattr(entry, part))
    )


@click.command(short_help="Answer the questions that players ask.")
@click.argument(
    "names", nargs=-1, metavar="[ENTRY|TOPIC|QUESTION...]", type=Named("FAQ entry, topic or question", _known)
)
@click.option("--list", "listed", is_flag=True, help="List the questions without answers.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["md", "json", "mediawiki", "csv"]),
    default="md",
    help="Output format.",
    show_default=True,
)
@click.option(
    "--footnote", is_flag=True, help="With --format mediawiki: write each answer as a footnote, not as a section."
)
@click.option(
    "--drawings",
    type=click.Path(file_okay=False),
    help="Write the drawings to this folder, as SVG, and link them in the output.",
)
@click.option("--png", "as_png", is_flag=True, help="With --drawings: write PNG instead of SVG.")
@click.option(
    "--site", metavar="ADDRESS", help="Link sentences to a copy of our pages at ADDRESS, not to their sources."
)
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write to FILE.")
@faq_language_option
def faq(
    names: Sequence[str],
    listed: bool,
    form: str,
    footnote: bool,
    drawings: str | None,
    as_png: bool,
    site: str | None,
    output: str | None,
    language: str,
) -> None:
    """Answer the questions that players ask, each on a position and under every reading of the rules.

    \b
    sheriff faq --list
    sheriff faq tent-onto-his-mountain
    sheriff faq graveyards --drawings pictures -o graveyards.md
    sheriff faq self_tile --format mediawiki --footnote

    Give entries, topics, or disputed rules (for all entries about them); without a name, all questions are answered.
    Nothing is cached: the answers are computed from the law each time.
    """  # noqa: D301
    if footnote and form != "mediawiki":
        raise click.BadParameter("only with --format mediawiki", param_hint="--footnote")
    if as_png and not drawings:
        raise click.BadParameter("only with --drawings", param_hint="--png")
    chosen = _chosen(names)
    if listed:
        _list(chosen, language)
        return
    from sheriff_kb.faq import answer

    words = wording(language)
    answers = [answer(entry, words) for entry in progress(chosen, "Answering")]
    files = _draw(answers, Path(drawings), language, as_png=as_png) if drawings else {}
    text = _formed(answers, files, form, language, footnote=footnote, site=site)
    if output is None or output == "-":
        click.echo(text, nl=False)
    else:
        write(Path(output), text)


@click.command(short_help="Find the FAQ question closest to your words, and answer it.")
@click.argument("words", nargs=-1, required=True)
@format_option
@click.option(
    "--near",
    "most",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    metavar="N",
    help="List up to N other questions that are close.",
)
@faq_language_option
def ask(words: Sequence[str], form: str, most: int, language: str) -> None:
    """Find the FAQ question closest to your words, and answer it.

    \b
    sheriff ask "may my tent go where the sheriff is?"
    sheriff ask does a graveyard tile move the sheriff

    The words are in the language of the output; see --language.
    """  # noqa: D301
    from sheriff_kb.faq import answer, markup, tables
    from sheriff_kb.faq.search import nearest
    from sheriff_kb.faq.words import faq_words

    told = faq_words(language)
    found = nearest(" ".join(words), told)
    if not found:
        click.echo(told.say("nothing_found"), err=True)
        sys.exit(FAULT)
    best, others = answer(found[0], wording(language)), found[1 : 1 + most]
    if form == "json":
        print_json({**tables.as_json([best], told), "nearest": [entry.id for entry in others]})
        return
    width = min(WIDEST, shutil.get_terminal_size().columns)
    click.echo(markup.page(best, told, markup.Terminal(width)), nl=False)
    if others:
        click.echo(f"\n{click.style(told.say('nearest'), bold=True)}")
        for entry in others:
            click.echo(f"  {told.question(entry.id)}  {click.style(f'sheriff faq {entry.id}', dim=True)}")


def _chosen(names: Sequence[str]) -> list[Entry]:
    from sheriff_kb.faq import entries

    return [entry for entry in entries() if not names or {entry.id, entry.topic, entry.rule} & {*names}]


def _list(chosen: Iterable[Entry], language: str) -> None:
    from sheriff_kb.faq.words import faq_words

    told = faq_words(language)
    topic = ""
    for entry in chosen:
        if entry.topic != topic:
            click.echo(f"{chr(10) if topic else ''}{click.style(told.topics[entry.topic], bold=True)} ({entry.topic})")
            topic = entry.topic
        click.echo(f"  {entry.id:<40} {told.question(entry.id)}")


def _draw(answers: Iterable[Answer], target: Path, language: str, *, as_png: bool) -> dict[str, str]:
    """Write the drawings; returns the file of each entry as the output names it."""
    from sheriff_kb import drawing

    folder(target)
    files = {}
    for answer in answers:
        file = target / f"{answer.entry.id}.{'png' if as_png else 'svg'}"
        draw = png if as_png else drawing.svg
        write(file, draw(answer.position, focus=answer.focus, scheme="light", language=language))
        files[answer.entry.id] = file.as_posix()
    return files


def _formed(
    answers: Sequence[Answer], files: dict[str, str], form: str, language: str, *, footnote: bool, site: str | None
) -> str:
    from sheriff_kb.faq import markup, tables
    from sheriff_kb.faq.words import faq_words

    told = faq_words(language)
    if form == "json":
        return printed(enveloped(tables.as_json(answers, told, files)))
    if form == "csv":
        return tables.as_csv(answers, told)
    address = markup.on_site(site) if site else markup.own_address
    if footnote:
        return "".join(markup.footnote(answer, told, address) for answer in answers)
    if form == "mediawiki":
        dialect: markup.Dialect = markup.MediaWiki()
        files = {name: Path(file).name for name, file in files.items()}  # a wiki knows no folders
    else:
        dialect = markup.Markdown()
    return "\n\n".join(markup.document(answers, told, dialect, lambda one: files.get(one.entry.id), address)) + "\n"
