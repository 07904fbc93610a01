"""A request as the generated methods describe it."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional
from urllib.parse import quote, urlencode

@dataclass(frozen=True)
class Call:
    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    content_type: str = "application/json"
    basic: bool = False
    """The endpoint takes the key as a Basic password, as MaxMind's clients send it."""
    accept: str = "application/json"
    timeout: Optional[float] = None
    keyed: bool = False
    """The service executes it once per Idempotency-Key."""
    idempotency_key: Optional[str] = None

    def target(self) -> str:
        """The path with its query. Parameters that are None are left out."""
        given = {name: _text(value) for name, value in self.query.items() if value is not None}
        return self.path if not given else f"{self.path}?{urlencode(given)}"

    def content(self) -> Optional[bytes]:
        """Bytes are sent as they are. Raises ValueError or TypeError for a body that is no JSON."""
        if self.body is None or isinstance(self.body, bytes):
            return self.body
        if self.content_type == "application/json":
            return json.dumps(self.body, allow_nan=False, ensure_ascii=False).encode()
        return str(self.body).encode()

    def headers(self) -> dict[str, str]:
        """The same for every attempt."""
        headers = {"accept": self.accept}
        if self.body is not None:
            headers["content-type"] = self.content_type
        if self.keyed or self.method == "POST":
            headers["idempotency-key"] = _quoted(self.idempotency_key or str(uuid.uuid4()))
        return headers

    def repeatable(self) -> bool:
        return self.keyed or self.method not in ("POST", "PATCH")


def segment(value: str) -> str:
    """A parameter inside a path."""
    return quote(value, safe="")


def _quoted(key: str) -> str:
    """A string of RFC 9651, as draft-ietf-httpapi-idempotency-key-header has it; one that is quoted already stays."""
    if key.startswith('"'):
        return key
    escaped = key.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
