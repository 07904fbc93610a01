"""Log-ins and messages: what the service says, what is left out, and that nobody is stopped without an answer."""

from __future__ import annotations

import time
from typing import Any, Callable, Dict

import pytest
import servers
from servers import problem, replies

LOGIN = {"user_id": "u-1", "ip": "203.0.113.7", "method": "password", "succeeded": True}
SEND = {"channel": "sms", "to": "+4915112345678", "purpose": "signup"}
LOGIN_RESULT = {"account": {"suggest": "notify"}, "risk_score": 40, "request_id": "req_1", "summary": "s", "notice": None}


def test_a_log_in_is_scored_and_told_of(make: Callable[..., Any], service: str, key: str) -> None:
    client = make(base_url=service, api_key=key, timeout=5.0)
    user = f"python-{client.kind}"
    for logins in range(4):
        decision = client.call("score_login", {**LOGIN, "user_id": user, "device_id": "0123456789abcdef"})
        assert (decision.suggest, decision.degraded, decision.reason) == ("allow", False, None), decision
        assert decision.result["account"]["logins"] == logins and decision.notice is None
    strange = {"user_id": user, "ip": "189.6.12.7", "device_id": "fedcba9876543210", "password_leaked": True}
    other = client.call("score_login", **{**LOGIN, **strange})
    assert other.suggest in ("step_up", "deny") and other.risk_score >= 60, other
    assert other.notice["mail"]["de"]["subject"] and other.request_id == other.result["request_id"]
    assert client.call("login_outcome", other.request_id, "mfa_passed") is True
    assert client.call("login_outcome", None, "mfa_passed") is False
    assert client.call("login_outcome", "req_unknown", "mfa_passed") is False
    known = client.call("score_login", **{**LOGIN, **strange, "password_leaked": None})
    assert known.result["account"]["device"] == "known"
    assert client.call("account_event", type="email_changed", user_id=user, ip="189.6.12.7") is True
    assert client.call("account_event", type="nonsense", user_id=user) is False


@pytest.mark.parametrize(
    ("bad", "left_out"),
    [
        ({"device_id": "nonsense"}, ["device_id"]),
        ({"device_id": "nonsense", "ip": "nonsense", "user_agent": "x" * 5000}, ["user_agent", "ip", "device_id"]),
        ({"device": {"device_id": "zz", "signals": [], "automation": 7}}, None),
        ({"device": 5}, ["device"]),
        ({"email": float("nan")}, ["email"]),
        ({"at": "2999-01-01T00:00:00Z"}, ["at"]),
    ],
    ids=repr,
)
def test_what_a_browser_makes_up_is_left_out_and_the_rest_is_scored(
    make: Callable[..., Any], service: str, key: str, bad: Dict[str, Any], left_out: Any
) -> None:
    client = make(base_url=service, api_key=key, timeout=5.0)
    decision = client.call("score_login", **{**LOGIN, "user_id": f"bad-{client.kind}", **bad})
    assert (decision.degraded, decision.reason) == (False, "invalid_input"), decision
    names = [row.field.split("/")[0] for row in decision.invalid_fields]
    assert names == left_out if left_out is not None else set(names) >= {"device_id", "device_signals"}, names


def test_a_log_in_that_cannot_be_read_steps_up(make: Callable[..., Any], service: str, key: str) -> None:
    client = make(base_url=service, api_key=key, timeout=5.0)
    for unread in [{}, {"user_id": ""}, {"user_id": 5}, {"user_id": "x" * 1000}, 5]:
        decision = client.call("score_login", unread)
        assert (decision.suggest, decision.degraded, decision.reason) == ("step_up", True, "invalid_input"), decision
        assert decision.request_id is None


def test_the_same_key_is_one_log_in(make: Callable[..., Any], service: str, key: str) -> None:
    client = make(base_url=service, api_key=key, timeout=5.0)
    login = {**LOGIN, "user_id": f"once-{client.kind}"}
    first, again = (client.call("score_login", login, idempotency_key=f"once-{client.kind}") for _ in range(2))
    assert first.request_id == again.request_id and again.result["account"]["logins"] == 0
    assert client.call("score_login", login).result["account"]["logins"] == 1


