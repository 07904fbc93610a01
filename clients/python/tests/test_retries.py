"""Retries stay inside the time-out, wait as asked, and keep the Idempotency-Key."""

from __future__ import annotations

import email.utils
import re
import time
import uuid
from typing import Any, Callable

import pytest
import servers
from servers import problem, replies

from winnow_client import ApiError, UnavailableError

SIGNUP = {"email": "jane@example.org"}


@pytest.mark.parametrize(
    "first",
    [
        servers.resets,
        servers.breaks_off,
        problem(503, "unavailable"),
        problem(500, "internal"),
        problem(429, "rate_limited", retry_after="0"),
        problem(409, "idempotency_in_progress", retry_after="0"),
        replies(502, b"<html>", content_type="text/html"),
    ],
)
def test_a_passing_failure_is_retried_with_the_same_key(
    make: Callable[..., Any], serve: Callable[..., Any], first: Any
) -> None:
    server = serve(first, first, replies())
    decision = make(base_url=server.url, timeout=3.0).score(**SIGNUP)
    assert (decision.verdict, decision.risk_score, decision.degraded) == ("allow", 12, False)
    keys = [request.headers["idempotency-key"] for request in server.requests]
    assert len(keys) == 3 and len(set(keys)) == 1
    assert keys[0][0] == keys[0][-1] == '"', "a string of RFC 9651"
    assert uuid.UUID(keys[0][1:-1]).version == 4
    assert len({request.body for request in server.requests}) == 1


def test_calls_have_keys_of_their_own(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    server = serve(replies())
    client = make(base_url=server.url)
    client.score(**SIGNUP)
    client.score(**SIGNUP)
    client.score(**SIGNUP, idempotency_key="signup-81225")
    client.score(**SIGNUP, idempotency_key="a\r\nx-admin: 1")
    client.score(**SIGNUP, idempotency_key="back\\slash")
    client.api("post_batch", {"type": "ip", "items": []}, idempotency_key='say "hello"')
    client.api("post_batch", {"type": "ip", "items": []}, idempotency_key='"signup-81225"')
    keys = [request.headers["idempotency-key"] for request in server.requests]
    assert keys[2] == '"signup-81225"' and len(set(keys[:4])) == 4
    assert keys[4:] == ['"back\\\\slash"', '"say \\"hello\\""', '"signup-81225"']
    assert all(re.fullmatch(r'"(?:[ !#-\[\]-~]|\\["\\])+"', key) for key in keys)
    assert all("x-admin" not in request.headers for request in server.requests)


def test_three_attempts_and_no_more(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    server = serve(problem(503, "unavailable"))
    decision, seconds = make(base_url=server.url, timeout=5.0).timed(**SIGNUP)
    assert len(server.requests) == 3
    assert 0.15 <= seconds < 0.5, "with pauses between them"
    assert decision.reason == "server_error"


def test_no_retries_when_told_so(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    server = serve(problem(503, "unavailable"))
    make(base_url=server.url, retries=0).score(**SIGNUP)
    assert len(server.requests) == 1


@pytest.mark.parametrize("headers", [{}, {"retry_after": "0"}])
def test_a_quota_that_is_used_up_is_not_asked_again(
    make: Callable[..., Any], serve: Callable[..., Any], headers: Any
) -> None:
    server = serve(problem(429, "quota_exceeded", **headers))
    client = make(base_url=server.url)
    assert client.score(**SIGNUP).reason == "quota_exceeded"
    assert len(server.requests) == 1
    with pytest.raises(ApiError) as raised:
        client.api("get_score_ip", ip="203.0.113.7")
    assert (raised.value.code, len(server.requests)) == ("quota_exceeded", 2)


@pytest.mark.parametrize("code", ["key_invalid", "account_paused"])
def test_a_refusal_is_not_retried(make: Callable[..., Any], serve: Callable[..., Any], code: str) -> None:
    server = serve(problem(401, code))
    make(base_url=server.url).score(**SIGNUP)
    assert len(server.requests) == 1


def test_retry_after_is_waited_for(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    server = serve(problem(429, "rate_limited", retry_after="1"), replies())
    decision, seconds = make(base_url=server.url, timeout=3.0).timed(**SIGNUP)
    assert decision.verdict == "allow" and not decision.degraded
    assert 1.0 <= seconds < 1.3


def test_retry_after_beyond_the_limit_ends_the_call_at_once(
    make: Callable[..., Any], serve: Callable[..., Any]
) -> None:
    later = email.utils.formatdate(time.time() + 60, usegmt=True)
    for after in ["2", later]:
        server = serve(problem(503, "overloaded", retry_after=after))
        decision, seconds = make(base_url=server.url).timed(**SIGNUP)
        assert (decision.reason, len(server.requests)) == ("server_error", 1)
        assert seconds < 0.3


@pytest.mark.parametrize("after", ["", "soon", "-1", "1e400", "nan", "٣"])
def test_a_strange_retry_after_is_none(make: Callable[..., Any], serve: Callable[..., Any], after: str) -> None:
    encoded = after.encode().decode("latin-1")
    server = serve(problem(503, "overloaded", retry_after=encoded), replies())
    assert make(base_url=server.url, timeout=2.0).score(**SIGNUP).verdict == "allow"


def test_methods_retry_only_what_may_be_repeated(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    rows = [
        (3, "get_usage", (), {}),
        (3, "post_batch", ({"type": "ip", "items": ["203.0.113.7"]},), {}),
        (3, "delete_rules_rule_id", (), {"rule_id": "x"}),
        (1, "compat_fraud_score", ({},), {}),
    ]
    for attempts, name, args, fields in rows:
        server = serve(problem(503, "unavailable"))
        with pytest.raises(ApiError) as raised:
            make(base_url=server.url).api(name, *args, **fields)
        assert len(server.requests) == attempts, name
        assert (raised.value.status, raised.value.code) == (503, "unavailable")


def test_methods_say_when_there_is_no_answer(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    server = serve(servers.drips_body)
    started = time.monotonic()
    with pytest.raises(UnavailableError) as raised:
        make(base_url=server.url).api("get_usage", timeout=0.3)
    assert raised.value.reason == "timeout"
    assert time.monotonic() - started < 0.6
