"""on_unavailable: the verdict when there is no score."""

from __future__ import annotations

import logging
from collections.abc import Mapping as MappingClass
from typing import Any, Callable, Dict, Mapping, Optional, TypedDict, Union

from ._decision import Fallback, Refused, Unavailable
from ._errors import Unanswered

UnavailableReason = Union[Unanswered, Refused]


class Fallbacks(TypedDict, total=False):
    """A verdict by reason, or by one of the service's codes, which comes first."""

    timeout: Fallback
    unreachable: Fallback
    unexpected_response: Fallback
    server_error: Fallback
    unauthorized: Fallback
    account_paused: Fallback
    quota_exceeded: Fallback
    rate_limited: Fallback
    key_missing: Fallback
    key_invalid: Fallback
    key_revoked: Fallback
    key_expired: Fallback
    scope_missing: Fallback
    test_key_refused: Fallback


OnUnavailable = Union[Fallback, Fallbacks, Callable[[Unavailable], Fallback]]
"""A verdict for every reason; one each; or a function of the failure. A reason that it does not name is as without it."""

_DEFAULTS: Dict[str, Fallback] = {
    "timeout": "allow",
    "unreachable": "allow",
    "unexpected_response": "allow",
    "server_error": "allow",
    # Whoever floods a form uses up the limits behind it: that must not open the door.
    "unauthorized": "review",
    "account_paused": "review",
    "quota_exceeded": "review",
    "rate_limited": "review",
}

_LOG = logging.getLogger("winnow_client")


def problem_of(choice: Any) -> Optional[str]:
    """What is wrong with an option; None: nothing."""
    if choice is None or callable(choice) or _is_fallback(choice):
        return None
    if not isinstance(choice, MappingClass):
        return 'must be "allow", "review", a function, or one of both by reason'
    for reason, verdict in choice.items():
        if reason not in Fallbacks.__annotations__:
            return f"knows no reason {reason}"
        if not _is_fallback(verdict):
            return f'must be "allow" or "review" for {reason}'
    return None


def fallback_for(unavailable: Unavailable, choice: Optional[OnUnavailable]) -> Fallback:
    """A function that raises, or answers neither, reviews."""
    found: Any = choice
    if callable(choice):
        try:
            return "allow" if choice(unavailable) == "allow" else "review"
        except Exception:  # noqa: BLE001  a sign-up must not fail because its fallback does
            _LOG.exception("on_unavailable failed")
            return "review"
    elif isinstance(choice, MappingClass):
        given: Mapping[Any, Any] = choice
        found = given.get(unavailable.code, given.get(unavailable.reason))
    if found == "allow":
        return "allow"
    return "review" if found == "review" else _DEFAULTS[unavailable.reason]


def _is_fallback(value: Any) -> bool:
    return isinstance(value, str) and value in ("allow", "review")
