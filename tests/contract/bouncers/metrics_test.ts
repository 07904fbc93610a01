/** What bouncers say that they did, and who they are. */
import assert from "node:assert/strict";
import { type Ask, startApp, type TestApp } from "../../support/app/app.ts";

const PATH = "/compat/crowdsec/v1/usage-metrics";
const META = { window_size_seconds: 900, utc_now_timestamp: 1_790_000_000 };

const metrics = (items: readonly object[]) => ({
  remediation_components: [{
    type: "firewall",
    version: "v1",
    os: { name: "Debian", version: "13" },
    utc_startup_timestamp: 1_790_000_000,
    metrics: [{ meta: META, items }],
  }],
});
const dropped = (origin: string, value = 1, unit = "request") => ({
  name: "dropped",
  value,
  unit,
  labels: { origin },
});

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).bytes();
}

const mainOf = (app: TestApp) => app.app.services.store.accounts.accountNamed("main")!.id;
const zipped = (raw: Uint8Array<ArrayBuffer>): Ask => ({
  raw,
  headers: { "content-encoding": "gzip", "content-type": "application/json" },
});

Deno.test("counted by origin, plain or compressed; 201 without a body", async () => {
  await using app = await startApp();
  const { bouncers } = app.app.services;
  const headers = { "user-agent": "cs-firewall\u0009bouncer/v1" };
  const body = metrics([
    dropped("winnow-rules", 5),
    dropped("winnow-rules", 2, "packet"),
    dropped("CAPI", 9),
    dropped("constructor"),
    { name: "processed", value: 100, unit: "request" },
  ]);
  const plain = await app.ask(PATH, { json: body, headers });
  assert.deepEqual([plain.status, plain.text], [201, ""]);
  assert.equal((await app.ask(PATH, zipped(await gzip(JSON.stringify(body))))).status, 201);
  assert.deepEqual(await bouncers.use(mainOf(app)), {
    dropped: [
      { origin: "other", requests: 20, packets: 0, bytes: 0 },
      { origin: "winnow-rules", requests: 10, packets: 4, bytes: 0 },
    ],
    processed: { requests: 200, packets: 0, bytes: 0 },
  });
  const [seen, ...others] = await bouncers.list(mainOf(app));
  assert.deepEqual(others, [], "one program of one key at one address");
  assert.deepEqual([seen!.component!.system, seen!.position], ["Debian 13", null]);
  const other = await app.account("other");
  assert.deepEqual(await bouncers.list(other.account.id), []);
  assert.deepEqual((await bouncers.use(other.account.id)).dropped, []);
});

Deno.test("400, 413 and 422; a body that expands without end is refused, and counts nothing", async () => {
  await using app = await startApp();
  const rows: readonly (readonly [Ask, number])[] = [
    [{ raw: "{" }, 400],
    [{ raw: "", method: "POST" }, 400],
    [{ json: {} }, 400],
    [{ json: { log_processors: [{}] } }, 400],
    [{ json: metrics([{ name: "dropped" }]) }, 422],
    [zipped(new TextEncoder().encode("not gzip")), 400],
    [zipped((await gzip(JSON.stringify(metrics([dropped("x")])))).slice(0, 30)), 400],
    [zipped(await gzip(" ".repeat(50_000_000))), 413],
    [{ raw: " ".repeat(300_000) }, 413],
    [{ json: {}, headers: { "content-encoding": "br" } }, 415],
  ];
  for (const [ask, status] of rows) {
    const answer = await app.ask(PATH, ask);
    assert.equal(answer.status, status, answer.text);
    assert.equal(typeof answer.body.message, "string");
  }
  assert.deepEqual((await app.app.services.bouncers.use(mainOf(app))).dropped, []);
});

Deno.test("an account keeps a hundred bouncers: those that were seen last", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now, env: { WINNOW_TRUST_PROXY: "true" } });
  for (let at = 0; at < 103; at++) {
    now += 1000;
    const headers = { "x-forwarded-for": `10.0.0.${at}` };
    assert.equal((await app.ask(PATH, { json: metrics([]), headers })).status, 201);
  }
  const found = await app.app.services.bouncers.list(mainOf(app));
  assert.deepEqual([found.length, found[0]!.address, found.at(-1)!.address], [100, "10.0.0.102", "10.0.0.3"]);
});
