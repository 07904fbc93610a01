"""Client of the Winnow risk scoring service."""

from ._client import AsyncWinnow, OnUnavailable, Winnow
from ._decision import Decision, Reason, Verdict
from ._errors import ApiError, InvalidField, UnavailableError, WinnowError
from ._operations import Api, AsyncApi
from ._version import VERSION as __version__
from .types import Signup

__all__ = [
    "Api",
    "ApiError",
    "AsyncApi",
    "AsyncWinnow",
    "Decision",
    "InvalidField",
    "OnUnavailable",
    "Reason",
    "Signup",
    "UnavailableError",
    "Verdict",
    "Winnow",
    "WinnowError",
    "__version__",
]
