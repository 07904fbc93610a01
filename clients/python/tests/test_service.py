"""Against a running service: WINNOW_TEST_URL and WINNOW_TEST_KEY name it."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import re
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, List

import pytest

from winnow_client import Api, ApiError, AsyncApi, AsyncWinnow, Winnow
from winnow_client._call import Call


def document(service: str) -> Dict[str, Any]:
    with urllib.request.urlopen(f"{service}/openapi.json") as answer:
        read: Dict[str, Any] = json.load(answer)
        return read


def test_a_sign_up_is_scored(make: Callable[..., Any], service: str, key: str) -> None:
    client = make(base_url=service, api_key=key, timeout=5.0)
    decision = client.score(ip="185.220.101.1", email="bot@mailinator.com", phone="+442079460123")
    assert (decision.verdict, decision.degraded, decision.reason) == ("block", False, None)
    assert decision.result is not None
    assert decision.result["components_checked"] == ["ip", "email", "phone"]
    assert decision.risk_score == decision.result["risk_score"]
    assert decision.request_id == decision.result["request_id"]
    stored = client.api("get_score_request_id", request_id=decision.request_id)
    assert stored["request_id"] == decision.request_id


@pytest.mark.parametrize(
    "bad",
    [
        {"ip": "nonsense"},
        {"device_id": "nonsense"},
        {"phone": 5},
        {"device_signals": "text"},
        {"device": {"device_id": "nonsense", "signals": [], "automation": 7}},
        {"email": "bot\ud800@mailinator.com"},
        {"agent": {"url": 7}},
    ],
    ids=repr,
)
def test_nonsense_from_the_browser_is_never_an_allow(
    make: Callable[..., Any], service: str, key: str, bad: Dict[str, Any]
) -> None:
    client = make(base_url=service, api_key=key, timeout=5.0)
    decision = client.score({"email": "jane.doe@gmail.com", "ip": "73.15.20.1", **bad})
    assert decision.verdict in ("review", "block")
    assert decision.reason == "invalid_input"
    names = [row.field for row in decision.invalid_fields]
    assert any(name.split("/")[0] in bad or name.startswith("device_") for name in names), names


def test_the_same_key_is_scored_once(make: Callable[..., Any], service: str, key: str) -> None:
    client = make(base_url=service, api_key=key, timeout=5.0)
    signup = {"ip": "185.220.101.1", "email": "bot@mailinator.com"}
    idempotency_key = f"test-{client.kind}"
    first = client.score(signup, idempotency_key=idempotency_key)
    again = client.score(signup, idempotency_key=idempotency_key)
    other = client.score({"ip": "8.8.8.8"}, idempotency_key=idempotency_key)
    assert first.request_id is not None and again.request_id == first.request_id
    assert (other.verdict, other.risk_score) == ("review", None), "another sign-up with the key of the first"


def test_a_wrong_key_is_seen(make: Callable[..., Any], service: str) -> None:
    decision = make(base_url=service, api_key="wk_live_wrong", timeout=5.0).score(ip="8.8.8.8")
    assert (decision.verdict, decision.degraded, decision.reason) == ("review", True, "unauthorized")


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/v1/score", "/docs", "/nonsense"])
def test_a_wrong_base_url_is_no_invalid_input(
    make: Callable[..., Any], service: str, key: str, path: str
) -> None:
    decision = make(base_url=service + path, api_key=key, timeout=5.0).score(ip="8.8.8.8")
    assert (decision.degraded, decision.reason, decision.invalid_fields) == (True, "unexpected_response", ())
    assert "base URL" in decision.detail


def test_methods(make: Callable[..., Any], service: str, key: str) -> None:
    client = make(base_url=f"{service}/", api_key=key)
    assert client.api("get_score_ip", ip="2001:db8::1")["ip"] == "2001:db8::1"
    assert client.api("get_verify_email", email="jane+tag@example.org")["email"] == "jane+tag@example.org"
    batch = client.api("post_batch", {"type": "ip", "items": ["8.8.8.8", "nonsense"]})
    assert (batch["succeeded"], batch["failed"]) == (1, 1)
    found = client.api("post_scores_search_csv", {"value": "8.8.8.8"})
    assert found.splitlines()[0].startswith("request_id,")
    preview = client.api("post_rules_import", "a.example\n", content_type="text/plain", action="block", dry_run=True)
    assert preview["dry_run"] is True
    with pytest.raises(ApiError) as raised:
        client.api("get_score_ip", ip="nonsense")
    assert (raised.value.status, raised.value.code) == (400, "invalid_value")
    assert [row.field for row in raised.value.invalid_fields] == ["ip"]
    with pytest.raises(ApiError) as raised:
        client.api("delete_rules_rule_id", rule_id="../usage")
    assert raised.value.code == "not_found"
    assert client.api("compat_geo_country", ip="81.2.69.160")["country"]["iso_code"] == "GB"


def test_there_is_a_method_for_every_operation_with_its_method_path_and_parameters(service: str) -> None:
    calls: List[Call] = []

    def record(call: Call) -> None:
        calls.append(call)

    api = Api(record)
    asynchronous = {name for name, _ in inspect.getmembers(AsyncApi, inspect.isfunction)}
    for path, item in document(service)["paths"].items():
        for method, operation in item.items():
            name = re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), operation["operationId"])
            accepted = inspect.signature(getattr(api, name)).parameters
            arguments: Dict[str, Any] = {one: f"<{one}>" for one in accepted}
            arguments.update({one: None for one in ("timeout", "idempotency_key") if one in arguments})
            getattr(api, name)(**arguments)
            assert name in asynchronous
            call = calls[-1]
            assert call.method == method.upper()
            template = re.sub(r"%3C(\w+)%3E", r"{\1}", call.path)
            assert template == path
            takes_key = any(row["in"] == "header" for row in operation.get("parameters", []))
            assert call.keyed == takes_key == ("idempotency_key" in accepted)
            query = [row["name"] for row in operation.get("parameters", []) if row["in"] == "query"]
            assert sorted(call.query) == sorted(query)
            assert (call.body is not None) == ("requestBody" in operation)
            assert call.basic == any("basic" in row for row in operation["security"])


def test_many_threads_share_a_client(service: str, key: str) -> None:
    with Winnow(base_url=service, api_key=key, timeout=10.0) as winnow:
        with ThreadPoolExecutor(16) as pool:
            decisions = list(pool.map(lambda n: winnow.score_signup(ip=f"203.0.113.{n}"), range(48)))
    assert all(not decision.degraded for decision in decisions)
    assert len({decision.request_id for decision in decisions}) == 48
    assert sum(thread.name == "winnow-client" for thread in threading.enumerate()) == 1


def test_one_client_in_several_loops(service: str, key: str) -> None:
    client = AsyncWinnow(base_url=service, api_key=key, timeout=10.0)

    async def twice() -> bool:
        both = await asyncio.gather(*[client.score_signup(ip="8.8.8.8") for _ in range(4)])
        return all(not decision.degraded for decision in both)

    assert asyncio.run(twice()) and asyncio.run(twice())


def test_a_cancelled_call_is_cancelled(service: str, key: str) -> None:
    async def run() -> None:
        async with AsyncWinnow(base_url=service, api_key=key, timeout=10.0) as client:
            call = asyncio.ensure_future(client.score_signup(ip="8.8.8.8"))
            await asyncio.sleep(0)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            assert not (await client.score_signup(ip="8.8.8.8")).degraded

    asyncio.run(run())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_parent_and_child_score_after_a_fork(service: str, key: str) -> None:
    winnow = Winnow(base_url=service, api_key=key, timeout=10.0)
    assert not winnow.score_signup(ip="8.8.8.8").degraded
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if not winnow.score_signup(ip="8.8.4.4").degraded else 1)
        finally:
            os._exit(2)
    assert not winnow.score_signup(ip="8.8.8.8").degraded
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert not winnow.score_signup(ip="8.8.8.8").degraded
    winnow.close()
