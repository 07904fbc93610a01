"""Log-ins: how one differs from the user's earlier ones, what became of it, and changes of an account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Optional, Tuple, Union, cast

from ._ask import Answered, NoAnswer, Question, sendable_key
from ._decision import Reason
from ._errors import InvalidField
from ._signup import read_fields
from .types import LoginNotice, LoginResult

Suggestion = Literal["allow", "notify", "step_up", "deny"]

LoginOutcome = Literal["mfa_passed", "mfa_failed", "reset", "takeover", "owner_confirmed"]
"""What became of a log-in."""


@dataclass(frozen=True)
class ScoredLogin:
    suggest: Suggestion
    """notify: let the user in, and tell them; step_up: ask for a second factor."""
    risk_score: int
    """0 to 100."""
    request_id: str
    """For login_outcome."""
    summary: str
    """One sentence for people."""
    notice: Optional[LoginNotice]
    """What to mail to the user; None: nothing."""
    result: LoginResult
    """All that Winnow answered."""
    reason: Optional[Literal["invalid_input"]] = None
    detail: Optional[str] = None
    invalid_fields: Tuple[InvalidField, ...] = ()
    """What could not be read, and was left out."""
    degraded: Literal[False] = False


@dataclass(frozen=True)
class UnscoredLogin:
    """Nothing that Winnow said: "allow" without an answer, "step_up" for what it cannot read."""

    suggest: Literal["allow", "step_up"]
    reason: Reason
    detail: str
    """What happened, for the log."""
    invalid_fields: Tuple[InvalidField, ...] = ()
    risk_score: None = None
    request_id: None = None
    summary: None = None
    notice: None = None
    result: None = None
    degraded: Literal[True] = True


LoginDecision = Union[ScoredLogin, UnscoredLogin]
"""Which of the two it is, `degraded` says."""


def login_question(login: Any, idempotency_key: Any) -> Question:
    members, invalid = read_fields(login)
    # The token in a device is for sign-ups.
    members.pop("device_token", None)
    return Question("/v1/score/login", members, invalid, _is_result, True, sendable_key(idempotency_key))


def login_decision(asked: Union[Answered, NoAnswer]) -> LoginDecision:
    if isinstance(asked, NoAnswer):
        suggest: Literal["allow", "step_up"] = "step_up" if asked.reason == "invalid_input" else "allow"
        return UnscoredLogin(suggest, asked.reason, asked.detail, asked.invalid)
    result = cast(LoginResult, asked.body)
    return ScoredLogin(
        suggest=result["account"]["suggest"],
        risk_score=result["risk_score"],
        request_id=result["request_id"],
        summary=asked.body.get("summary") or "",
        notice=asked.body.get("notice"),
        result=result,
        reason="invalid_input" if asked.invalid else None,
        detail="some fields could not be read" if asked.invalid else None,
        invalid_fields=asked.invalid,
    )


def outcome_question(request_id: str, outcome: LoginOutcome) -> Question:
    members, invalid = read_fields({"request_id": request_id, "outcome": outcome})
    return Question("/v1/outcome", members, invalid, lambda body: isinstance(body, dict), True)


def is_recorded(asked: Union[Answered, NoAnswer]) -> bool:
    """A log-in that the account does not have is no error."""
    return isinstance(asked, Answered) and asked.body.get("recorded") == 1


def event_question(event: Any) -> Question:
    members, invalid = read_fields(event)
    return Question("/v1/events", members, invalid, lambda body: _is_of(body, event.get("user_id")), True)


def _is_of(body: Any, user_id: Any) -> bool:
    return isinstance(body, dict) and body.get("user_id") == user_id


def _is_result(body: Any) -> bool:
    if not isinstance(body, dict) or not isinstance(body.get("account"), dict):
        return False
    suggest, score = body["account"].get("suggest"), body.get("risk_score")
    is_number = isinstance(score, (int, float)) and not isinstance(score, bool)
    known = isinstance(suggest, str) and suggest in ("allow", "notify", "step_up", "deny")
    return known and is_number and isinstance(body.get("request_id"), str)
