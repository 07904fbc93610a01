/** A service that is away, slow, broken or not Winnow: decisions as configured, in time, never an exception. */
import assert from "node:assert/strict";
import {
  type AccountCode,
  type Fallback,
  type OnUnavailable,
  type Unavailable,
  type UnavailableReason,
  Winnow,
} from "../../../clients/typescript/src/index.ts";
import { startApp } from "../../support/app/app.ts";
import { type RawConnection, startHttpServer, startRawServer } from "../../support/servers/http_server.ts";

const TIMEOUT_MS = 300;
const LATE_MS = 50;
const SIGNUP = { ip: "8.8.4.4", email: "jane@gmail.com" };
const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const RESULT = JSON.stringify({ risk_score: 1, verdict: "allow", request_id: "req_1", summary: "" });
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

async function drip({ write, disconnected }: RawConnection, bytes: string): Promise<void> {
  let gone = false;
  disconnected.then(() => gone = true);
  for (const byte of bytes) {
    if (gone) return;
    await write(byte);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const RAW: [string, string, (connection: RawConnection) => Promise<void>][] = [
  ["accepts and is silent", "timeout", ({ disconnected }) => disconnected],
  ["hangs inside the head", "timeout", async ({ write, disconnected }) => {
    await write("HTTP/1.1 200");
    await disconnected;
  }],
  ["hangs inside the body", "timeout", async ({ write, disconnected }) => {
    await write(`${HEAD}content-length: 500\r\n\r\n{"risk`);
    await disconnected;
  }],
  ["hangs inside a body in chunks", "timeout", async ({ write, disconnected }) => {
    await write(`${HEAD}transfer-encoding: chunked\r\n\r\n${chunk('{"risk')}`);
    await disconnected;
  }],
  ["drips the head", "timeout", (connection) => drip(connection, HEAD.repeat(20))],
  ["drips the body", "timeout", async (connection) => {
    await connection.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
    await drip(connection, chunk(" ").repeat(200));
  }],
  ["hangs up", "unreachable", (connection) => Promise.resolve(connection.close())],
  ["hangs up inside the body", "unreachable", async ({ write, close }) => {
    await write(`${HEAD}content-length: 500\r\n\r\n{"risk`);
    close();
  }],
  ["speaks another protocol", "unreachable", async ({ write, close }) => {
    await write("220 mail.example ESMTP\r\n");
    close();
  }],
];

const json = (body: unknown, status = 200) => Response.json(body, { status });
const html = (status: number) =>
  new Response("<h1>no</h1>", { status, headers: { "content-type": "text/html" } });
const ANSWERS: [string, string, () => Response][] = [
  ["an HTML page", "unexpected_response", () => html(200)],
  ["no body", "unexpected_response", () => new Response(null, { status: 204 })],
  [
    "half a document",
    "unexpected_response",
    () => new Response('{"risk_score": 1,', { headers: { "content-type": "application/json" } }),
  ],
  ["a list", "unexpected_response", () => json([])],
  ["another document", "unexpected_response", () => json({ ok: true })],
  [
    "a verdict of another kind",
    "unexpected_response",
    () => json({ risk_score: 1, request_id: "req_1", verdict: "ALLOW" }),
  ],
  [
    "another scheme",
    "unexpected_response",
    () => new Response(null, { status: 302, headers: { location: "ftp://other" } }),
  ],
  ["500", "server_error", () => html(500)],
  ["502", "server_error", () => html(502)],
  [
    "503 with a long Retry-After",
    "server_error",
    () => new Response(null, { status: 503, headers: { "retry-after": "60" } }),
  ],
  ["429 of a proxy", "rate_limited", () => html(429)],
  ["a paused account", "account_paused", () => json({ code: "account_paused" }, 401)],
];

async function assertDecides(url: string, name: string, reason: string): Promise<void> {
  for (const onUnavailable of ["allow", "review"] as const) {
    const winnow = new Winnow({
      baseUrl: url,
      apiKey: "wk_live_x",
      timeoutMs: TIMEOUT_MS,
      onUnavailable,
      onError() {},
    });
    const times: number[] = [];
    let found: string | null = null;
    // On a busy machine one measurement proves nothing; a client that is late is late each time.
    while (times.length < 3 && !(times.at(-1)! <= TIMEOUT_MS + LATE_MS && found === reason)) {
      const start = performance.now();
      const decision = await winnow.scoreSignup(SIGNUP);
      times.push(performance.now() - start);
      assert.equal(decision.verdict, onUnavailable, name);
      assert.deepEqual([decision.degraded, decision.result], [true, null], name);
      found = decision.reason;
    }
    assert.equal(found, reason, name);
    assert.ok(times.at(-1)! <= TIMEOUT_MS + LATE_MS, `${name}: ${times} ms`);
  }
}

/** Without `onUnavailable`: what the visitor, or a thief of the form's limits, can cause is no open door. */
const BY_REASON: [string, () => Response, reason: UnavailableReason, code: AccountCode | null, Fallback][] = [
  ["429", () => json({ code: "rate_limited" }, 429), "rate_limited", "rate_limited", "review"],
  ["429 of a proxy", () => html(429), "rate_limited", null, "review"],
  [
    "a spent quota",
    () => json({ code: "quota_exceeded" }, 429),
    "quota_exceeded",
    "quota_exceeded",
    "review",
  ],
  [
    "the same as 402",
    () => json({ code: "quota_exceeded" }, 402),
    "quota_exceeded",
    "quota_exceeded",
    "review",
  ],
  [
    "a paused account",
    () => json({ code: "account_paused" }, 401),
    "account_paused",
    "account_paused",
    "review",
  ],
  ["a wrong key", () => json({ code: "key_invalid" }, 401), "unauthorized", "key_invalid", "review"],
  ["an expired key", () => json({ code: "key_expired" }, 401), "unauthorized", "key_expired", "review"],
  ["a revoked key", () => json({ code: "key_revoked" }, 401), "unauthorized", "key_revoked", "review"],
  ["a lacking scope", () => json({ code: "scope_missing" }, 401), "unauthorized", "scope_missing", "review"],
  ["500", () => html(500), "server_error", null, "allow"],
  ["a page", () => html(200), "unexpected_response", null, "allow"],
  ["another endpoint", () => json({ code: "not_found" }, 404), "unexpected_response", null, "allow"],
  ["another method", () => json({ code: "method_not_allowed" }, 405), "unexpected_response", null, "allow"],
];

Deno.test("onUnavailable: by default by reason, or as a word, a map or a function says", async () => {
  for (const [name, answer, reason, code, verdict] of BY_REASON) {
    await using server = startHttpServer(answer);
    const other = verdict === "allow" ? "review" : "allow";
    const asked: Unavailable[] = [];
    const rows: [OnUnavailable | undefined, Fallback][] = [
      [undefined, verdict],
      [{}, verdict],
      [{ timeout: "review", aborted: "review" }, verdict],
      [other, other],
      [{ [reason]: other }, other],
      [{ [reason]: undefined }, verdict],
      [(failure) => (asked.push(failure), other), other],
      [() => {
        throw new Error("broken");
      }, "review"],
      [() => "deny" as never, "review"],
      [() => Promise.resolve("allow") as never, "review"],
    ];
    if (code !== null) rows.push([{ [code]: other }, other]);
    for (const [onUnavailable, wanted] of rows) {
      const options = { baseUrl: server.url, apiKey: "wk_live_x", retries: 0, onError() {} };
      const winnow = new Winnow({ ...options, onUnavailable });
      const decision = await winnow.scoreSignup(SIGNUP);
      assert.deepEqual([decision.verdict, decision.reason, decision.degraded], [wanted, reason, true], name);
      const once = await new Winnow(options).scoreSignup(SIGNUP, { onUnavailable });
      assert.equal(once.verdict, wanted, `${name}, for one call`);
    }
    assert.deepEqual(asked.map((failure) => failure.reason), [reason, reason]);
  }
});

Deno.test("a base URL that leads elsewhere in Winnow is an unexpected response at once", async () => {
  await using app = await startApp();
  const failures: Unavailable[] = [];
  for (const path of ["/v1", "/v1/", "/v1/score", "/docs", "/nonsense", "/openapi.json"]) {
    const baseUrl = `${app.origin}${path}`;
    const onError = (failure: Unavailable) => failures.push(failure);
    const winnow = new Winnow({ baseUrl, apiKey: app.live, timeoutMs: 10_000, onError });
    const decision = await winnow.scoreSignup(SIGNUP);
    assert.deepEqual([decision.reason, decision.degraded, decision.invalidFields], [
      "unexpected_response",
      true,
      [],
    ], path);
    assert.match(decision.detail!, /base URL/);
  }
  assert.equal(failures.length, 6, "each is told");
});

Deno.test("connections that hang, drip and break: the configured verdict, in time", async () => {
  for (const [name, reason, talk] of RAW) {
    await using server = startRawServer(talk);
    await assertDecides(server.url, name, reason);
  }
});

Deno.test("answers that are no score: the configured verdict, in time", async () => {
  for (const [name, reason, answer] of ANSWERS) {
    await using server = startHttpServer(answer);
    await assertDecides(server.url, name, reason);
  }
});

Deno.test("nobody listens", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  await assertDecides(`http://127.0.0.1:${port}`, "nobody listens", "unreachable");
});

Deno.test("a fetch that ignores its signal, throws or answers nonsense does not delay or break a decision", async () => {
  const rows: [string, typeof fetch][] = [
    ["timeout", () => new Promise(() => {})],
    ["unreachable", () => {
      throw new Error("broken");
    }],
    ["unreachable", () => Promise.reject(null)],
    ["unreachable", () => Promise.resolve(undefined as never)],
  ];
  for (const [reason, broken] of rows) {
    const options = { baseUrl: "http://127.0.0.1:9", apiKey: "k", timeoutMs: TIMEOUT_MS, onError() {} };
    const start = performance.now();
    const decision = await new Winnow({ ...options, fetch: broken }).scoreSignup(SIGNUP);
    assert.deepEqual([decision.verdict, decision.reason], ["allow", reason]);
    assert.ok(performance.now() - start <= TIMEOUT_MS + LATE_MS);
  }
});

Deno.test("a 4xx that is not about the account may be the visitor's doing: review", async () => {
  const rows: [number, Response][] = [400, 403, 404, 413, 414, 422, 431].map((
    status,
  ) => [status, html(status)]);
  for (const [status, answer] of rows) {
    await using server = startHttpServer(() => answer.clone());
    const winnow = new Winnow({ baseUrl: server.url, apiKey: "wk_live_x" });
    const decision = await winnow.scoreSignup(SIGNUP);
    assert.deepEqual([decision.verdict, decision.reason], ["review", "invalid_input"], `${status}`);
    assert.match(decision.detail!, new RegExp(String(status)));
  }
});

Deno.test("a redirect is not followed: the key stays here", async () => {
  await using elsewhere = startHttpServer(() =>
    new Response(RESULT, { headers: { "content-type": "application/json" } })
  );
  for (const status of [301, 302, 303, 307, 308]) {
    await using server = startHttpServer(() =>
      new Response(null, { status, headers: { location: elsewhere.url } })
    );
    await assertDecides(server.url, `${status}`, "unexpected_response");
  }
  assert.deepEqual(elsewhere.seen, []);
});

Deno.test("a call that its caller aborts is decided immediately", async () => {
  await using server = startRawServer(({ disconnected }) => disconnected);
  const winnow = new Winnow({ baseUrl: server.url, apiKey: "wk_live_x", timeoutMs: 5000, onError() {} });
  const start = performance.now();
  const decision = await winnow.scoreSignup(SIGNUP, { signal: AbortSignal.timeout(100) });
  assert.deepEqual([decision.verdict, decision.reason], ["allow", "aborted"]);
  assert.ok(performance.now() - start < 1000);
  assert.equal((await winnow.scoreSignup(SIGNUP, { signal: AbortSignal.abort() })).reason, "aborted");
  assert.equal(server.seen.length, 1, "what is aborted before is not sent");
});
