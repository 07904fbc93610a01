"""What the methods of `api` raise. `score_signup` raises nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple

Unanswered = Literal["timeout", "unreachable", "unexpected_response"]
"""Why there is no answer."""


@dataclass(frozen=True)
class InvalidField:
    field: str
    """A name such as `ip` or `device_signals`."""
    detail: str


class WinnowError(Exception):
    """A call that failed."""


class UnavailableError(WinnowError):
    """There was no answer within the time-out."""

    def __init__(self, reason: Unanswered, detail: str) -> None:
        super().__init__(detail)
        self.reason: Unanswered = reason
        self.detail = detail


class ApiError(WinnowError):
    """An answer that is not a success."""

    def __init__(
        self,
        status: int,
        code: Optional[str],
        detail: str,
        invalid_fields: Tuple[InvalidField, ...],
        request_id: Optional[str],
    ) -> None:
        super().__init__(f"{status} {code or ''}: {detail}".replace(" :", ":"))
        self.status = status
        self.code = code
        """As in the service's catalogue of errors."""
        self.detail = detail
        self.invalid_fields = invalid_fields
        self.request_id = request_id
