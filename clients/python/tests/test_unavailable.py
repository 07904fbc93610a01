"""Without an answer: the configured verdict, within the time-out, and never an exception."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
import threading
import time
from typing import Any, Callable, List, Tuple

import pytest
import servers
from servers import problem, replies

from winnow_client import Unavailable

SIGNUP = {"ip": "203.0.113.7", "email": "jane@example.org"}
PAST = "Mon, 01 Jan 2024 00:00:00 GMT"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (servers.hangs, "timeout"),
        (servers.drips_head, "timeout"),
        (servers.drips_body, "timeout"),
        (replies(delay=5), "timeout"),
        (servers.resets, "unreachable"),
        (servers.breaks_off, "unreachable"),
        (servers.no_http, "unreachable"),
        (servers.floods, "unexpected_response"),
        (replies(body=b"<html>hello</html>", content_type="text/html"), "unexpected_response"),
        (replies(body=b"null"), "unexpected_response"),
        (replies(body=b"[" * 200_000), "unexpected_response"),
        (replies(body={**servers.RESULT, "verdict": "maybe"}), "unexpected_response"),
        (replies(body={**servers.RESULT, "risk_score": True}), "unexpected_response"),
        (replies(body=b'{"verdict":"allow","risk_score":NaN,"request_id":"req_1"}'), "unexpected_response"),
        (replies(body={"verdict": "allow"}), "unexpected_response"),
        (replies(301, b"", location="http://127.0.0.1:1/"), "unexpected_response"),
        (problem(500, "internal"), "server_error"),
        (problem(503, "overloaded", retry_after="60"), "server_error"),
        (problem(429, "rate_limited", retry_after="60"), "rate_limited"),
        (problem(429, "quota_exceeded", retry_after="60"), "quota_exceeded"),
        (problem(401, "key_invalid"), "unauthorized"),
        (problem(401, "scope_missing"), "unauthorized"),
        (problem(401, "account_paused"), "account_paused"),
    ],
)
@pytest.mark.parametrize("verdict", ["allow", "review"])
def test_every_failure_is_the_configured_verdict_in_time(
    make: Callable[..., Any], serve: Callable[..., Any], answer: Any, reason: str, verdict: str
) -> None:
    timeout = 0.4 if reason == "timeout" else 5.0
    client = make(base_url=serve(answer).url, timeout=timeout, on_unavailable=verdict)
    decision, seconds = client.timed(**SIGNUP)
    assert (decision.verdict, decision.degraded, decision.reason) == (verdict, True, reason), decision
    assert decision.risk_score is None and decision.result is None and decision.detail
    assert seconds < timeout + 0.05
    if reason == "timeout":
        assert seconds > timeout - 0.05


@pytest.mark.parametrize(
    ("answer", "reason", "code", "verdict"),
    [
        (problem(429, "rate_limited", retry_after="60"), "rate_limited", "rate_limited", "review"),
        (replies(429, b"busy", content_type="text/plain"), "rate_limited", None, "review"),
        (problem(429, "quota_exceeded"), "quota_exceeded", "quota_exceeded", "review"),
        (problem(402, "quota_exceeded"), "quota_exceeded", "quota_exceeded", "review"),
        (problem(401, "account_paused"), "account_paused", "account_paused", "review"),
        (problem(401, "key_invalid"), "unauthorized", "key_invalid", "review"),
        (problem(401, "key_expired"), "unauthorized", "key_expired", "review"),
        (problem(401, "key_revoked"), "unauthorized", "key_revoked", "review"),
        (problem(401, "scope_missing"), "unauthorized", "scope_missing", "review"),
        (problem(500, "internal"), "server_error", None, "allow"),
        (problem(404, "not_found"), "unexpected_response", None, "allow"),
        (problem(405, "method_not_allowed"), "unexpected_response", None, "allow"),
        (servers.resets, "unreachable", None, "allow"),
    ],
)
def test_without_a_choice_limits_are_a_review_and_failures_an_allow(
    make: Callable[..., Any], serve: Callable[..., Any], answer: Any, reason: Any, code: Any, verdict: str
) -> None:
    url = serve(answer).url
    other = "allow" if verdict == "review" else "review"
    asked: List[Unavailable] = []

    def choose(failure: Unavailable) -> Any:
        asked.append(failure)
        return other

    def breaks(failure: Unavailable) -> Any:
        raise RuntimeError

    rows: List[Tuple[Any, str]] = [
        (None, verdict),
        ({}, verdict),
        ({"timeout": "review"}, verdict),
        ({reason: other}, other),
        (choose, other),
        (breaks, "review"),
        (lambda failure: "deny", "review"),
    ]
    if code is not None:
        rows += [({code: other}, other), ({code: verdict, reason: other}, verdict if code != reason else other)]
    for choice, wanted in rows:
        decision = make(base_url=url, timeout=5.0, on_unavailable=choice).score(**SIGNUP)
        assert (decision.verdict, decision.reason, decision.degraded) == (wanted, reason, True), choice
    assert [(failure.reason, failure.code) for failure in asked] == [(reason, code)]


def test_nobody_listens(make: Callable[..., Any]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    decision, seconds = make(base_url=f"http://127.0.0.1:{port}").timed(**SIGNUP)
    assert (decision.verdict, decision.reason) == ("allow", "unreachable")
    assert seconds < 1.05


def test_a_server_that_accepts_nothing(make: Callable[..., Any]) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(0)
        port = silent.getsockname()[1]
        fill = [socket.socket() for _ in range(4)]
        for one in fill:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
        decision, seconds = make(base_url=f"http://127.0.0.1:{port}", timeout=0.4).timed(**SIGNUP)
        for one in fill:
            one.close()
    assert (decision.verdict, decision.reason) == ("allow", "timeout")
    assert seconds < 0.45


def test_a_server_that_is_killed_in_the_middle(make: Callable[..., Any]) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import servers, time; "
        "print(servers.BadServer(servers.hangs).url, flush=True); time.sleep(60)"
    )
    server = subprocess.Popen(
        [sys.executable, "-c", program, os.path.dirname(__file__)], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    client = make(base_url=server.stdout.readline().strip(), timeout=2.0, on_unavailable="review")
    threading.Timer(0.3, server.kill).start()
    decision, seconds = client.timed(**SIGNUP)
    server.wait()
    assert (decision.verdict, decision.reason) == ("review", "unreachable")
    assert seconds < 1.5, "it is known at once, and retried"


def test_a_resolver_that_hangs_is_inside_the_time_limit(
    make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    resolve = socket.getaddrinfo

    def slow(host: Any, *args: Any, **kwargs: Any) -> Any:
        if host in ("winnow.example", b"winnow.example"):
            time.sleep(1.5)
            raise socket.gaierror("no such host")
        return resolve(host, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    decision, seconds = make(base_url="http://winnow.example", timeout=0.4).timed(**SIGNUP)
    assert (decision.verdict, decision.reason) == ("allow", "timeout")
    assert seconds < 0.45


def test_what_is_wrong_is_logged_without_values(
    make: Callable[..., Any], serve: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    server = serve(problem(401, "key_revoked"))
    with caplog.at_level(logging.WARNING, "winnow_client"):
        make(base_url=server.url, api_key="wk_live_secret").score(**SIGNUP)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "unauthorized" in caplog.text and "key_revoked" in caplog.text
    for value in ["wk_live_secret", *SIGNUP.values()]:
        assert value not in caplog.text


def test_a_closed_client_still_answers(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    decision = make(base_url=serve(replies()).url, on_unavailable="review").closed(**SIGNUP)
    assert (decision.verdict, decision.degraded, decision.reason) == ("review", True, "unreachable")


@pytest.mark.parametrize(
    "option",
    [
        {"base_url": "127.0.0.1:8080"},
        {"base_url": "ftp://127.0.0.1"},
        {"base_url": "http://user:word@127.0.0.1"},
        {"api_key": ""},
        {"api_key": "wk_live_x\n"},
        {"api_key": "schlüssel"},
        {"timeout": 0},
        {"timeout": float("nan")},
        {"timeout": float("inf")},
        {"timeout": True},
        {"on_unavailable": "block"},
        {"on_unavailable": {"timeout": "block"}},
        {"on_unavailable": {"invalid_input": "allow"}},
        {"on_unavailable": 5},
        {"retries": -1},
    ],
)
def test_a_setting_that_cannot_be_meant_is_refused_at_once(make: Callable[..., Any], option: Any) -> None:
    with pytest.raises(ValueError):
        client = make(**{"base_url": "http://127.0.0.1", **option})
        if client.sync is None:
            client.score(**SIGNUP)