def test_a_message_is_asked_about_and_told_of(make: Callable[..., Any], service: str, key: str) -> None:
    client = make(base_url=service, api_key=key, timeout=5.0)
    to = "+4915223456780" if client.kind == "sync" else "+4916023456781"
    first = client.call("guard.send", **{**SEND, "to": to})
    assert (first.decision, first.degraded, first.reason) == ("allow", False, None), first
    assert client.call("guard.outcome", first.send_id, "verified") is True
    again = client.call("guard.send", **{**SEND, "to": to})
    assert again.decision == "delay" and again.retry_after > 0
    assert client.call("guard.outcome", None, "verified") is False
    assert client.call("guard.outcome", "snd_unknown", "verified") is False


def test_nonsense_about_who_asks_does_not_open_the_guard(make: Callable[..., Any], service: str, key: str) -> None:
    client = make(base_url=service, api_key=key, timeout=5.0)
    bad = {"device": "x" * 500, "ip": "nonsense", "email": "x" * 500}
    premium = client.call("guard.send", **{**SEND, "to": "+498819999999" if client.kind == "sync" else "+8821312345678", **bad})
    assert premium.degraded is False and premium.reason == "invalid_input", premium
    unread = client.call("guard.send", **{**SEND, "to": "x" * 5000})
    assert (unread.decision, unread.degraded, unread.send_id) == ("deny", True, None)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (servers.hangs, "timeout"),
        (servers.drips_body, "timeout"),
        (servers.resets, "unreachable"),
        (servers.floods, "unexpected_response"),
        (replies(body=b"null"), "unexpected_response"),
        (replies(body={**LOGIN_RESULT, "account": {"suggest": "maybe"}, "decision": "maybe"}), "unexpected_response"),
        (replies(301, b"", location="http://127.0.0.1:1/"), "unexpected_response"),
        (problem(500, "internal"), "server_error"),
        (problem(404, "not_found"), "unexpected_response"),
        (problem(429, "rate_limited", retry_after="60"), "rate_limited"),
        (problem(429, "quota_exceeded"), "quota_exceeded"),
        (problem(401, "key_invalid"), "unauthorized"),
    ],
)
def test_nobody_is_stopped_without_an_answer(
    make: Callable[..., Any], serve: Callable[..., Any], answer: Any, reason: str
) -> None:
    timeout = 0.4 if reason == "timeout" else 5.0
    client = make(base_url=serve(answer).url, timeout=timeout)
    started = time.monotonic()
    login = client.call("score_login", **LOGIN)
    send = client.call("guard.send", **SEND)
    assert time.monotonic() - started < 2 * timeout + 1
    assert (login.suggest, login.degraded, login.reason) == ("allow", True, reason), login
    assert (send.decision, send.degraded, send.reason) == ("allow", True, reason), send
    assert login.detail and send.detail and login.request_id is None and send.send_id is None
    assert client.call("login_outcome", "req_1", "mfa_passed") is False
    assert client.call("account_event", type="email_changed", user_id="u") is False
    assert client.call("guard.outcome", "snd_1", "verified") is False


@pytest.mark.parametrize("status", [400, 403, 413, 422])
def test_what_is_refused_for_its_content_is_not_let_through(
    make: Callable[..., Any], serve: Callable[..., Any], status: int
) -> None:
    client = make(base_url=serve(replies(status, b"no", content_type="text/plain")).url, timeout=5.0)
    assert client.call("score_login", **LOGIN).suggest == "step_up"
    assert client.call("guard.send", **SEND).decision == "deny"


def test_a_lost_answer_of_a_log_in_is_asked_for_again_with_the_same_key(
    make: Callable[..., Any], serve: Callable[..., Any]
) -> None:
    server = serve(servers.breaks_off, replies(body=LOGIN_RESULT))
    decision = make(base_url=server.url, timeout=3.0).call("score_login", **LOGIN)
    assert (decision.suggest, decision.notice) == ("notify", None)
    assert len({request.headers["idempotency-key"] for request in server.requests}) == 1
    assert len(server.requests) == 2
    asked = serve(servers.breaks_off, replies(body={"decision": "allow"}))
    assert make(base_url=asked.url, timeout=3.0).call("guard.send", **SEND).degraded is True
    assert len(asked.requests) == 1, "a second question would be a second send"
