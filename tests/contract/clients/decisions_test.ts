/** Decisions of the TypeScript client against the real service. */
import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { type Signup, type Unavailable, Winnow, WinnowError } from "../../../clients/typescript/src/index.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { startHttpServer } from "../../support/servers/http_server.ts";

const DEVICE = "9f86d081884c7d659a2feaa0c55ad015";

async function scoringClient(app: TestApp, failures: Unavailable[] = []): Promise<Winnow> {
  const { key } = await app.account("main", { scopes: ["score"] });
  return new Winnow({ baseUrl: app.origin, apiKey: key, onError: (failure) => failures.push(failure) });
}

Deno.test("a sign-up is scored, and the whole answer is there", async () => {
  await using app = await startApp();
  await app.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  const winnow = await scoringClient(app);
  const rows: [Signup, string, string[]][] = [
    [{ ip: "8.8.4.4", email: "jane.doe@gmail.com" }, "allow", ["ip", "email"]],
    [{ ip: null, email: "jane.doe@gmail.com", phone: "", domain: undefined }, "allow", ["email"]],
    [{ email: "someone@blocked.example", phone: "+442079460123" }, "block", ["email", "phone"]],
    [{ email: "jane@gmail.com", device: { device_id: DEVICE, signals: {}, automation: {} } }, "allow", [
      "email",
      "device",
    ]],
    [{ ip: "8.8.4.4", device: null }, "allow", ["ip"]],
  ];
  for (const [signup, verdict, checked] of rows) {
    const decision = await winnow.scoreSignup(signup);
    const name = JSON.stringify(signup);
    assert.equal(decision.verdict, verdict, name);
    assert.deepEqual(decision.result?.components_checked, checked, name);
    assert.deepEqual(
      [decision.degraded, decision.reason, decision.detail, decision.invalidFields],
      [false, null, null, []],
      name,
    );
    const stored = await app.ask(`/v1/score/${decision.requestId}`);
    assert.equal(stored.body.risk_score, decision.riskScore, name);
    assert.equal(decision.summary, decision.result?.summary);
  }
});

/** Each would be an allow if the unreadable value were left out. */
const INVALID: [string, Record<string, unknown>, string][] = [
  ["a nonsense device_id", { email: "jane.doe@gmail.com", device_id: "zz' OR 1=1" }, "device_id"],
  [
    "the same from /fp.js",
    { email: "jane.doe@gmail.com", device: { device_id: "zz", signals: {} } },
    "device_id",
  ],
  ["a device_id that is no text", { email: "jane.doe@gmail.com", device_id: 5 }, "device_id"],
  ["a device that is no object", { email: "jane.doe@gmail.com", device: "x" }, "device"],
  ["a device that is a list", { email: "jane.doe@gmail.com", device: [] }, "device"],
  [
    "signals that are no object",
    { email: "jane.doe@gmail.com", device: { device_id: DEVICE, signals: 1 } },
    "device_signals",
  ],
  ["a nonsense ip", { email: "jane.doe@gmail.com", ip: "999.1.1.1" }, "ip"],
  ["an ip that is an object", { email: "jane.doe@gmail.com", ip: { a: 1 } }, "ip"],
  ["a nonsense domain", { email: "jane.doe@gmail.com", domain: "not a domain" }, "domain"],
  ["an endless e-mail", { ip: "8.8.4.4", email: `${"a".repeat(5000)}@gmail.com` }, "email"],
  ["a user_id that is no text", { ip: "8.8.4.4", user_id: 12 }, "user_id"],
];

Deno.test("invalid input is a review that names the field, never an allow", async () => {
  await using app = await startApp();
  const failures: Unavailable[] = [];
  const winnow = await scoringClient(app, failures);
  for (const [name, signup, field] of INVALID) {
    const decision = await winnow.scoreSignup(signup as Signup);
    assert.equal(decision.verdict, "review", name);
    assert.equal(decision.reason, "invalid_input", name);
    assert.ok(
      decision.invalidFields.some((one) => one.field.startsWith(field)),
      `${name}: ${JSON.stringify(decision)}`,
    );
  }
  assert.deepEqual(failures, [], "a visitor's input is no failure of the service");
});

