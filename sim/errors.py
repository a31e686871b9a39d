"""Bad input: every fault of a file at once, each with its key, its value and the nearest valid name."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from pydantic import BaseModel, ValidationError

LONGEST_VALUE = 80
"""Characters of a wrong value that a message shows."""


@dataclass(frozen=True)
class Fault:
    """One thing wrong with one input.

    Attributes
    ----------
    file : str
        The file, or the part of the command line, that is wrong.
    key : str
        Path of the key, e.g. ``spirits[0]``; empty for the file as a whole.
    value : object
        What stands there; None is not shown.
    message : str
        What is wrong with it.
    nearest : str or None
        The valid name most like the value.

    Examples
    --------
    >>> print(Fault("x.toml", "spirits[0]", "eyes_wach", "unknown spirit", "eyes_watch_from_the_trees"))
    x.toml: spirits[0] = "eyes_wach": unknown spirit; nearest: eyes_watch_from_the_trees
    """

    file: str
    key: str
    value: object
    message: str
    nearest: str | None = None

    def __str__(self) -> str:
        """One line: file, key, value, message, nearest name."""
        shown = "" if self.value is None else f" = {_shown(self.value)}"
        place = f"{self.file}: {self.key}{shown}" if self.key else self.file
        hint = f"; nearest: {self.nearest}" if self.nearest else ""
        return f"{place}: {self.message}{hint}"


class BadInput(Exception):
    """Input that cannot be used, with all its faults.

    Parameters
    ----------
    faults : sequence of Fault
        At least one.
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(tuple(faults))
        self.faults = tuple(faults)

    def __str__(self) -> str:
        """The faults, one line each, under a line that counts them if there are several."""
        lines = [str(fault) for fault in self.faults]
        if len(lines) == 1:
            return lines[0]
        return "\n".join([f"{len(lines)} faults", *(f"  {line}" for line in lines)])


def nearest(name: object, names: Iterable[str]) -> str | None:
    """The one of ``names`` that is most like ``name``; None without any names.

    Examples
    --------
    >>> nearest("wetlnad", ["jungle", "wetland"])
    'wetland'
    >>> nearest("eyes", ["devouring_teeth_lurk_underfoot", "eyes_watch_from_the_trees"])
    'eyes_watch_from_the_trees'
    """
    word = str(name).lower()
    candidates = [candidate for candidate in names if candidate]
    inside = [candidate for candidate in candidates if word and word in candidate.lower()]
    lowered = {candidate.lower(): candidate for candidate in inside or candidates}
    best = difflib.get_close_matches(word, lowered, n=1, cutoff=0.0)
    return lowered[best[0]] if best else None


def unknown(file: str, key: str, value: object, kind: str, names: Iterable[str]) -> Fault:
    """The fault of a name that is none of ``names``."""
    return Fault(file, key, value, f"unknown {kind}", nearest(value, names))


def read_toml(path: Path | Traversable, file: str | None = None) -> dict[str, Any]:
    """The contents of a TOML file.

    Parameters
    ----------
    path : Path or Traversable
        The file.
    file : str, optional
        How messages call it; by default its path.

    Raises
    ------
    BadInput
        If it is missing, cannot be read, or is not TOML.
    """
    called = file or str(path)
    hint = None
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        message = "no such file"
        hint = _nearest_file(path)
    except IsADirectoryError:
        message = "is a folder, not a file"
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
    except UnicodeDecodeError as error:
        message = f"is not UTF-8 text: byte {error.start} cannot be read"
    except tomllib.TOMLDecodeError as error:
        message = f"is not valid TOML: {error}"
    raise BadInput([Fault(called, "", None, message, hint)])


def _nearest_file(path: Path | Traversable) -> str | None:
    """The TOML file in the same folder whose name is most like that of a missing one."""
    if not isinstance(path, Path) or not path.parent.is_dir():
        return None
    return nearest(path.name, sorted(other.name for other in path.parent.glob("*.toml")))


def validation_faults(
    error: ValidationError, model: type[BaseModel], data: Mapping[str, Any], file: str
) -> list[Fault]:
    """The faults that a pydantic model found in ``data``.

    Parameters
    ----------
    error : pydantic.ValidationError
        What ``model`` raised for ``data``.
    model : type of pydantic.BaseModel
        The model; its field names are the valid names of unknown keys.
    data : mapping
        The contents of the file.
    file : str
        How messages call the file.
    """
    items = [dict(item) for item in error.errors()]
    return [_fault(item, model, data, file) for item in items if not _follows(item, items)]


