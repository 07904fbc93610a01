"""The two clients."""

from __future__ import annotations

import logging
import math
import re
import time
from typing import TYPE_CHECKING, Any, Mapping, Optional, Tuple, Union
from urllib.parse import urlsplit

from ._ask import Answered, NoAnswer, Question, ask, no_answer, sendable_key, unavailable
from ._background import Background
from ._call import Call
from ._decision import Decision, Unavailable, UnscoredDecision, read_answer, read_result, without_score
from ._errors import InvalidField
from ._fallback import OnUnavailable, fallback_for, problem_of
from ._guard import AsyncGuard, Guard
from ._login import (
    LoginDecision,
    LoginOutcome,
    event_question,
    is_recorded,
    login_decision,
    login_question,
    outcome_question,
)
from ._operations import Api, AsyncApi
from ._signup import ReadSignup, read_signup
from ._transport import Answer, Transport
from .types import Login, PostEventsBody, Signup

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Type

    # Known to type checkers, and never imported.
    from typing_extensions import Unpack

_LOG = logging.getLogger("winnow_client")
_BACKGROUND = Background()


class _Settings:
    """What both clients are made with. Raises ValueError for a setting that cannot be meant."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        timeout: float,
        on_unavailable: Optional[OnUnavailable],
        api_timeout: float,
        retries: int,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise ValueError("base_url must be an http or https URL without user and password")
        if not isinstance(api_key, str) or re.fullmatch(r"[\x21-\x7e]+", api_key) is None:
            raise ValueError("api_key must be an API key, for example wk_live_…")
        problem = problem_of(on_unavailable)
        if problem is not None:
            raise ValueError(f"on_unavailable {problem}")
        if not isinstance(retries, int) or not 0 <= retries <= 10:
            raise ValueError("retries must be a whole number from 0 to 10")
        self.timeout = _seconds("timeout", timeout)
        self.api_timeout = _seconds("api_timeout", api_timeout)
        self.on_unavailable = on_unavailable
        path = parts.path.rstrip("/")
        self.transport = Transport(f"{parts.scheme}://{parts.netloc}{path}", api_key, retries)

    def deadline_of(self, call: Call) -> float:
        seconds = self.api_timeout if call.timeout is None else _seconds("timeout", call.timeout)
        return time.monotonic() + seconds

    def decide(self, read: ReadSignup, outcome: "Answer | Unavailable") -> Decision:
        decision = read_answer(outcome, read.invalid) if isinstance(outcome, Answer) else outcome
        if not isinstance(decision, Unavailable):
            if decision.reason == "invalid_input":
                _LOG.info("invalid input: %s", decision.detail)
            return decision
        _LOG.warning("no answer (%s): %s", decision.reason, decision.detail)
        verdict = "review" if read.invalid else fallback_for(decision, self.on_unavailable)
        return without_score(verdict, decision.reason, decision.detail, read.invalid)


class AsyncWinnow:
    """The client for asyncio.

    timeout: seconds that each method that never raises may take, retries included. api_timeout: the same for those of api.
    on_unavailable: the verdict of score_signup when there is no score: one for every reason, a mapping by reason, or a function. Without it:
    "review" for rate_limited, quota_exceeded, account_paused and unauthorized, otherwise "allow". Invalid input is "review"
    in any case.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        timeout: float = 1.0,
        on_unavailable: Optional[OnUnavailable] = None,
        api_timeout: float = 10.0,
        retries: int = 2,
    ) -> None:
        self._settings = _Settings(base_url, api_key, timeout, on_unavailable, api_timeout, retries)
        self.api = AsyncApi(self._send)
        self.guard = AsyncGuard(self._asked)

    async def score_signup(
        self,
        signup: Optional[Signup] = None,
        /,
        *,
        idempotency_key: Optional[str] = None,
        **fields: Unpack[Signup],
    ) -> Decision:
        """Decides on a sign-up. Never raises, and takes no longer than the time-out."""
        deadline = time.monotonic() + self._settings.timeout
        read = read_signup(_joined(signup, fields))
        if read.body is None:
            return _unread(read.invalid)
        outcome: "Answer | Unavailable"
        try:
            call = _score_call(read.body, idempotency_key)
            outcome = await self._settings.transport.send(call, deadline)
        except Exception as error:  # noqa: BLE001  a sign-up must not fail because its score does
            outcome = unavailable(error)
        return self._settings.decide(read, outcome)

    async def score_login(
        self,
        login: Optional[Login] = None,
        /,
        *,
        idempotency_key: Optional[str] = None,
        **fields: Unpack[Login],
    ) -> LoginDecision:
        """Compares a log-in with the user's earlier ones. Never raises, and takes no longer than the time-out.

        Without an answer `suggest` is "allow" and `degraded` is True. A field that cannot be read is left out.
        """
        return login_decision(await self._asked(login_question(_joined(login, fields), idempotency_key)))

    async def login_outcome(self, request_id: Optional[str], outcome: LoginOutcome) -> bool:
        """Tells what became of a log-in. Never raises; False: it was not taken in. Nothing is told where request_id is None."""
        if request_id is None:
            return False
        return is_recorded(await self._asked(outcome_question(request_id, outcome)))

    async def account_event(self, **fields: Unpack[PostEventsBody]) -> bool:
        """Tells that a user's e-mail address or password was changed. Never raises; False: it was not taken in."""
        return isinstance(await self._asked(event_question(fields)), Answered)

    async def aclose(self) -> None:
        await self._settings.transport.close()

    async def __aenter__(self) -> "AsyncWinnow":
        return self

    async def __aexit__(
        self,
        kind: "Optional[Type[BaseException]]",
        error: Optional[BaseException],
        trace: "Optional[TracebackType]",
    ) -> None:
        await self.aclose()

    async def _asked(self, question: Question) -> Union[Answered, NoAnswer]:
        return await ask(self._settings.transport, question, time.monotonic() + self._settings.timeout)

    async def _send(self, call: Call) -> Any:
        answer = await self._settings.transport.send(call, self._settings.deadline_of(call))
        return read_result(answer, call.accept)


