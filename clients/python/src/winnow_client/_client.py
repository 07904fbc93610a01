"""The two clients."""

from __future__ import annotations

import logging
import math
import re
import time
from typing import TYPE_CHECKING, Any, Mapping, Optional, Tuple
from urllib.parse import urlsplit

from ._background import Background
from ._call import Call
from ._decision import Decision, Unavailable, UnscoredDecision, read_answer, read_result, without_score
from ._errors import InvalidField, UnavailableError
from ._fallback import OnUnavailable, fallback_for, problem_of
from ._operations import Api, AsyncApi
from ._signup import ReadSignup, read_signup
from ._transport import Answer, Transport
from .types import Signup

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
        _LOG.warning("no score (%s): %s", decision.reason, decision.detail)
        verdict = "review" if read.invalid else fallback_for(decision, self.on_unavailable)
        return without_score(verdict, decision.reason, decision.detail, read.invalid)


class AsyncWinnow:
    """The client for asyncio.

    timeout: seconds that score_signup may take, retries included. api_timeout: the same for the methods of api.
    on_unavailable: the verdict when there is no score: one for every reason, a mapping by reason, or a function. Without it:
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
            outcome = _unavailable(error)
        return self._settings.decide(read, outcome)

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

    async def _send(self, call: Call) -> Any:
        answer = await self._settings.transport.send(call, self._settings.deadline_of(call))
        return read_result(answer, call.accept)


class Winnow:
    """The client for programs without an event loop. Safe for threads, and after a fork.

    timeout: seconds that score_signup may take, retries included. api_timeout: the same for the methods of api.
    on_unavailable: the verdict when there is no score: one for every reason, a mapping by reason, or a function. Without it:
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
            outcome = _unavailable(error)
        return self._settings.decide(read, outcome)

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
    is_key = isinstance(idempotency_key, str) and re.fullmatch(r"[\x21\x23-\x7e]{1,255}", idempotency_key)
    key = idempotency_key if is_key else None
    return Call("POST", "/v1/score/user", body=body, keyed=True, idempotency_key=key)


def _unread(invalid: Tuple[InvalidField, ...]) -> UnscoredDecision:
    return without_score("review", "invalid_input", "the sign-up cannot be sent", invalid)


def _unavailable(error: Exception) -> Unavailable:
    if isinstance(error, UnavailableError):
        return Unavailable(error.reason, error.detail)
    _LOG.exception("winnow_client failed")
    return Unavailable("unreachable", type(error).__name__)


def _seconds(name: str, value: Any) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 < value < math.inf:
        raise ValueError(f"{name} must be a number of seconds above 0")
    return float(value)
