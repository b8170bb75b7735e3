"""The Python reference, from the docstrings of what `import sheriff_kb` gives."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import sheriff_kb
from sheriff_dev.site.page import Page, code, heading, page, plain
from sheriff_kb.wording import Wording


def pages(words: Wording) -> Iterator[Page]:
    """The one page."""
    yield page("reference/python.md", words.site("python", "title"), words.site("python", "about"), _names(words))


def _names(words: Wording) -> Iterator[str]:
    yield words.site("python", "intro")
    yield from _doc(sheriff_kb)
    for names in sheriff_kb.HOMES.values():
        for name in names:
            yield from _described(getattr(sheriff_kb, name), name)


def _described(thing: Any, name: str) -> Iterator[str]:
    yield heading(2, f"`{name}`", name)
    if inspect.isclass(thing):
        yield code(_class(thing, name), "python")
        yield from _doc(thing)
        for own, member in vars(thing).items():
            if not own.startswith("_") and (text := _member(own, member)):
                yield from text
    else:
        yield code(f"def {name}{_signature(thing)}", "python")
        yield from _doc(thing)


def _class(thing: type, name: str) -> str:
    """A class with its fields, but for those that only the package itself has a use for."""
    bases = [base.__name__ for base in thing.__bases__ if base is not object]
    head = f"class {name}({', '.join(bases)})" if bases else f"class {name}"
    if is_dataclass(thing):
        listed = [f"    {field.name}: {field.type}" for field in fields(thing) if field.repr]
        return "\n".join([f"{head}:", *listed])
    return head + (_signature(thing) if "__init__" in vars(thing) and not issubclass(thing, Enum) else "")


def _member(name: str, member: Any) -> list[str] | None:
    """A method or property; None for anything else."""
    if isinstance(member, property):
        told = f"{name}: {_annotation(member.fget)}"
    elif isinstance(member, classmethod):
        told = f"classmethod {name}{_signature(member.__func__)}"
    elif inspect.isfunction(member):
        told = f"def {name}{_signature(member)}"
    elif hasattr(member, "func") and inspect.isfunction(member.func):  # a cached property
        told, member = f"{name}: {_annotation(member.func)}", member.func
    else:
        return None
    return [code(told, "python"), *_doc(member)]


def _signature(function: Callable[..., Any]) -> str:
    """The signature as the source has it, without `self`."""
    signature = inspect.signature(function)
    kept = [parameter for name, parameter in signature.parameters.items() if name not in ("self", "cls")]
    return re.sub(r"(?<=: )'([^']*)'|(?<=-> )'([^']*)'", r"\1\2", str(signature.replace(parameters=kept)))


def _annotation(function: Callable[..., Any] | None) -> str:
    return str(getattr(function, "__annotations__", {}).get("return", "Any"))


def _doc(thing: Any) -> Iterator[str]:
    """A docstring; paragraphs in columns stay as they are."""
    for paragraph in (inspect.getdoc(thing) or "").split("\n\n"):
        if re.search(r"\S {2,}\S", paragraph) or paragraph.startswith(("    ", ">>> ")):
            yield code(paragraph, "text")
        else:
            # Backticks mean code here as they do in Markdown.
            parts = paragraph.split("`")
            yield "\n" + "`".join(part if number % 2 else plain(part) for number, part in enumerate(parts)) + "\n"
