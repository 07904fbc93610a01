"""FastAPI: scores sign-ups before their handler runs.

    pip install fastapi uvicorn http://127.0.0.1:8080/clients/winnow_client-VERSION-py3-none-any.whl
    API_KEY=wk_live_… uvicorn fastapi_app:app --port 3000 --forwarded-allow-ips 127.0.0.1

uvicorn takes the visitor's address from X-Forwarded-For of the proxies that --forwarded-allow-ips names.
"""

import functools
import json
import os
import time
from collections import Counter
from typing import Any, Dict, Optional

from fastapi import Depends, FastAPI, HTTPException, Request

from winnow_client import AsyncWinnow, Decision

app = FastAPI()


@functools.lru_cache(maxsize=None)
def winnow() -> AsyncWinnow:
    """Made on first use: importing this file needs no secrets."""
    return AsyncWinnow(base_url=os.environ.get("API_URL", "http://127.0.0.1:8080"), api_key=os.environ["API_KEY"])


MAX_BODY = 1024 * 1024
# Sign-ups of one network in a minute, in this process: a flood must not use up your limits.
PER_MINUTE = 60
counts: Dict[int, "Counter[str]"] = {}


def limit_by_address(request: Request) -> str:
    """The visitor's address. IPv6 addresses are counted by their /64: one customer has that many."""
    ip = request.client.host if request.client else ""
    if ip.lower().startswith("::ffff:") and "." in ip:
        ip = ip[7:]  # IPv4 on a socket for both
    network = ":".join(ip.split("::")[0].split(":")[:4]) if ":" in ip else ip
    minute = int(time.time() // 60)
    if minute not in counts:
        counts.clear()
    counted = counts.setdefault(minute, Counter())
    counted[network] += 1
    if counted[network] > PER_MINUTE:
        raise HTTPException(429, "Please try again in a minute.", {"Retry-After": "60"})
    return ip


async def form_of(request: Request, _: str = Depends(limit_by_address)) -> Dict[str, Any]:
    """Empty for what is no form."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise HTTPException(413, "That is too much.")
    try:
        form = json.loads(body)
    except (ValueError, RecursionError):
        form = None
    return form if isinstance(form, dict) else {}


async def screened(
    ip: str = Depends(limit_by_address), form: Dict[str, Any] = Depends(form_of)
) -> Decision:
    """Refuses a sign-up that is blocked; hands on the decision about others."""
    email = form.get("email")
    if not isinstance(email, str) or not email.strip():
        raise HTTPException(400, "An e-mail, please.")
    # `device` as it came from the browser: the client and Winnow check it.
    decision = await winnow().score_signup(ip=ip, email=email, device=form.get("device"))
    if decision.verdict == "block":
        raise HTTPException(403, "We cannot create this account.")
    return decision


@app.post("/signup")
async def sign_up(decision: Decision = Depends(screened)) -> Dict[str, Optional[str]]:
    # Save request_id with the user: with it you label the sign-up as fraud or legit later.
    message = "Thank you. We will write to you soon." if decision.verdict == "review" else "Welcome!"
    return {"message": message, "request_id": decision.request_id}
