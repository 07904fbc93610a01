"""Reads what the application knows of a sign-up into a request body; never raises."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

from ._errors import InvalidField

_MAX_BODY_BYTES = 256 * 1024
"""As the service accepts."""
_SETTINGS = frozenset({"strictness", "phone_country", "user_id", "device_token", "email_token", "attestation"})
"""Describe other fields; they are nothing to score by themselves."""
_DEVICE = {
    "device_id": "device_id",
    "device_signals": "signals",
    "device_automation": "automation",
    "device_token": "device_token",
}


@dataclass(frozen=True)
class ReadSignup:
    body: Optional[bytes]
    """None: there is nothing to send."""
    invalid: Tuple[InvalidField, ...]


def read_signup(signup: Any) -> ReadSignup:
    try:
        return _read(signup)
    except Exception:  # noqa: BLE001  a mapping of the caller's own class may raise anything
        return _refused("", "the sign-up cannot be read")


def _read(signup: Any) -> ReadSignup:
    members, invalid = _members(signup, True)
    members.pop("on_invalid", None)
    if _SETTINGS.issuperset(members):
        return ReadSignup(None, tuple(invalid) or (InvalidField("", "nothing to score"),))
    body = body_of({**members, "on_invalid": b'"on_invalid":"review"'})
    if len(body) > _MAX_BODY_BYTES:
        return _refused("", f"the sign-up is larger than {_MAX_BODY_BYTES} bytes")
    return ReadSignup(body, tuple(invalid))


def read_fields(given: Any, is_device: bool = True) -> Tuple[Dict[str, bytes], List[InvalidField]]:
    """The members of a body in JSON, by name; never raises. What is no mapping has none.

    is_device: `device` is what the browser's script returned, rather than a field of the service.
    """
    try:
        return _members(given, is_device)
    except Exception:  # noqa: BLE001  a mapping of the caller's own class may raise anything
        return {}, [InvalidField("", "cannot be read")]


def _members(given: Any, is_device: bool) -> Tuple[Dict[str, bytes], List[InvalidField]]:
    if not isinstance(given, Mapping):
        return {}, [InvalidField("", "is no mapping")]
    members: Dict[str, bytes] = {}
    invalid: List[InvalidField] = []
    for name, value in _flattened(given, invalid) if is_device else list(given.items()):
        if _is_blank(value):
            continue
        member = _member(name, value)
        if member is None:
            invalid.append(InvalidField(_shown(name), "cannot be written as JSON"))
        else:
            members[name] = member
    return members, invalid


def body_of(members: Mapping[str, bytes]) -> bytes:
    return b"{" + b",".join(members.values()) + b"}"


def _flattened(signup: Mapping[Any, Any], invalid: List[InvalidField]) -> List[Tuple[Any, Any]]:
    """`device` becomes the fields that it stands for."""
    fields: List[Tuple[Any, Any]] = []
    for name, value in signup.items():
        if name != "device" or _is_blank(value):
            fields.append((name, value))
        elif isinstance(value, Mapping):
            fields.extend((field, value.get(key)) for field, key in _DEVICE.items())
        else:
            invalid.append(InvalidField("device", "is no mapping"))
    return fields


def _member(name: Any, value: Any) -> Optional[bytes]:
    """Bytes, NaN, cycles and lone surrogates are no JSON."""
    if not isinstance(name, str):
        return None
    if isinstance(value, str) and len(value) > _MAX_BODY_BYTES:
        return None
    try:
        return json.dumps({name: value}, allow_nan=False, ensure_ascii=False).encode()[1:-1]
    except Exception:  # noqa: BLE001  a value of the caller's own class may raise anything
        return None


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and value == "")


def _shown(name: Any) -> str:
    return name[:100].encode("ascii", "replace").decode() if isinstance(name, str) else ""


def _refused(field: str, detail: str) -> ReadSignup:
    return ReadSignup(None, (InvalidField(field, detail),))