Deno.test("the sign-up of the bypass is reviewed or blocked", async () => {
  await using app = await startApp();
  const winnow = await scoringClient(app);
  const plain = await winnow.scoreSignup({ email: "bot@mailinator.com" });
  assert.notEqual(plain.verdict, "allow");
  for (const device_id of ["nonsense", "zz".repeat(4000), "\ud800", " "]) {
    const decision = await winnow.scoreSignup({ email: "bot@mailinator.com", device_id });
    assert.notEqual(decision.verdict, "allow", device_id);
  }
});

const circular: Record<string, unknown> = {};
circular.self = circular;
const thrower = {
  get email(): string {
    throw new Error("no");
  },
};
const WEIRD: [string, unknown][] = [
  ["nothing", undefined],
  ["null", null],
  ["a text", "jane@gmail.com"],
  ["a list", [{ email: "jane@gmail.com" }]],
  ["a function", () => {}],
  ["an empty object", {}],
  ["only blanks", { ip: "", email: null, phone: undefined, device: "" }],
  ["only settings", { strictness: 2, user_id: "u1" }],
  ["a map", new Map([["email", "jane@gmail.com"]])],
  ["circular signals", { email: "jane@gmail.com", device_signals: circular }],
  ["a BigInt", { email: "jane@gmail.com", device: { device_id: 5n } }],
  ["a getter that throws", thrower],
  ["a nested getter that throws", {
    ip: "8.8.4.4",
    device: {
      get device_id() {
        throw 1;
      },
    },
  }],
  ["a toJSON that throws", {
    ip: "8.8.4.4",
    device_signals: {
      toJSON() {
        throw 1;
      },
    },
  }],
  [
    "a proxy that throws",
    new Proxy({}, {
      ownKeys() {
        throw 1;
      },
    }),
  ],
  ["a symbol", { email: Symbol("x"), ip: "8.8.4.4" }],
  ["not a number", { device_id: NaN, ip: "8.8.4.4" }],
  ["more than the service reads", { ip: "8.8.4.4", device_signals: { x: "x".repeat(300_000) } }],
];

Deno.test("no value makes scoreSignup throw, and none that is strange is allowed", async () => {
  await using app = await startApp();
  const winnow = await scoringClient(app);
  for (const [name, value] of WEIRD) {
    const decision = await winnow.scoreSignup(value as Signup);
    assert.equal(decision.verdict, "review", name);
    assert.equal(decision.reason, "invalid_input", name);
    assert.ok(decision.invalidFields.length > 0, name);
  }
  const options = { idempotencyKey: "line\nbreak", timeoutMs: NaN, onUnavailable: "deny" } as never;
  assert.equal((await winnow.scoreSignup({ ip: "8.8.4.4" }, options)).verdict, "review");
  assert.equal((await winnow.scoreSignup({ ip: "8.8.4.4" }, null as never)).verdict, "allow");
});

Deno.test("what is wrong with the account follows onUnavailable and is reported", async () => {
  await using app = await startApp();
  const scoring = (await app.account("main", { scopes: ["score"] })).key;
  const other = (await app.account("main", { scopes: ["rules"] })).key;
  const empty = (await app.account("empty", { monthly: 1 })).key;
  const slow = (await app.account("slow", { rpm: 1 })).key;
  await app.ask("/v1/score/ip?ip=8.8.4.4", { key: slow });
  const rows: [string, string, number][] = [
    ["wk_live_nobody", "unauthorized", 401],
    [other, "unauthorized", 401],
    [empty, "quota_exceeded", 429],
    [slow, "rate_limited", 429],
  ];
  for (const [apiKey, reason, status] of rows) {
    for (const onUnavailable of ["allow", "review"] as const) {
      const failures: Unavailable[] = [];
      const onError = (failure: Unavailable) => {
        failures.push(failure);
        throw new Error("a broken callback");
      };
      const winnow = new Winnow({ baseUrl: app.origin, apiKey, onUnavailable, onError });
      const decision = await winnow.scoreSignup({ ip: "8.8.4.4", email: "jane@gmail.com" });
      assert.equal(decision.verdict, onUnavailable, reason);
      assert.deepEqual([decision.degraded, decision.reason, decision.result], [true, reason, null]);
      assert.deepEqual(failures, [{ reason, status, detail: decision.detail }]);
      const invalid = await winnow.scoreSignup({ email: "jane@gmail.com", device: 1 });
      assert.equal(invalid.verdict, "review", `${reason}, with a field that cannot be read`);
    }
  }
  const good = new Winnow({ baseUrl: `${app.origin}/`, apiKey: scoring });
  assert.equal((await good.scoreSignup({ ip: "8.8.4.4", email: "jane@gmail.com" })).degraded, false);
});

