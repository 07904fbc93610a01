"""Invalid input is never an allow, and nothing that is passed raises."""

from __future__ import annotations

import datetime
import decimal
import json
from typing import Any, Callable, Dict, Iterator, List

import pytest
from servers import RESULT, problem, replies


class Hostile(dict):  # type: ignore[type-arg]
    def items(self) -> Any:
        raise RuntimeError("no items")

    def __len__(self) -> int:
        raise RuntimeError("no length")


class EqualsAll:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


def cyclic() -> List[Any]:
    values: List[Any] = []
    values.append(values)
    return values


def deep() -> List[Any]:
    values: List[Any] = []
    for _ in range(100_000):
        values = [values]
    return values


UNSENDABLE: Dict[str, Any] = {
    "bytes": b"jane@example.org",
    "nan": float("nan"),
    "infinity": float("inf"),
    "a lone surrogate": "jane\ud800@example.org",
    "cycle": cyclic(),
    "depth": deep(),
    "object": object(),
    "equal to everything": EqualsAll(),
    "set": {1},
    "date": datetime.date(2026, 1, 1),
    "decimal": decimal.Decimal("1"),
    "number without end": 10**5000,
    "hostile mapping": Hostile(a=1),
    "type": str,
    "too long": "a" * 300_000,
    "nan inside": {"timezone_offset": float("nan")},
}


@pytest.mark.parametrize("name", UNSENDABLE)
@pytest.mark.parametrize("field", ["email", "device_signals", "user_id", "anything"])
def test_a_value_that_cannot_be_sent_is_a_review_and_the_rest_is_scored(
    make: Callable[..., Any], serve: Callable[..., Any], name: str, field: str
) -> None:
    server = serve(replies())
    client = make(base_url=server.url)
    decision = client.score(**{"ip": "203.0.113.7", field: UNSENDABLE[name]})
    assert decision.verdict == "review"
    assert field in [invalid.field for invalid in decision.invalid_fields]
    assert (decision.degraded, decision.reason, decision.risk_score) == (False, "invalid_input", 12)
    assert server.requests[0].json == {"ip": "203.0.113.7", "on_invalid": "review"}


@pytest.mark.parametrize("name", UNSENDABLE)
def test_alone_it_is_a_review_without_a_request(
    make: Callable[..., Any], serve: Callable[..., Any], name: str
) -> None:
    server = serve(replies())
    decision = make(base_url=server.url).score(email=UNSENDABLE[name])
    assert (decision.verdict, decision.degraded, decision.reason) == ("review", True, "invalid_input")
    assert [invalid.field for invalid in decision.invalid_fields] == ["email"]
    assert server.requests == []


def test_a_block_stays_a_block(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    server = serve(replies(body={**RESULT, "verdict": "block"}))
    assert make(base_url=server.url).score(ip="203.0.113.7", email=b"x").verdict == "block"


def test_without_an_answer_invalid_input_is_a_review(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    server = serve(problem(401, "key_invalid"))
    decision = make(base_url=server.url).score(ip="203.0.113.7", email=b"x")
    assert (decision.verdict, decision.reason) == ("review", "unauthorized")
    assert [invalid.field for invalid in decision.invalid_fields] == ["email"]


@pytest.mark.parametrize(
    "signup",
    [None, "", "text", 5, [], ["email"], {}, {"email": None}, {"email": ""}, {5: "a"}, {"user_id": "7"}, Hostile(), b"{}"],
    ids=repr,
)
def test_what_holds_nothing_to_score_is_a_review(
    make: Callable[..., Any], serve: Callable[..., Any], signup: Any
) -> None:
    server = serve(replies())
    decision = make(base_url=server.url).score(signup)
    assert (decision.verdict, decision.reason) == ("review", "invalid_input")
    assert decision.invalid_fields and server.requests == []


def test_fields_without_a_value_are_left_out(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    server = serve(replies())
    device = {"device_id": "9f86d081884c7d65", "signals": {"screen": "1x1"}, "automation": None}
    client = make(base_url=server.url)
    client.score({"ip": "203.0.113.7", "phone": None}, email="", on_invalid="refuse", device=device)
    client.score(ip="203.0.113.7", device="9f86d081884c7d65")
    assert server.requests[0].json == {
        "ip": "203.0.113.7",
        "device_id": "9f86d081884c7d65",
        "device_signals": {"screen": "1x1"},
        "on_invalid": "review",
    }
    assert server.requests[1].json == {"ip": "203.0.113.7", "on_invalid": "review"}


@pytest.mark.parametrize("status", [400, 404, 413, 414, 415, 422, 431])
def test_a_refusal_of_the_input_is_a_review_that_names_the_fields(
    make: Callable[..., Any], serve: Callable[..., Any], status: int
) -> None:
    errors = [{"pointer": "/device_id", "detail": "must be hex"}, {"parameter": "ip", "detail": "is none"}]
    server = serve(problem(status, "invalid_value", errors))
    decision = make(base_url=server.url).score(ip="x", email="jane@example.org")
    assert (decision.verdict, decision.degraded, decision.reason) == ("review", True, "invalid_input")
    assert [(row.field, row.detail) for row in decision.invalid_fields] == [
        ("device_id", "must be hex"),
        ("ip", "is none"),
    ]
    assert len(server.requests) == 1


def test_a_4xx_of_a_firewall_is_a_review(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    for status in [403, 406, 418, 451]:
        server = serve(replies(status, b"<html>blocked</html>", content_type="text/html"))
        decision = make(base_url=server.url).score(email="<script>@example.org")
        assert (decision.verdict, decision.reason) == ("review", "invalid_input"), status


def test_components_that_the_service_could_not_read_are_named(
    make: Callable[..., Any], serve: Callable[..., Any]
) -> None:
    for rows, verdict in [([{"field": "ip", "detail": "no address"}], "review"), ("garbage", "allow"), ([5, None], "allow")]:
        server = serve(replies(body={**RESULT, "verdict": verdict, "components_invalid": rows}))
        decision = make(base_url=server.url).score(ip="x", email="jane@example.org")
        assert (decision.verdict, decision.degraded) == (verdict, False)
        assert len(decision.invalid_fields) == (1 if verdict == "review" else 0)


def test_hostile_names(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    server = serve(replies())
    decision = make(base_url=server.url).score({"ip": "203.0.113.7", "\ud800": 1, 'a"b\n': 1, "x" * 5000: {1}})
    assert decision.verdict == "review"
    assert server.requests[0].json == {"ip": "203.0.113.7", 'a"b\n': 1, "on_invalid": "review"}
    assert all(len(row.field) <= 100 for row in decision.invalid_fields)


def json_values() -> Iterator[Any]:
    yield from [0, -1, 1e308, True, [], {}, "", " ", "\x00", "\u2028", "é" * 100, [[]], {"a": None}]


def test_any_json_in_any_field_reaches_the_service(make: Callable[..., Any], serve: Callable[..., Any]) -> None:
    server = serve(replies())
    client = make(base_url=server.url)
    for value in json_values():
        before = len(server.requests)
        assert client.score(ip="203.0.113.7", email=value).verdict == "allow"
        sent = json.loads(server.requests[before].body)
        assert sent.get("email", "") == value
