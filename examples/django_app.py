"""Django: scores sign-ups before their users exist. One file for a try; in a project, `sign_up` belongs to a views.py.

    pip install django http://127.0.0.1:8080/clients/winnow_client-VERSION-py3-none-any.whl
    API_KEY=wk_live_… python django_app.py runserver 3000 --noreload
"""

import functools
import json
import os
import sys
import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from winnow_client import Winnow

# Sign-ups of one network in a minute: a flood must not use up your limits. Several processes need a cache that they share.
PER_MINUTE = 60


@functools.lru_cache(maxsize=None)
def winnow() -> Winnow:
    """Made on first use: `manage.py migrate` and `collectstatic` load this without the secrets."""
    return Winnow(base_url=os.environ.get("API_URL", "http://127.0.0.1:8080"), api_key=os.environ["API_KEY"])


def address_of(request: HttpRequest) -> str:
    """As a proxy on this machine tells it, else that of the connection."""
    address = request.META.get("REMOTE_ADDR", "")
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")[-1].strip()
    return forwarded or address if address == "127.0.0.1" else address


def is_flood(ip: str) -> bool:
    """IPv6 addresses are counted by their /64: one customer has that many."""
    if ip.lower().startswith("::ffff:") and "." in ip:
        ip = ip[7:]  # IPv4 on a socket for both
    network = ":".join(ip.split("::")[0].split(":")[:4]) if ":" in ip else ip
    # The address is the visitor's text; hex is a valid key of every cache.
    key = f"signups-{int(time.time() // 60)}-{network.encode().hex()[:200]}"
    cache.add(key, 0, timeout=120)
    return cache.incr(key) > PER_MINUTE


@csrf_exempt  # For a try with curl. A form of your own has Django's token: leave this line out.
@require_POST
def sign_up(request: HttpRequest) -> JsonResponse:
    ip = address_of(request)
    if is_flood(ip):
        return JsonResponse({"message": "Please try again in a minute."}, status=429, headers={"Retry-After": "60"})
    try:
        form = json.loads(request.body)
    except (ValueError, RecursionError, OSError):
        form = None
    email = form.get("email") if isinstance(form, dict) else None
    if not isinstance(email, str) or not email.strip():
        return JsonResponse({"message": "An e-mail, please."}, status=400)
    # `device` as it came from the browser: the client and Winnow check it.
    decision = winnow().score_signup(ip=ip, email=email, device=form.get("device"))
    if decision.verdict == "block":
        return JsonResponse({"message": "We cannot create this account."}, status=403)
    # Save request_id with the user: with it you label the sign-up as fraud or legit later.
    message = "Thank you. We will write to you soon." if decision.verdict == "review" else "Welcome!"
    return JsonResponse({"message": message, "request_id": decision.request_id})


urlpatterns = [path("signup", sign_up)]

if __name__ == "__main__":
    from django.core.management import execute_from_command_line

    settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["127.0.0.1", "localhost"], SECRET_KEY=os.urandom(32).hex())
    execute_from_command_line(sys.argv)
