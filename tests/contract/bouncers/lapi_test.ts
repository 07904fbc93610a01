/** CrowdSec's local API: what bouncers ask, over HTTP, and what their programs compare the answers with. */
import assert from "node:assert/strict";
import { revokeKey } from "../../../src/service/access/keys.ts";
import { type Ask, startApp, type TestApp } from "../../support/app/app.ts";
import { exchange } from "../../support/clients/raw_http.ts";
import { eventually } from "../../support/eventually.ts";

const BASE = "/compat/crowdsec/v1";
const DECISIONS = `${BASE}/decisions`;
const STREAM = `${DECISIONS}/stream`;

const block = async (app: TestApp, ...values: string[]) => {
  const { status, body } = await app.ask("/v1/rules", { json: { action: "block", values } });
  assert.equal(status, 200);
  // What rules make is made when somebody asks.
  await app.ask("/compat/crowdsec/v1/decisions");
  return body.rules as readonly { id: string; value: string }[];
};

const valuesOf = (decisions: readonly { value: string }[]) => decisions.map(({ value }) => value).sort();

Deno.test("the key: X-Api-Key alone, and every refusal is one 403", async () => {
  await using app = await startApp();
  const revoked = await app.account("revoked");
  const viewer = await app.account("viewer", { role: "viewer" });
  const cases = await app.account("cases", { scopes: ["cases"] });
  await revokeKey(app.app.services, revoked.keyId);
  const asks: readonly Ask[] = [
    { key: null },
    { key: "wk_live_wrong" },
    { key: "x".repeat(300) },
    { key: revoked.key },
    { key: cases.key },
    { key: null, headers: { authorization: `Bearer ${app.live}` } },
    { key: null, headers: { authorization: `Basic ${btoa(`u:${app.live}`)}` } },
  ];
  for (const path of [DECISIONS, STREAM, `${STREAM}?startup=true`]) {
    for (const ask of asks) {
      for (const method of ["GET", "HEAD"]) {
        const { status, text } = await app.ask(path, { ...ask, method });
        assert.equal(status, 403, `${method} ${path} ${JSON.stringify(ask)}`);
        if (method === "GET") assert.deepEqual(JSON.parse(text), { message: "access forbidden" });
      }
    }
    assert.equal((await app.ask(path, { key: viewer.key })).status, 200);
  }
  for (const ask of asks) {
    assert.equal((await app.ask(`${BASE}/usage-metrics`, { ...ask, json: {} })).status, 403);
  }
  assert.equal((await app.ask("/compat/crowdsec/health", { key: null })).status, 200);
});

Deno.test("an address: null where nothing is decided, else each decision that holds it", async () => {
  await using app = await startApp();
  await block(app, "192.0.2.7", "198.51.100.0/24", "2001:4860:4860::1", "8.8.8.8");
  const none = await app.ask(`${DECISIONS}?ip=1.1.1.1`);
  assert.deepEqual([none.status, none.text, none.headers.get("content-type")], [
    200,
    "null",
    "application/json",
  ]);
  const { status, body, text } = await app.ask(`${DECISIONS}?ip=8.8.8.8`);
  assert.equal(status, 200);
  assert.equal(body.length, 1);
  const [{ id, uuid, duration, ...rest }] = body;
  assert.ok(Number.isSafeInteger(id) && id > 0);
  assert.match(uuid, /^[0-9a-f-]{36}$/);
  assert.match(duration, /^2[34]h\d+m\d+s$/);
  assert.deepEqual(rest, {
    origin: "winnow-rules",
    type: "ban",
    scope: "Ip",
    value: "8.8.8.8",
    scenario: "winnow/rule",
    simulated: false,
  });
  assert.ok(!text.includes("why"));
  assert.equal((await app.ask(`${DECISIONS}?ip=8.8.8.9`)).text, "null");
  const v6 = await app.ask(`${DECISIONS}?ip=2001:4860:4860:0::1&utm=x`);
  assert.deepEqual(valuesOf(v6.body), ["2001:4860:4860::1"]);
  for (const query of ["ip=", "ip=nowhere", "range=1.2.3.4/40", "limit=x", "contains=2"]) {
    const bad = await app.ask(`${DECISIONS}?${query}`);
    assert.equal(bad.status, 400, query);
    assert.equal(typeof bad.body.message, "string");
  }
});