def _follows(item: dict[str, Any], items: list[dict[str, Any]]) -> bool:
    """Whether a list is called too short only because entries of it are wrong."""
    place = item["loc"]
    wrong_inside = any(len(other["loc"]) > len(place) and other["loc"][: len(place)] == place for other in items)
    return item["type"] == "too_short" and wrong_inside


def _fault(item: dict[str, Any], model: type[BaseModel], data: Mapping[str, Any], file: str) -> Fault:
    """The fault of one entry of ``ValidationError.errors()``."""
    context = item.get("ctx", {})
    kind = item["type"]
    location = item["loc"]
    value = None if kind == "missing" else item["input"]
    hint = context.get("nearest")
    if kind == "extra_forbidden":
        hint = nearest(location[-1], _field_names(model, location[:-1]))
    elif kind == "literal_error":
        hint = nearest(value, str(context["expected"]).replace(" or ", ", ").replace("'", "").split(", "))
    return Fault(file, key_path(location, data), value, _message(kind, context, item["msg"]), hint)


def key_path(location: Sequence[str | int], data: object) -> str:
    """The way to a value as people write it: ``power[gift_of_power].elements[0]``.

    Entries of a list that have an ``id`` are named by it.  Parts of ``location`` that are not in ``data`` (pydantic
    names the member of a union) are left out, but for the last one, which may be a missing key.

    Examples
    --------
    >>> key_path(("power", 0, "cost"), {"power": [{"id": "drought", "cost": -1}]})
    'power[drought].cost'
    """
    path = ""
    node = data
    for place, part in enumerate(location):
        if isinstance(part, int) and isinstance(node, (list, tuple)):
            node = node[part]
            name = node.get("id") if isinstance(node, dict) else None
            path += f"[{name if isinstance(name, str) else part}]"
        elif isinstance(node, Mapping) and (part in node or place == len(location) - 1):
            node = node.get(part)
            path += f".{part}" if path else str(part)
    return path


def _field_names(annotation: Any, location: Sequence[str | int]) -> list[str]:
    """Names of the keys that a table at ``location`` below ``annotation`` may have."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _field_names(get_args(annotation)[0], location)
    fields = getattr(annotation, "model_fields", None)
    if fields is not None:
        by_name = {field.alias or name: field.annotation for name, field in fields.items()}
        if not location:
            return list(by_name)
        if location[0] in by_name:
            return _field_names(by_name[str(location[0])], location[1:])
        return _field_names(annotation, location[1:])
    is_list = origin in (list, tuple)
    members = [member for member in get_args(annotation) if member is not Ellipsis]
    found = [_field_names(member, location[1:] if is_list else location) for member in members]
    return [name for names in found for name in names]


_MESSAGES = {
    "missing": "is required",
    "extra_forbidden": "unknown key",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be finite",
    "string_type": "must be text",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "too_short": "must have at least {min_length} entries",
    "too_long": "must have at most {max_length} entries",
    "string_too_short": "must not be empty",
    "literal_error": "must be {expected}",
    "value_error": "{error}",
}
"""Our words for pydantic's kinds of error; a kind not listed keeps pydantic's message."""


def _message(kind: str, context: Mapping[str, Any], message: str) -> str:
    """What is wrong, in one clause."""
    return _MESSAGES[kind].format(**context) if kind in _MESSAGES else message


def toml_value(value: Any) -> str:
    """A value as it stands in a TOML file; tables and lists on one line.

    Examples
    --------
    >>> toml_value({"games": 5, "interval": (0.5, 1e-7), "title": 'the "one"'})
    '{ games = 5, interval = [0.5, 1e-07], title = "the \\\\"one\\\\"" }'
    """
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {toml_value(entry)}' for key, entry in value.items())} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, str):
        # JSON has all the escapes but that of DEL; a file's name may hold bytes that are no text
        text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        return text.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, (int, float)) else str(value)


def _shown(value: object) -> str:
    """A value as it would stand in a TOML file, shortened."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + "..."
