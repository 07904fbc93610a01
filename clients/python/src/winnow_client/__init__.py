"""Client of the Winnow risk scoring service."""

from ._client import AsyncWinnow, Winnow
from ._decision import Decision, Fallback, Reason, ScoredDecision, Unavailable, UnscoredDecision, Verdict
from ._errors import ApiError, InvalidField, UnavailableError, WinnowError
from ._fallback import Fallbacks, OnUnavailable, UnavailableReason
from ._operations import Api, AsyncApi
from ._version import VERSION as __version__
from .types import Signup

__all__ = [
    "Api",
    "ApiError",
    "AsyncApi",
    "AsyncWinnow",
    "Decision",
    "Fallback",
    "Fallbacks",
    "InvalidField",
    "OnUnavailable",
    "Reason",
    "ScoredDecision",
    "Signup",
    "Unavailable",
    "UnavailableError",
    "UnavailableReason",
    "UnscoredDecision",
    "Verdict",
    "Winnow",
    "WinnowError",
    "__version__",
]