Deno.test("all: scopes, values, pages by id", async () => {
  await using app = await startApp();
  await block(app, "8.8.8.8", "1.1.1.0/24", "AS64500", "9.9.9.9");
  const all = (await app.ask(DECISIONS)).body;
  assert.deepEqual(valuesOf(all), ["1.1.1.0/24", "64500", "8.8.8.8", "9.9.9.9"]);
  assert.deepEqual(new Set(all.map(({ scope }: { scope: string }) => scope)), new Set(["Ip", "Range", "AS"]));
  assert.deepEqual(valuesOf((await app.ask(`${DECISIONS}?scope=AS&value=64500`)).body), ["64500"]);
  assert.deepEqual(valuesOf((await app.ask(`${DECISIONS}?ip=1.1.1.77`)).body), ["1.1.1.0/24"]);
  assert.deepEqual(valuesOf((await app.ask(`${DECISIONS}?range=1.1.0.0/16&contains=false`)).body), [
    "1.1.1.0/24",
  ]);
  assert.equal((await app.ask(`${DECISIONS}?type=captcha`)).text, "null");
  assert.equal((await app.ask(`${DECISIONS}?origins=winnow-tor`)).text, "null");
  const paged: string[] = [];
  for (let after = 0;;) {
    const { body } = await app.ask(`${DECISIONS}?limit=3&id_gt=${after}`);
    if (body === null) break;
    paged.push(...body.map(({ value }: { value: string }) => value));
    after = body.at(-1).id;
  }
  assert.deepEqual(paged.sort(), valuesOf(all));
  const other = await app.account("other");
  assert.equal((await app.ask(DECISIONS, { key: other.key })).text, "null", "of another account: nothing");
});

Deno.test("a stream: all at the start, then what changed; HEAD and a refused call move nothing", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const ask = async (query = "", given: Ask = {}) => (await app.ask(`${STREAM}${query}`, given)).body;
  const [rule] = await block(app, "8.8.8.8", "AS64500");
  now += 60_000;
  const start = await ask("?startup=true");
  assert.deepEqual([valuesOf(start.new), start.deleted], [["8.8.8.8"], []], "ip and range alone, and lists");
  now += 60_000;
  assert.deepEqual(await ask(), { new: [], deleted: [] });
  now += 60_000;
  await block(app, "9.9.9.9");
  await app.ask(`/v1/rules/${rule!.id}`, { method: "DELETE" });
  await app.ask(DECISIONS);
  now += 60_000;
  for (const method of ["HEAD"]) {
    const head = await app.ask(STREAM, { method });
    assert.deepEqual([head.status, head.text], [200, ""]);
  }
  assert.equal((await app.ask(`${STREAM}?limit=x`)).status, 400);
  assert.equal((await app.ask(STREAM, { key: "wrong" })).status, 403);
  const changed = await ask();
  assert.deepEqual(valuesOf(changed.new), ["9.9.9.9"]);
  assert.deepEqual(valuesOf(changed.deleted), ["8.8.8.8"]);
  assert.match(changed.deleted[0].duration, /^-/);
  now += 60_000;
  assert.deepEqual(await ask(), { new: [], deleted: [] });
  assert.deepEqual(valuesOf((await ask("?startup=true&scopes=as,ip")).new), ["64500", "9.9.9.9"]);
});

Deno.test("a stream: each key and each address has a position of its own", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now, env: { WINNOW_TRUST_PROXY: "true" } });
  const second = (await app.account("main", { keyName: "second" })).key;
  const ask = async (key: string, from: string, query = "") =>
    (await app.ask(`${STREAM}${query}`, { key, headers: { "x-forwarded-for": from } })).body;
  await block(app, "8.8.8.8");
  now += 60_000;
  const bouncers: readonly [string, string][] = [[app.live, "10.0.0.1"], [app.live, "10.0.0.2"], [
    second,
    "10.0.0.1",
  ]];
  for (const [key, from] of bouncers) {
    assert.deepEqual(
      valuesOf((await ask(key, from)).new),
      ["8.8.8.8"],
      "a new one gets all, though it did not say startup",
    );
    now += 60_000;
  }
  await block(app, "9.9.9.9");
  now += 60_000;
  for (const [key, from] of bouncers) {
    assert.deepEqual(valuesOf((await ask(key, from)).new), ["9.9.9.9"]);
    now += 60_000;
    assert.deepEqual((await ask(key, from)).new, []);
  }
});

