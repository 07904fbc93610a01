/** The judge of live answers refuses what it should: a test that accepts everything would show nothing. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { JudgedApp } from "../../support/openapi/judged.ts";

/** Values that are maps of free keys in the document. */
const MAPS: ReadonlySet<string> = new Set(["unknown"]);
/** Values that have free keys beside those of the document. */
const OPEN: ReadonlySet<string> = new Set(["facts"]);

/** Copies of the value, each with one more property somewhere or one property fewer. */
function* spoiled(value: unknown, name = ""): Generator<[what: string, spoiled: unknown]> {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const [what, other] of spoiled(item, `${name}[]`)) yield [what, value.with(index, other)];
    }
    return;
  }
  if (!MAPS.has(name) && !OPEN.has(name)) yield [`${name}.extra`, { ...value, extra: 1 }];
  for (const [key, inner] of Object.entries(value)) {
    if (!MAPS.has(name)) yield [`${name}.${key} of another type`, { ...value, [key]: [7] }];
    for (const [what, other] of spoiled(inner, key)) yield [what, { ...value, [key]: other }];
  }
}

Deno.test("the judge refuses an undocumented property, and a value of another type, at every level", async () => {
  await using app = await startApp();
  const api = await JudgedApp.of(app);
  const device_id = "9f86d081884c7d659a2feaa0c55ad015";
  const first = { ip: "185.220.101.1", email: "a@mailinator.com", phone: "+442079460123", device_id };
  await api.call("postRules", { json: { action: "block", values: ["a@mailinator.com"] } });
  const { request_id } = await api.body("postScoreUser", { json: first });
  const agent = { url: "https://shop.example/", headers: {} };
  const rows = [
    ["postScoreUser", { json: { ...first, email: "b@web.de", agent, emial: "x" } }],
    ["getScoreRequestId", { params: { request_id } }],
    ["postBatch", { json: { type: "ip", items: ["8.8.8.8", "x"] } }],
    ["compatFraudInsights", { json: { device: { ip_address: "185.220.101.1" }, order: { a: 1 } } }],
    ["postReport", { json: { kind: "ip", values: ["8.8.8.8", "x"] } }],
    ["getScoreIp", { query: { ip: "x" } }],
  ] as const;
  let tried = 0;
  for (const [operation, call] of rows) {
    const answer = await api.call(operation, call);
    for (const [what, body] of spoiled(answer.body)) {
      tried++;
      assert.throws(
        () => api.contract.judge(api.contract.operation(operation), { ...answer, body }),
        assert.AssertionError,
        `${operation}: ${what}`,
      );
    }
  }
  assert.ok(tried > 300, `${tried}`);
});

Deno.test("the judge refuses a status, a media type and an error code that are not documented", async () => {
  await using app = await startApp();
  const api = await JudgedApp.of(app);
  const good = await api.call("getScoreIp", { query: { ip: "8.8.8.8" } });
  const bad = await api.call("getScoreIp", { query: { ip: "x" } });
  const operation = api.contract.operation("getScoreIp");
  const html = new Headers([...good.headers, ["content-type", "text/html"]]);
  html.set("content-type", "text/html");
  for (
    const answer of [
      { ...good, status: 201 },
      { ...good, headers: html },
      { ...good, headers: new Headers({ "content-type": "application/json" }) },
      { ...bad, body: { ...bad.body, code: "too_many_items" } },
      { ...bad, body: { ...bad.body, code: "nonsense" } },
      { ...bad, body: { ...bad.body, status: 404 } },
    ]
  ) {
    assert.throws(() => api.contract.judge(operation, answer), assert.AssertionError);
  }
});
