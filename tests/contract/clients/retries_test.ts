/** What the TypeScript client sends again, when, and under which Idempotency-Key. */
import assert from "node:assert/strict";
import { Winnow } from "../../../clients/typescript/src/index.ts";
import { startHttpServer, startRawServer, type TestServer } from "../../support/servers/http_server.ts";

const SIGNUP = { ip: "8.8.4.4", email: "jane@gmail.com" };
const RESULT = { risk_score: 1, verdict: "allow", request_id: "req_1", summary: "" };

interface Seen {
  readonly at: number;
  readonly method: string;
  readonly key: string | null;
  readonly body: string;
}

function failing(
  failures: number,
  answer: () => Response,
): { server: TestServer; seen: Seen[] } {
  const seen: Seen[] = [];
  const server = startHttpServer(async (request) => {
    const key = request.headers.get("idempotency-key");
    seen.push({ at: performance.now(), method: request.method, key, body: await request.text() });
    return seen.length <= failures ? answer() : Response.json(RESULT);
  });
  return { server, seen };
}

const status = (code: number, retryAfter?: string) => () =>
  new Response("{}", {
    status: code,
    headers: {
      "content-type": "application/json",
      ...(retryAfter === undefined ? {} : { "retry-after": retryAfter }),
    },
  });

const client = (server: TestServer, timeoutMs = 1000) =>
  new Winnow({ baseUrl: server.url, apiKey: "wk_live_x", timeoutMs, onError() {} });

Deno.test("a failed attempt is repeated with the same key and body, at most twice", async () => {
  const rows: [string, () => Response, number, number, string | null][] = [
    ["503 once", status(503), 1, 2, null],
    ["500 twice", status(500), 2, 3, null],
    ["502 for good", status(502), 9, 3, "server_error"],
    ["429 with Retry-After 0", status(429, "0"), 1, 2, null],
    ["409: the first attempt is in progress", status(409, "0"), 1, 2, null],
    ["409 for good", status(409), 9, 3, "server_error"],
    ["400", status(400), 1, 1, "invalid_input"],
    ["422", status(422, "0"), 1, 1, "invalid_input"],
    ["503 with a Retry-After beyond the time-out", status(503, "5"), 1, 1, "server_error"],
    ["503 with a date far away", status(503, "Fri, 31 Dec 2100 23:59:59 GMT"), 1, 1, "server_error"],
    ["503 with a date gone by", status(503, "Fri, 31 Dec 1999 23:59:59 GMT"), 1, 2, null],
  ];
  for (const [name, answer, failures, attempts, reason] of rows) {
    const { server, seen } = failing(failures, answer);
    await using _ = server;
    const decision = await client(server).scoreSignup(SIGNUP);
    assert.equal(seen.length, attempts, name);
    assert.equal(decision.reason, reason, name);
    assert.equal(new Set(seen.map(({ key }) => key)).size, 1, name);
    assert.match(seen[0]!.key!, /^"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"$/, name);
    for (const { body } of seen) {
      assert.deepEqual(JSON.parse(body), { ...SIGNUP, on_invalid: "review" }, name);
    }
  }
});

Deno.test("a quota that is used up is not asked for again, whatever Retry-After says", async () => {
  const spent = (retryAfter: string | null) => () =>
    Response.json({ code: "quota_exceeded" }, {
      status: 429,
      headers: retryAfter === null ? {} : { "retry-after": retryAfter },
    });
  for (const retryAfter of [null, "0", "1"]) {
    const { server, seen } = failing(99, spent(retryAfter));
    await using _ = server;
    const winnow = client(server);
    const decision = await winnow.scoreSignup(SIGNUP);
    assert.deepEqual([decision.reason, decision.verdict, seen.length], ["quota_exceeded", "review", 1]);
    const { error } = await winnow.api.GET("/v1/score/ip", { params: { query: { ip: "8.8.8.8" } } });
    assert.deepEqual([error?.code, seen.length], ["quota_exceeded", 2], "the body can still be read");
  }
});