Deno.test("outcome and report answer, and throw a WinnowError that names the problem", async () => {
  await using app = await startApp();
  const winnow = new Winnow({ baseUrl: app.origin, apiKey: app.live });
  const { requestId } = await winnow.scoreSignup({ email: "jane.doe@gmail.com" });
  const labelled = await winnow.outcome({ request_id: requestId!, outcome: "fraud" });
  assert.equal(labelled.recorded, 1);
  assert.equal((await winnow.report({ kind: "email", value: "jane.doe@gmail.com" })).reported, 1);
  await assert.rejects(winnow.report({ kind: "ip", value: "" }), (error) => {
    assert.ok(error instanceof WinnowError);
    assert.deepEqual([error.status, error.code, error.invalidFields[0]?.field], [
      400,
      "invalid_value",
      "value",
    ]);
    return true;
  });
  const { data, error } = await winnow.api.GET("/v1/score/ip", { params: { query: { ip: "nonsense" } } });
  assert.deepEqual([data, error?.code], [undefined, "invalid_value"]);
});

Deno.test("options that cannot be meant are refused by the constructor", () => {
  const good = { baseUrl: "http://127.0.0.1:8080", apiKey: "wk_live_x" };
  const rows: [string, Record<string, unknown>][] = [
    ["baseUrl", { baseUrl: "127.0.0.1:8080" }],
    ["baseUrl", { baseUrl: undefined }],
    ["baseUrl", { baseUrl: "http://user:secret@127.0.0.1" }],
    ["apiKey", { apiKey: "" }],
    ["apiKey", { apiKey: undefined }],
    ["apiKey", { apiKey: "wk_live_x\n" }],
    ["timeoutMs", { timeoutMs: 0 }],
    ["timeoutMs", { timeoutMs: NaN }],
    ["apiTimeoutMs", { apiTimeoutMs: Infinity }],
    ["retries", { retries: -1 }],
    ["onUnavailable", { onUnavailable: "block" }],
    ["onUnavailable", { onUnavailable: 5 }],
    ["onUnavailable", { onUnavailable: ["allow"] }],
    ["onUnavailable", { onUnavailable: { timeout: "block" } }],
    ["onUnavailable", { onUnavailable: { invalid_input: "allow" } }],
    ["onUnavailable", { onUnavailable: { too_late: "allow" } }],
  ];
  for (const [name, wrong] of rows) {
    assert.throws(() => new Winnow({ ...good, ...wrong } as never), (error) => {
      return error instanceof TypeError && error.message.includes(name);
    });
  }
  new Winnow(good);
});

Deno.test("headers of an agent's request as Node has them: lists are joined, what is absent is left out", async () => {
  const bodies: unknown[] = [];
  await using server = startHttpServer(async (request) => {
    bodies.push((await request.json()).agent);
    return Response.json({});
  });
  const winnow = new Winnow({ baseUrl: server.url, apiKey: "wk_live_x", onError() {} });
  const headers: IncomingHttpHeaders = {
    host: "shop.example",
    cookie: undefined,
    "set-cookie": ["a=1", "b=2"],
    "x-empty": [],
  };
  const sent = { host: "shop.example", "set-cookie": "a=1, b=2", "x-empty": "" };
  await winnow.scoreSignup({ agent: { url: "https://shop.example/", headers } });
  assert.deepEqual(bodies, [{ url: "https://shop.example/", headers: sent }]);
});

Deno.test("an agent is verified with the headers of Node's request", async () => {
  await using app = await startApp();
  const { api } = new Winnow({ baseUrl: app.origin, apiKey: app.live });
  const headers: IncomingHttpHeaders = { "user-agent": "ExampleBot/1.0", "set-cookie": ["a=1", "b=2"] };
  const { data, error } = await api.POST("/v1/verify/agent", {
    body: { url: "https://shop.example/", headers },
  });
  assert.deepEqual([data?.reason, error], ["not_web_bot_auth", undefined]);
});