Deno.test("a stream that was cut off is told again", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const text = Array.from({ length: 5_000 }, (_, at) => `1.${at >> 8}.${at & 255}.1`).join("\n");
  assert.equal((await app.ask("/v1/rules/import?action=block", { raw: text })).status, 200);
  const request = new Request(`${app.origin}${STREAM}?startup=true`, { headers: { "x-api-key": app.live } });
  const info: Deno.ServeHandlerInfo<Deno.NetAddr> = {
    remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 1 },
    completed: Promise.resolve(),
  };
  const cut = await app.app.fetch(request, info);
  const reader = cut.body!.getReader();
  assert.equal((await reader.read()).done, false);
  await reader.cancel();
  now += 60_000;
  const again = (await app.ask(STREAM)).body;
  assert.equal(again.new.length, 5_000);
  now += 60_000;
  assert.equal((await app.ask(STREAM)).body.new.length, 0);
});

Deno.test("the position outlives a restart, and another node has it", async () => {
  let now = Date.now();
  await using first = await startApp({ now: () => now });
  const key = first.live;
  /** Resolves when the position is stored, which is once the answer was written: until then more is told again. */
  const ask = async (app: TestApp) => {
    const { body } = await app.ask(STREAM, { key });
    const { store } = app.app.services;
    const { id } = store.accounts.accountNamed("main")!;
    const isStored = async () => (await store.bouncers.all(id, now)).some(({ position }) => position === now);
    await eventually(isStored, "the position is stored");
    return body;
  };
  await block(first, "8.8.8.8");
  now += 60_000;
  assert.deepEqual(valuesOf((await ask(first)).new), ["8.8.8.8"]);
  {
    await using second = await startApp({ now: () => now, dataDir: first.dataDir });
    now += 60_000;
    assert.deepEqual((await ask(second)).new, [], "the other node knows where it is");
    now += 60_000;
    await block(first, "9.9.9.9");
    now += 60_000;
    assert.deepEqual(valuesOf((await ask(second)).new), ["9.9.9.9"]);
    now += 60_000;
    assert.deepEqual((await ask(first)).new, []);
  }
  await first.close();
  await using again = await startApp({ now: () => now, dataDir: first.dataDir });
  now += 60_000;
  assert.deepEqual((await ask(again)).new, []);
});

Deno.test("nothing is compressed, whatever the bouncer accepts", async () => {
  await using app = await startApp();
  await block(app, ...Array.from({ length: 200 }, (_, at) => `1.1.${at}.1`));
  const headers = { "accept-encoding": "gzip, br, deflate" };
  for (const path of [DECISIONS, `${STREAM}?startup=true`, `${DECISIONS}?ip=1.1.7.1`]) {
    const { hostname, port } = new URL(app.origin);
    const sent = `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Api-Key: ${app.live}\r\n` +
      `Accept-Encoding: ${headers["accept-encoding"]}\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(app.origin, [sent]);
    assert.match(answer, /^HTTP\/1\.1 200/);
    assert.ok(!/content-encoding/i.test(answer), answer.slice(0, 400));
    assert.match(answer, /"scenario":"winnow\/rule"/);
  }
});

Deno.test("methods and paths that bouncers do not call", async () => {
  await using app = await startApp();
  for (
    const path of [
      "heartbeat",
      "alerts",
      "watchers",
      "watchers/login",
      "allowlists",
      "decisions/1",
      "nothing",
    ]
  ) {
    const { status, body } = await app.ask(`${BASE}/${path}`);
    assert.deepEqual([status, typeof body.message], [404, "string"], path);
  }
  for (
    const [method, path] of [["DELETE", DECISIONS], ["POST", STREAM], [
      "PUT",
      `${BASE}/usage-metrics`,
    ]] as const
  ) {
    const { status, headers, body } = await app.ask(path, { method });
    assert.deepEqual([status, typeof body.message], [405, "string"], path);
    assert.match(headers.get("allow")!, /OPTIONS/);
  }
  assert.equal((await app.ask(`${BASE}/usage-metrics`)).status, 405);
});

Deno.test("a key's limit per minute holds, and costs no lookup of the month", async () => {
  await using app = await startApp();
  const { key, account } = await app.account("slow", { rpm: 5, monthly: 1 });
  const statuses: number[] = [];
  for (let at = 0; at < 7; at++) statuses.push((await app.ask(`${DECISIONS}?ip=8.8.8.8`, { key })).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
  const limited = await app.ask(STREAM, { key });
  assert.equal(typeof limited.body.message, "string");
  assert.ok(Number(limited.headers.get("retry-after")) > 0);
  const { key: reader } = await app.account(account.name, { rpm: 100 });
  assert.equal((await app.ask("/v1/usage", { key: reader })).body.used, 0);
});
