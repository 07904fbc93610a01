"""Questions that must not stop the caller: what cannot be read is left out, and without an answer it is said why."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from ._call import Call
from ._decision import Reason, Unavailable, read_json
from ._errors import ApiError, InvalidField, UnavailableError
from ._signup import body_of
from ._transport import Transport

_LOG = logging.getLogger("winnow_client")


@dataclass(frozen=True)
class Question:
    path: str
    members: Dict[str, bytes]
    """In JSON, by name."""
    invalid: List[InvalidField]
    """What was left out already."""
    is_answer: Callable[[Any], bool]
    keyed: bool
    """The service executes it once per Idempotency-Key."""
    idempotency_key: Optional[str] = None


@dataclass(frozen=True)
class Answered:
    body: Dict[str, Any]
    invalid: Tuple[InvalidField, ...]


@dataclass(frozen=True)
class NoAnswer:
    reason: Reason
    detail: str
    invalid: Tuple[InvalidField, ...] = ()


async def ask(transport: Transport, question: Question, deadline: float) -> Union[Answered, NoAnswer]:
    """Asks, and asks again without the fields that the service cannot read: what a browser sends may be nonsense on purpose,
    and an error must not be an answer that lets it in. Never raises.
    """
    members, invalid = dict(question.members), list(question.invalid)
    while True:
        try:
            call = Call(
                "POST",
                question.path,
                body=body_of(members),
                keyed=question.keyed,
                idempotency_key=question.idempotency_key,
            )
            read = read_json(await transport.send(call, deadline), question.is_answer)
        except Exception as error:  # noqa: BLE001  a log-in or a message must not fail because its question does
            read = unavailable(error)
        if isinstance(read, dict):
            return Answered(read, tuple(invalid))
        if isinstance(read, Unavailable):
            return no_answer(read, tuple(invalid))
        invalid.extend(read.invalid_fields)
        if not _leave_out(members, read):
            _LOG.info("invalid input: %s", read)
            return NoAnswer("invalid_input", str(read), tuple(invalid))


def no_answer(failure: Unavailable, invalid: Tuple[InvalidField, ...] = ()) -> NoAnswer:
    _LOG.warning("no answer (%s): %s", failure.reason, failure.detail)
    return NoAnswer(failure.reason, failure.detail, invalid)


def unavailable(error: Exception) -> Unavailable:
    if isinstance(error, UnavailableError):
        return Unavailable(error.reason, error.detail)
    _LOG.exception("winnow_client failed")
    return Unavailable("unreachable", type(error).__name__)


def sendable_key(key: Any) -> Optional[str]:
    """None for what cannot be in a header: then a new one is made."""
    return key if isinstance(key, str) and re.fullmatch(r"[\x21\x23-\x7e]{1,255}", key) else None


def _leave_out(members: Dict[str, bytes], refused: ApiError) -> bool:
    names = {row.field.split("/")[0] for row in refused.invalid_fields} & members.keys()
    for name in names:
        del members[name]
    return bool(names)
