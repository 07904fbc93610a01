"""What a sign-up is answered with, and how answers become that."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Literal, NoReturn, Optional, Tuple, Union, cast

from ._errors import ApiError, InvalidField, Unanswered
from ._transport import Answer
from .types import SignupResult

Verdict = Literal["allow", "review", "block"]

Refused = Literal["unauthorized", "account_paused", "quota_exceeded", "rate_limited", "server_error"]

Reason = Union[Literal["invalid_input"], Unanswered, Refused]
"""Why a decision is not, or not only, Winnow's score:

- invalid_input: input that cannot be read: review, never allow. The fields are in `invalid_fields`
- timeout, unreachable: no answer within the time-out
- unexpected_response: something answered that is not Winnow
- unauthorized: the key is wrong, revoked or expired, or lacks the scope
- account_paused, quota_exceeded, rate_limited: as the service says
- server_error: Winnow, or a proxy before it, answered 408 or 5xx
"""

_ACCOUNT_CODES: dict[str, Refused] = {
    "key_missing": "unauthorized",
    "key_invalid": "unauthorized",
    "key_revoked": "unauthorized",
    "key_expired": "unauthorized",
    "scope_missing": "unauthorized",
    "test_key_refused": "unauthorized",
    "account_paused": "account_paused",
    "quota_exceeded": "quota_exceeded",
    "rate_limited": "rate_limited",
}
"""Codes of problem documents that are about the caller's account, not about the input."""

_WRONG_PLACE = frozenset({"not_found", "method_not_allowed"})
"""Winnow itself says that there is no such endpoint: the base URL is wrong, for example by `/v1` at its end."""

Fallback = Literal["allow", "review"]
"""A verdict without a score."""


@dataclass(frozen=True)
class ScoredDecision:
    verdict: Verdict
    risk_score: int
    """0 to 100."""
    request_id: str
    """For outcomes and for support."""
    summary: str
    """One sentence for people."""
    result: SignupResult
    """All that Winnow answered."""
    reason: Optional[Literal["invalid_input"]] = None
    """None for a plain score."""
    detail: Optional[str] = None
    """What happened, for the log; None for a plain score. Holds no value of the sign-up."""
    invalid_fields: Tuple[InvalidField, ...] = ()
    degraded: Literal[False] = False


@dataclass(frozen=True)
class UnscoredDecision:
    """Nothing was scored: the verdict is the one configured for that, or review for invalid input."""

    verdict: Fallback
    reason: Reason
    detail: str
    """What happened, for the log. Holds no value of the sign-up."""
    invalid_fields: Tuple[InvalidField, ...] = ()
    risk_score: None = None
    request_id: None = None
    summary: None = None
    result: None = None
    degraded: Literal[True] = True


Decision = Union[ScoredDecision, UnscoredDecision]
"""Which of the two it is, `degraded` says; type checkers narrow by it, or by any field that may be None."""


@dataclass(frozen=True)
class Unavailable:
    """There is no score, for a reason that is not the input."""

    reason: Union[Unanswered, Refused]
    detail: str
    code: Optional[str] = None
    """The service's own, where it gave one that is about the account."""


def scored(result: SignupResult, unsent: Tuple[InvalidField, ...]) -> ScoredDecision:
    invalid = unsent + invalid_fields(cast("dict[str, Any]", result).get("components_invalid"))
    # What was not sent cannot have moved the service's own verdict.
    verdict: Verdict = "review" if unsent and result["verdict"] == "allow" else result["verdict"]
    return ScoredDecision(
        verdict=verdict,
        risk_score=result["risk_score"],
        request_id=result["request_id"],
        summary=result.get("summary") or "",
        reason="invalid_input" if invalid else None,
        detail="some fields could not be read" if invalid else None,
        invalid_fields=invalid,
        result=result,
    )


def without_score(
    verdict: Fallback, reason: Reason, detail: str, invalid: Tuple[InvalidField, ...]
) -> UnscoredDecision:
    return UnscoredDecision(verdict=verdict, reason=reason, detail=detail, invalid_fields=invalid)


def read_answer(answer: Answer, unsent: Tuple[InvalidField, ...]) -> Union[Decision, Unavailable]:
    read = read_json(answer, _is_result)
    if isinstance(read, Unavailable):
        return read
    if isinstance(read, ApiError):
        return without_score("review", "invalid_input", str(read), unsent + read.invalid_fields)
    return scored(cast(SignupResult, read), unsent)


def read_json(answer: Answer, is_answer: Callable[[Any], bool]) -> "Union[Dict[str, Any], ApiError, Unavailable]":
    """An ApiError is about the input: a 4xx that is not known to be about the account may have been caused by what the
    visitor typed.
    """
    body = _parsed(answer.body)
    if answer.status == 200:
        if is_answer(body):
            return cast("Dict[str, Any]", body)
        return Unavailable("unexpected_response", "200 without an answer")
    problem = read_problem(answer.status, body)
    known = _ACCOUNT_CODES.get(problem.code or "")
    if known is not None:
        return Unavailable(known, str(problem), problem.code)
    if answer.status in (404, 405) and problem.code in _WRONG_PLACE:
        return Unavailable("unexpected_response", f"{problem}: check the base URL, which ends before /v1")
    if answer.status == 429:
        return Unavailable("rate_limited", str(problem))
    if answer.status == 408 or answer.status >= 500:
        return Unavailable("server_error", str(problem))
    if answer.status < 400:
        return Unavailable("unexpected_response", f"{answer.status} instead of an answer")
    return problem


def read_problem(status: int, body: Any) -> ApiError:
    """Reads a problem document (RFC 9457), or the error of a compatibility endpoint."""
    given = body if isinstance(body, dict) else {}
    return ApiError(
        status,
        _text(given.get("code")),
        _text(given.get("detail")) or _text(given.get("error")) or "no problem document",
        invalid_fields(given.get("errors")),
        _text(given.get("request_id")),
    )


def read_result(answer: Answer, accept: str) -> Any:
    """The body of a successful answer. Raises ApiError for any other."""
    if answer.status == 204:
        return None
    if not 200 <= answer.status < 300:
        raise read_problem(answer.status, _parsed(answer.body))
    if accept != "application/json":
        return answer.body.decode("utf-8", "replace")
    body = _parsed(answer.body)
    if body is None:
        raise ApiError(answer.status, None, "the answer is no JSON", (), None)
    return body


def invalid_fields(errors: Any) -> Tuple[InvalidField, ...]:
    """Of `components_invalid` of a result, or of `errors` of a problem document."""
    found: List[InvalidField] = []
    for error in errors if isinstance(errors, list) else []:
        if isinstance(error, dict):
            name = error.get("field") or error.get("parameter") or error.get("pointer") or ""
            found.append(InvalidField(str(name).lstrip("/"), str(error.get("detail", ""))))
    return tuple(found)


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _is_result(body: Any) -> bool:
    if not isinstance(body, dict) or body.get("verdict") not in ("allow", "review", "block"):
        return False
    score = body.get("risk_score")
    is_number = isinstance(score, (int, float)) and not isinstance(score, bool)
    return is_number and isinstance(body.get("request_id"), str)


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None
