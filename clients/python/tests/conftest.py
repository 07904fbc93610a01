"""Both clients behave the same: a test that asks for `make` runs with each."""

from __future__ import annotations

import asyncio
import os
import time
from typing import Any, Callable, Iterator, List, Tuple

import pytest
from servers import Answer, BadServer

from winnow_client import AsyncWinnow, Decision, Winnow


class Client:
    def __init__(self, kind: str, **options: Any) -> None:
        options.setdefault("api_key", "wk_test_x")
        self.kind = kind
        self.options = options
        self.sync = Winnow(**options) if kind == "sync" else None

    def score(self, *args: Any, **fields: Any) -> Decision:
        if self.sync is not None:
            return self.sync.score_signup(*args, **fields)
        return asyncio.run(self._score(args, fields))

    def timed(self, *args: Any, **fields: Any) -> Tuple[Decision, float]:
        """With the seconds that it took, of which making the client is none."""
        if self.sync is not None:
            started = time.monotonic()
            return self.sync.score_signup(*args, **fields), time.monotonic() - started

        async def run() -> Tuple[Decision, float]:
            client = AsyncWinnow(**self.options)
            started = time.monotonic()
            decision = await client.score_signup(*args, **fields)
            return decision, time.monotonic() - started

        return asyncio.run(run())

    def api(self, name: str, *args: Any, **fields: Any) -> Any:
        if self.sync is not None:
            return getattr(self.sync.api, name)(*args, **fields)

        async def run() -> Any:
            async with AsyncWinnow(**self.options) as client:
                return await getattr(client.api, name)(*args, **fields)

        return asyncio.run(run())

    def call(self, name: str, *args: Any, **fields: Any) -> Any:
        """A method of the client by its name, such as `score_login` or `guard.send`."""

        def method(client: Any) -> Any:
            for part in name.split("."):
                client = getattr(client, part)
            return client

        if self.sync is not None:
            return method(self.sync)(*args, **fields)

        async def run() -> Any:
            async with AsyncWinnow(**self.options) as client:
                return await method(client)(*args, **fields)

        return asyncio.run(run())

    def closed(self, **fields: Any) -> Decision:
        """The answer of a client that was closed before."""
        if self.sync is not None:
            self.sync.close()
            return self.sync.score_signup(**fields)

        async def run() -> Decision:
            client = AsyncWinnow(**self.options)
            await client.aclose()
            return await client.score_signup(**fields)

        return asyncio.run(run())

    async def _score(self, args: Any, fields: Any) -> Decision:
        async with AsyncWinnow(**self.options) as client:
            return await client.score_signup(*args, **fields)


@pytest.fixture(params=["sync", "async"])
def make(request: pytest.FixtureRequest) -> Iterator[Callable[..., Client]]:
    made: List[Client] = []

    def client(**options: Any) -> Client:
        made.append(Client(request.param, **options))
        return made[-1]

    yield client
    for one in made:
        if one.sync is not None:
            one.sync.close()


@pytest.fixture
def serve() -> Iterator[Callable[..., BadServer]]:
    servers: List[BadServer] = []

    def start(*answers: Answer) -> BadServer:
        servers.append(BadServer(*answers))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


@pytest.fixture
def service() -> str:
    """The base URL of a running Winnow, which the caller of pytest started."""
    return _given("WINNOW_TEST_URL")


@pytest.fixture
def key() -> str:
    return _given("WINNOW_TEST_KEY")


def _given(name: str) -> str:
    value = os.environ.get(name)
    if value is None:
        pytest.skip(f"{name} is not set")
    return value