Deno.test("each call has its own key, unless the caller gives one", async () => {
  const { server, seen } = failing(0, status(500));
  await using _ = server;
  const winnow = client(server);
  for (const options of [{}, {}, { idempotencyKey: "signup-1" }, { idempotencyKey: "signup-1" }]) {
    await winnow.scoreSignup(SIGNUP, options);
  }
  assert.equal(new Set(seen.map(({ key }) => key)).size, 3);
  assert.deepEqual(seen.slice(2).map(({ key }) => key), ['"signup-1"', '"signup-1"']);
  const rows = [['say "hi"', '"say \\"hi\\""'], ["back\\slash", '"back\\\\slash"'], ['"quoted"', '"quoted"']];
  for (const [given, sent] of rows) {
    await winnow.scoreSignup(SIGNUP, { idempotencyKey: given });
    assert.equal(seen.at(-1)!.key, sent);
  }
  await winnow.api.POST("/v1/batch", {
    body: { type: "ip", items: ["8.8.8.8"] },
    headers: { "Idempotency-Key": "batch-1" },
  });
  assert.equal(seen.at(-1)!.key, '"batch-1"');
});

Deno.test("Retry-After is waited for, and attempts are spread by chance", async () => {
  const { server, seen } = failing(1, status(503, "1"));
  await using _ = server;
  const decision = await client(server, 3000).scoreSignup(SIGNUP);
  assert.equal(decision.degraded, false);
  assert.ok(seen[1]!.at - seen[0]!.at >= 1000);
  const pauses = new Set<number>();
  for (let i = 0; i < 5; i++) {
    const quick = failing(1, status(503));
    await using _quick = quick.server;
    await client(quick.server).scoreSignup(SIGNUP);
    pauses.add(Math.round(quick.seen[1]!.at - quick.seen[0]!.at));
  }
  assert.ok(pauses.size > 1, `always the same pause: ${[...pauses]}`);
});

Deno.test("a connection that breaks off is repeated: before the answer, and inside it", async () => {
  for (
    const first of ["", "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"]
  ) {
    let count = 0;
    const body = JSON.stringify(RESULT);
    await using server = startRawServer(async ({ write, close }) => {
      if (count++ === 0) await write(first);
      else {
        await write(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
      }
      close();
    });
    const decision = await client(server).scoreSignup(SIGNUP);
    assert.deepEqual([decision.degraded, decision.requestId], [false, "req_1"]);
    assert.equal(server.seen.length, 2);
  }
});

Deno.test("every POST of the API has a key; what may not happen twice is sent once", async () => {
  const { server, seen } = failing(99, status(503, "0"));
  await using _ = server;
  const { api } = client(server);
  const post = api.POST as (path: string, init: unknown) => Promise<unknown>;
  const patch = api.PATCH as (path: string, init: unknown) => Promise<unknown>;
  const rows: [string, () => Promise<unknown>, number, boolean][] = [
    ["GET", () => api.GET("/v1/score/ip", { params: { query: { ip: "8.8.8.8" } } }), 3, false],
    ["POST", () => api.POST("/v1/batch", { body: { type: "ip", items: ["8.8.8.8"] } }), 3, true],
    ["POST", () => api.POST("/v1/rules", { body: { action: "block", values: ["a.example"] } }), 3, true],
    ["POST", () => post("/v1/webhooks", { body: { url: "https://example.org" } }), 1, true],
    ["PATCH", () => patch("/v1/webhooks/x", { body: { enabled: false } }), 1, false],
  ];
  for (const [method, call, attempts, hasKey] of rows) {
    seen.length = 0;
    await call();
    assert.deepEqual([method, seen.length], [seen[0]!.method, attempts]);
    assert.equal(seen.every(({ key }) => (key !== null) === hasKey), true, method);
  }
});
