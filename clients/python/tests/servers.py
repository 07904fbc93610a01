"""Servers that behave badly, on loopback."""

from __future__ import annotations

import json
import socket
import threading
import time
from typing import Any, Callable, Dict, List, Optional

RESULT: Dict[str, Any] = {
    "risk_score": 12,
    "verdict": "allow",
    "summary": "Low risk (12).",
    "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
}


class Request:
    def __init__(self, head: bytes, body: bytes) -> None:
        lines = head.decode("latin-1").split("\r\n")
        self.line = lines[0]
        self.headers = {
            name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])
        }
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Answer = Callable[[socket.socket, Request], None]


class BadServer:
    """Each request gets the next answer; the last one is repeated."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = answers
        self.requests: List[Request] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._connections: List[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for closed in [self._listener, *self._connections]:
            try:
                closed.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            closed.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._connections.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            while True:
                request = read_request(connection)
                if request is None:
                    return
                self.requests.append(request)
                self.answers[min(len(self.requests), len(self.answers)) - 1](connection, request)
        except OSError:
            pass


def read_request(connection: socket.socket) -> Optional[Request]:
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        if not part:
            return None
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    length = int(Request(head, b"").headers.get("content-length", "0"))
    while len(body) < length:
        body += connection.recv(65536)
    return Request(head, body)


def replies(
    status: int = 200, body: Any = None, delay: float = 0, content_type: str = "application/json", **headers: str
) -> Answer:
    content = body if isinstance(body, bytes) else json.dumps(RESULT if body is None else body).encode()

    def answer(connection: socket.socket, _: Request) -> None:
        time.sleep(delay)
        more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        head = f"HTTP/1.1 {status} X\r\ncontent-type: {content_type}\r\ncontent-length: {len(content)}\r\n{more}\r\n"
        connection.sendall(head.encode() + content)

    return answer


def problem(status: int, code: str, errors: Any = None, **headers: str) -> Answer:
    body = {"type": "x", "title": "x", "status": status, "code": code, "detail": f"about {code}", "request_id": "req_1"}
    if errors is not None:
        body["errors"] = errors
    return replies(status, body, 0, "application/problem+json", **headers)


def hangs(connection: socket.socket, _: Request) -> None:
    time.sleep(30)


def drips_head(connection: socket.socket, _: Request) -> None:
    for byte in b"HTTP/1.1 200 OK\r\nx-slow: " + b"a" * 1000:
        connection.sendall(bytes([byte]))
        time.sleep(0.05)


def drips_body(connection: socket.socket, _: Request) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n")
    for _index in range(1000):
        connection.sendall(b" ")
        time.sleep(0.05)


def floods(connection: socket.socket, _: Request) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n")
    while True:
        connection.sendall(b"[" * 65536)


def resets(connection: socket.socket, _: Request) -> None:
    connection.shutdown(socket.SHUT_RDWR)
    connection.close()


def breaks_off(connection: socket.socket, _: Request) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{")
    resets(connection, _)


def no_http(connection: socket.socket, _: Request) -> None:
    connection.sendall(b"220 mail.example ESMTP\r\n")
    resets(connection, _)