class Winnow:
    """The client for programs without an event loop. Safe for threads, and after a fork.

    timeout: seconds that each method that never raises may take, retries included. api_timeout: the same for those of api.
    on_unavailable: the verdict of score_signup when there is no score: one for every reason, a mapping by reason, or a function. Without it:
    "review" for rate_limited, quota_exceeded, account_paused and unauthorized, otherwise "allow". Invalid input is "review"
    in any case.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        timeout: float = 1.0,
        on_unavailable: Optional[OnUnavailable] = None,
        api_timeout: float = 10.0,
        retries: int = 2,
    ) -> None:
        self._settings = _Settings(base_url, api_key, timeout, on_unavailable, api_timeout, retries)
        self.api = Api(self._send)
        self.guard = Guard(self._asked)

    def score_signup(
        self,
        signup: Optional[Signup] = None,
        /,
        *,
        idempotency_key: Optional[str] = None,
        **fields: Unpack[Signup],
    ) -> Decision:
        """Decides on a sign-up. Never raises, and takes no longer than the time-out."""
        deadline = time.monotonic() + self._settings.timeout
        read = read_signup(_joined(signup, fields))
        if read.body is None:
            return _unread(read.invalid)
        outcome: "Answer | Unavailable"
        try:
            call = _score_call(read.body, idempotency_key)
            outcome = _BACKGROUND.run(self._settings.transport.send(call, deadline), deadline)
        except Exception as error:  # noqa: BLE001  a sign-up must not fail because its score does
            outcome = unavailable(error)
        return self._settings.decide(read, outcome)

    def score_login(
        self,
        login: Optional[Login] = None,
        /,
        *,
        idempotency_key: Optional[str] = None,
        **fields: Unpack[Login],
    ) -> LoginDecision:
        """Compares a log-in with the user's earlier ones. Never raises, and takes no longer than the time-out.

        Without an answer `suggest` is "allow" and `degraded` is True. A field that cannot be read is left out.
        """
        return login_decision(self._asked(login_question(_joined(login, fields), idempotency_key)))

    def login_outcome(self, request_id: Optional[str], outcome: LoginOutcome) -> bool:
        """Tells what became of a log-in. Never raises; False: it was not taken in. Nothing is told where request_id is None."""
        if request_id is None:
            return False
        return is_recorded(self._asked(outcome_question(request_id, outcome)))

    def account_event(self, **fields: Unpack[PostEventsBody]) -> bool:
        """Tells that a user's e-mail address or password was changed. Never raises; False: it was not taken in."""
        return isinstance(self._asked(event_question(fields)), Answered)

    def close(self) -> None:
        _BACKGROUND.run(self._settings.transport.close(), time.monotonic() + 1)

    def __enter__(self) -> "Winnow":
        return self

    def __exit__(
        self,
        kind: "Optional[Type[BaseException]]",
        error: Optional[BaseException],
        trace: "Optional[TracebackType]",
    ) -> None:
        self.close()

    def _asked(self, question: Question) -> Union[Answered, NoAnswer]:
        deadline = time.monotonic() + self._settings.timeout
        try:
            return _BACKGROUND.run(ask(self._settings.transport, question, deadline), deadline)
        except Exception as error:  # noqa: BLE001  a log-in or a message must not fail because its question does
            return no_answer(unavailable(error))

    def _send(self, call: Call) -> Any:
        deadline = self._settings.deadline_of(call)
        return read_result(_BACKGROUND.run(self._settings.transport.send(call, deadline), deadline), call.accept)


def _joined(signup: Any, fields: Mapping[str, Any]) -> Any:
    """Fields given by name are added to those of a mapping. What is neither is left for the reader to refuse."""
    if not fields:
        return {} if signup is None else signup
    if signup is None:
        return fields
    return {**signup, **fields} if isinstance(signup, dict) else signup


def _score_call(body: bytes, idempotency_key: Any) -> Call:
    key = sendable_key(idempotency_key)
    return Call("POST", "/v1/score/user", body=body, keyed=True, idempotency_key=key)


def _unread(invalid: Tuple[InvalidField, ...]) -> UnscoredDecision:
    return without_score("review", "invalid_input", "the sign-up cannot be sent", invalid)


def _seconds(name: str, value: Any) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 < value < math.inf:
        raise ValueError(f"{name} must be a number of seconds above 0")
    return float(value)
