/** More requests than may be in progress: the surplus is refused early, in the form of its path, and costs nothing. */
import assert from "node:assert/strict";
import { type Ask, startApp, type TestApp } from "../../support/app/app.ts";
import { basic } from "../../support/app/basic_auth.ts";
import { holdCommits } from "../../support/app/failing_store.ts";
import { exchange, postUser } from "../../support/clients/raw_http.ts";
import { eventually } from "../../support/eventually.ts";

const MOST = 8;
/** Of one account. */
const OWN = MOST / 4;
const LIMITED = { env: { WINNOW_MAX_IN_FLIGHT: String(MOST) } };

async function metric(app: TestApp, name: string): Promise<number> {
  const { text } = await app.ask("/metrics", { key: null });
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1] ?? NaN);
}

/** As many scores as may be in progress, which wait for the store. */
async function fill(app: TestApp) {
  const keys = [
    app.live,
    ...await Promise.all(["b", "c", "d"].map(async (name) => (await app.account(name)).key)),
  ];
  const release = holdCommits(app);
  const scores = Array.from(
    { length: MOST },
    (_, i) => app.ask(`/v1/score/ip?ip=8.8.8.${i}`, { key: keys[Math.floor(i / OWN)]! }),
  );
  await eventually(
    async () => await metric(app, "winnow_http_requests_in_progress") === MOST,
    "a full house",
  );
  return { release, scores };
}

Deno.test("one request too many is 503 with Retry-After in the form of its path; nothing is recorded or billed", async (t) => {
  await using app = await startApp(LIMITED);
  const { release, scores } = await fill(app);
  const rows: { path: string; ask: Ask; type: RegExp; code?: string | null }[] = [
    { path: "/v1/score/ip?ip=9.9.9.9", ask: {}, type: /problem\+json/, code: "overloaded" },
    {
      path: "/v1/score/ip?ip=9.9.9.9",
      ask: { key: "wk_live_unknown" },
      type: /problem\+json/,
      code: "overloaded",
    },
    { path: "/v1/score/user", ask: { json: { ip: "9.9.9.9" } }, type: /problem\+json/, code: "overloaded" },
    {
      path: "/v1/batch",
      ask: { json: { type: "ip", items: ["9.9.9.9"] } },
      type: /problem\+json/,
      code: "overloaded",
    },
    {
      path: "/v1/report",
      ask: { json: { kind: "ip", value: "9.9.9.9" } },
      type: /problem\+json/,
      code: "overloaded",
    },
    { path: "/nothing", ask: {}, type: /problem\+json/, code: "overloaded" },
    {
      path: "/minfraud/v2.0/insights",
      ask: { key: null, headers: basic(app.live), json: { device: { ip_address: "9.9.9.9" } } },
      type: /^text\/plain/,
      code: null,
    },
    {
      path: "/compat/maxmind/geoip/v2.1/city/9.9.9.9",
      ask: { key: null, headers: basic(app.live) },
      type: /^text\/plain/,
      code: null,
    },
    { path: "/", ask: { key: null }, type: /text\/html/ },
    { path: "/console", ask: { key: null }, type: /text\/html/ },
    { path: "/docs/errors", ask: { key: null }, type: /text\/html/ },
  ];
  await Promise.all(rows.map(async ({ path, ask, type, code }) => {
    const { status, headers, body, text } = await app.ask(path, ask);
    await t.step({
      name: `${ask.json === undefined ? "GET" : "POST"} ${path}`,
      sanitizeOps: false,
      sanitizeResources: false,
      sanitizeExit: false,
      fn: () => {
        assert.equal(status, 503);
        assert.match(headers.get("retry-after") ?? "", /^[1-9]\d?$/);
        assert.match(headers.get("content-type") ?? "", type);
        // As the vendor, the compatibility layer sends no body from 500 on.
        if (code === null) assert.equal(text, "");
        else if (code !== undefined) assert.equal(body.code, code);
        assert.ok(!text.includes(app.live));
      },
    });
  }));
  for (const path of ["/healthz", "/metrics"]) {
    assert.equal((await app.ask(path, { key: null })).status, 200, path);
  }
  assert.equal(await metric(app, "winnow_http_requests_shed_total"), rows.length);

  release();
  for (const score of scores) assert.equal((await score).status, 200);
  assert.equal((await app.ask("/readyz", { key: null })).status, 200);
  const again = await app.ask("/v1/batch", { json: { type: "ip", items: ["9.9.9.9"] } });
  assert.equal(again.body.results[0].times_seen, 1, "none of the refused requests left a trace");
  assert.equal((await app.ask("/v1/usage")).body.used, OWN + 1);
  assert.equal(await metric(app, "winnow_http_requests_in_progress"), 1, "only the request for the metrics");
});

Deno.test("a request that waits is answered when one ends in time", async () => {
  await using app = await startApp(LIMITED);
  const { release, scores } = await fill(app);
  const waiting = app.ask("/v1/score/ip?ip=9.9.9.9");
  release();
  for (const score of [...scores, waiting]) assert.equal((await score).status, 200);
});

Deno.test("the refusal does not wait for a body", async () => {
  await using app = await startApp(LIMITED);
  const { release, scores } = await fill(app);
  const answer = await exchange(app.origin, [postUser(app.live, 100, '{"ip":')]);
  assert.match(answer, /^HTTP\/1\.1 503 [^]*"code":"overloaded"/);
  release();
  await Promise.all(scores);
});

Deno.test("clients that are slow to send a body keep nobody out", async () => {
  await using app = await startApp(LIMITED);
  const { hostname, port } = new URL(app.origin);
  const slow = await Promise.all(Array.from({ length: 3 * MOST }, async () => {
    const connection = await Deno.connect({ hostname, port: Number(port) });
    await connection.write(new TextEncoder().encode(postUser(app.live, 100, '{"ip":')));
    return connection;
  }));
  await eventually(async () => (await app.ask("/v1/score/ip?ip=9.9.9.9")).status === 200, "a score");
  const rest = `"8.8.8.8"}${" ".repeat(100 - '{"ip":"8.8.8.8"}'.length)}`;
  await slow[0]!.write(new TextEncoder().encode(rest));
  const buffer = new Uint8Array(4096);
  const read = await slow[0]!.read(buffer);
  assert.match(new TextDecoder().decode(buffer.subarray(0, read!)), /^HTTP\/1\.1 200 /);
  for (const connection of slow) connection.close();
});
