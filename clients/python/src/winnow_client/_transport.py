"""One call with all its attempts, inside one time limit."""

from __future__ import annotations

import asyncio
import base64
import functools
import json
import random
import ssl
import time
from email.utils import parsedate_to_datetime
from typing import Optional, Union

import httpx

from ._call import Call
from ._errors import UnavailableError
from ._version import VERSION

MAX_ANSWER_BYTES = 64 * 1024 * 1024
_BACKOFF = 0.1
_RETRIED = frozenset({408, 429, 500, 502, 503, 504})


class Answer:
    """A response with its whole body."""

    def __init__(self, status: int, headers: httpx.Headers, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body


class Transport:
    """Sends calls on the event loop that runs. Connections belong to a loop: in another one, they are made anew."""

    def __init__(self, base_url: str, api_key: str, retries: int) -> None:
        self._base_url = base_url
        self._retries = retries
        basic = base64.b64encode(f"1:{api_key}".encode()).decode()
        self._basic = {"authorization": f"Basic {basic}"}
        self._key = {"x-api-key": api_key}
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._http = self._connect()
        self._closed = False

    async def send(self, call: Call, deadline: float) -> Answer:
        """Returns no later than the deadline (of time.monotonic), whatever the server does. Raises UnavailableError."""
        attempts = asyncio.ensure_future(self._attempts(call, deadline))
        attempts.add_done_callback(_retrieve)
        try:
            # Not wait_for: it would wait for the end of what it cancels.
            await asyncio.wait({attempts}, timeout=max(0.0, deadline - time.monotonic()))
            if attempts.done():
                return attempts.result()
            raise UnavailableError("timeout", "no answer within the time limit")
        finally:
            attempts.cancel()

    async def close(self) -> None:
        self._closed = True
        if self._loop in (None, asyncio.get_running_loop()):
            await self._http.aclose()

    async def _attempts(self, call: Call, deadline: float) -> Answer:
        content, headers = call.content(), call.headers()
        retries = self._retries if call.repeatable() else 0
        attempt = 0
        while True:
            outcome: Union[Answer, UnavailableError]
            try:
                outcome = await self._attempt(call, content, headers, deadline)
            except UnavailableError as error:
                outcome = error
            wait = _pause(outcome, attempt) if attempt < retries else None
            if wait is None or time.monotonic() + wait >= deadline:
                if isinstance(outcome, UnavailableError):
                    raise outcome
                return outcome
            await asyncio.sleep(wait)
            attempt += 1

    async def _attempt(
        self, call: Call, content: Optional[bytes], headers: dict[str, str], deadline: float
    ) -> Answer:
        http = self._client()
        # A limit for each phase, which httpx knows; the deadline of the whole is that of send.
        remaining = max(0.001, deadline - time.monotonic())
        try:
            async with http.stream(
                call.method,
                self._base_url + call.target(),
                content=content,
                headers={**headers, **(self._basic if call.basic else self._key)},
                timeout=remaining,
            ) as response:
                body = bytearray()
                async for chunk in response.aiter_bytes():
                    body += chunk
                    if len(body) > MAX_ANSWER_BYTES:
                        detail = f"the answer is larger than {MAX_ANSWER_BYTES} bytes"
                        raise UnavailableError("unexpected_response", detail)
                return Answer(response.status_code, response.headers, bytes(body))
        except httpx.TimeoutException as error:
            raise UnavailableError("timeout", type(error).__name__) from error
        except (httpx.NetworkError, httpx.ProtocolError, httpx.ProxyError, OSError) as error:
            raise UnavailableError("unreachable", f"{type(error).__name__}: {error}") from error
        except (httpx.HTTPError, httpx.InvalidURL, RuntimeError) as error:
            raise UnavailableError("unexpected_response", f"{type(error).__name__}: {error}") from error

    def _client(self) -> httpx.AsyncClient:
        if self._closed:
            raise UnavailableError("unreachable", "the client is closed")
        loop = asyncio.get_running_loop()
        if self._loop not in (None, loop):
            self._http = self._connect()
        self._loop = loop
        return self._http

    def _connect(self) -> httpx.AsyncClient:
        # Redirects are not followed: they would carry the key elsewhere.
        return httpx.AsyncClient(
            verify=_tls(),
            follow_redirects=False,
            headers={"user-agent": f"winnow-client-python/{VERSION}"},
        )


@functools.lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    """Reading the certificates takes tens of milliseconds: once for all clients, and not in the time of a call."""
    return httpx.create_ssl_context()


def _retrieve(task: "asyncio.Future[Answer]") -> None:
    """Nobody waits for an attempt that came too late; without this, asyncio logs its failure."""
    if not task.cancelled():
        task.exception()


def _pause(outcome: Union[Answer, UnavailableError], attempt: int) -> Optional[float]:
    """Seconds until the next attempt; None: there is none."""
    backoff: float = _BACKOFF * 2**attempt * random.uniform(0.5, 1)
    if isinstance(outcome, UnavailableError):
        return backoff if outcome.reason == "unreachable" else None
    if outcome.status == 429 and _is_spent(outcome.body):
        return None
    asked = _retry_after(outcome.headers.get("retry-after"))
    if asked is None:
        return backoff if outcome.status in _RETRIED else None
    # A 409 with Retry-After: the first attempt with this key is still in progress.
    return asked + backoff / 2 if outcome.status in _RETRIED or outcome.status == 409 else None


def _is_spent(body: bytes) -> bool:
    """Of a quota that is used up there is no more today: asking again only takes time."""
    try:
        problem = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(problem, dict) and problem.get("code") == "quota_exceeded"


def _retry_after(header: Optional[str]) -> Optional[float]:
    if header is None:
        return None
    try:
        if header.strip().isascii() and header.strip().isdigit():
            return float(header)
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None
