"""An event loop in a thread of its own, for callers without one.

Blocking sockets have no limit for a whole call, and none for the resolver; a loop that is waited for has both. One thread
serves all clients of a process; a forked process gets its own.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import threading
import time
from typing import Any, Coroutine, List, Optional, TypeVar

from ._errors import UnavailableError

T = TypeVar("T")

_GRACE = 0.02
"""Seconds after the deadline in which the loop may still say so itself."""


class Background:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._abandoned: List[asyncio.AbstractEventLoop] = []
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)

    def run(self, work: Coroutine[Any, Any, T], deadline: float) -> T:
        """The result. Raises what the work raises, and UnavailableError after the deadline."""
        try:
            future = asyncio.run_coroutine_threadsafe(work, self._running())
        except BaseException:
            work.close()
            raise
        try:
            return future.result(max(0.0, deadline - time.monotonic()) + _GRACE)
        except concurrent.futures.TimeoutError as error:
            raise UnavailableError("timeout", "no answer within the time limit") from error
        finally:
            future.cancel()

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                loop = asyncio.new_event_loop()
                threading.Thread(target=loop.run_forever, name="winnow-client", daemon=True).start()
                self._loop = loop
            return self._loop

    def _forked(self) -> None:
        """The thread stayed with the parent. Its loop is kept: closing it would close the parent's."""
        self._lock = threading.Lock()
        if self._loop is not None:
            self._abandoned.append(self._loop)
        self._loop = None
