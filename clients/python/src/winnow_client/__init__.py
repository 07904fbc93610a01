"""Client of the Winnow risk scoring service."""

from ._client import AsyncWinnow, Winnow
from ._decision import Decision, Fallback, Reason, ScoredDecision, Unavailable, UnscoredDecision, Verdict
from ._errors import ApiError, InvalidField, UnavailableError, WinnowError
from ._fallback import Fallbacks, OnUnavailable, UnavailableReason
from ._guard import AsyncGuard, Guard, GuardDecision, SendOutcome
from ._login import LoginDecision, LoginOutcome, ScoredLogin, Suggestion, UnscoredLogin
from ._operations import Api, AsyncApi
from ._version import VERSION as __version__
from .types import Login, Signup

__all__ = [
    "Api",
    "ApiError",
    "AsyncApi",
    "AsyncGuard",
    "AsyncWinnow",
    "Decision",
    "Fallback",
    "Fallbacks",
    "Guard",
    "GuardDecision",
    "InvalidField",
    "Login",
    "LoginDecision",
    "LoginOutcome",
    "OnUnavailable",
    "Reason",
    "ScoredDecision",
    "ScoredLogin",
    "SendOutcome",
    "Signup",
    "Suggestion",
    "Unavailable",
    "UnavailableError",
    "UnavailableReason",
    "UnscoredDecision",
    "UnscoredLogin",
    "Verdict",
    "Winnow",
    "WinnowError",
    "__version__",
]
