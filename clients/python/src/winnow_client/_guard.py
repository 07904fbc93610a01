""""May I send?" before an SMS, a call or a mail with a code. Without an answer: send."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Literal, Optional, Tuple, Union, cast

from ._ask import Answered, NoAnswer, Question
from ._decision import Reason
from ._errors import InvalidField
from ._signup import read_fields
from .types import GuardSend, PostGuardSendBody

if TYPE_CHECKING:
    # Known to type checkers, and never imported.
    from typing_extensions import Unpack

SendOutcome = Literal["verified", "failed", "undelivered", "expired"]


@dataclass(frozen=True)
class GuardDecision:
    decision: Literal["allow", "delay", "deny"]
    retry_after: Optional[int] = None
    """Seconds; None: now, or never."""
    send_id: Optional[str] = None
    """For outcome; None: nothing can be told."""
    suggest: Optional[Literal["email"]] = None
    """Another channel that may do."""
    degraded: bool = False
    """True: nothing that Winnow said. "allow" without an answer, "deny" where it cannot read what is to be sent to."""
    reason: Optional[Reason] = None
    """Why there is no answer, or what limits it; None for a plain answer."""
    detail: Optional[str] = None
    """The same for the log."""
    invalid_fields: Tuple[InvalidField, ...] = ()
    """What could not be read, and was left out."""
    result: Optional[GuardSend] = None


class Guard:
    """Never raises, and takes no longer than the time-out of the client."""

    def __init__(self, asked: "Callable[[Question], Union[Answered, NoAnswer]]") -> None:
        self._asked = asked

    def send(self, **fields: Unpack[PostGuardSendBody]) -> GuardDecision:
        return _decision(self._asked(_send_question(fields)))

    def outcome(self, send_id: Optional[str], status: SendOutcome) -> bool:
        """False: it was not taken in. Nothing is told where send_id is None."""
        return send_id is not None and isinstance(self._asked(_outcome_question(send_id, status)), Answered)


class AsyncGuard:
    """As Guard, to be awaited."""

    def __init__(self, asked: "Callable[[Question], Awaitable[Union[Answered, NoAnswer]]]") -> None:
        self._asked = asked

    async def send(self, **fields: Unpack[PostGuardSendBody]) -> GuardDecision:
        return _decision(await self._asked(_send_question(fields)))

    async def outcome(self, send_id: Optional[str], status: SendOutcome) -> bool:
        """False: it was not taken in. Nothing is told where send_id is None."""
        if send_id is None:
            return False
        return isinstance(await self._asked(_outcome_question(send_id, status)), Answered)


def _send_question(fields: Any) -> Question:
    members, invalid = read_fields(fields, is_device=False)
    # A send that is asked about again counts again.
    return Question("/v1/guard/send", members, invalid, _is_result, False)


def _outcome_question(send_id: str, status: str) -> Question:
    members, invalid = read_fields({"send_id": send_id, "status": status})
    return Question("/v1/guard/outcome", members, invalid, lambda body: _has(body, send_id), False)


def _has(body: Any, send_id: str) -> bool:
    return isinstance(body, dict) and body.get("send_id") == send_id


def _decision(asked: Union[Answered, NoAnswer]) -> GuardDecision:
    if isinstance(asked, NoAnswer):
        return GuardDecision(
            decision="deny" if asked.reason == "invalid_input" else "allow",
            degraded=True,
            reason=asked.reason,
            detail=asked.detail,
            invalid_fields=asked.invalid,
        )
    result = cast(GuardSend, asked.body)
    return GuardDecision(
        decision=result["decision"],
        retry_after=asked.body.get("retry_after"),
        send_id=asked.body.get("send_id"),
        suggest=asked.body.get("suggest"),
        reason="invalid_input" if asked.invalid else None,
        detail="some fields could not be read" if asked.invalid else None,
        invalid_fields=asked.invalid,
        result=result,
    )


def _is_result(body: Any) -> bool:
    decision = body.get("decision") if isinstance(body, dict) else None
    return isinstance(decision, str) and decision in ("allow", "delay", "deny")
