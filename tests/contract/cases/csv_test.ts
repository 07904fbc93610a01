import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { FACT_NAMES } from "../../../src/model/facts/table.ts";
import { startApp } from "../../support/app/app.ts";

const CSV = { headers: { accept: "text/csv" } };

Deno.test("Accept: text/csv sends all matches as CSV, masked, with formulas disarmed", async () => {
  await using app = await startApp();
  const userIds = [
    '=HYPERLINK("http://evil.example","x")',
    "@SUM(A1)",
    "-1+1",
    "+44",
    "'quoted",
    'a "b", c',
    "plain",
  ];
  for (const user_id of userIds) {
    const json = { email: "jane@mailinator.com", ip: "73.15.20.1", phone: "+442083661177", user_id };
    assert.equal((await app.ask("/v1/score/user", { json })).status, 200);
  }
  const answer = await app.ask("/v1/scores/search", { ...CSV, json: { value: "73.15.20.1", limit: 1 } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename="scores.csv"$/);
  assert.ok(answer.headers.has("x-ratelimit-limit"));
  const rows: Record<string, string>[] = parse(answer.text, { columns: true });
  const { results } = (await app.ask("/v1/scores/search", { json: {} })).body;
  assert.deepEqual(
    rows.map(({ request_id }) => request_id),
    results.map((each: { request_id: string }) => each.request_id),
  );
  assert.deepEqual(rows.map(({ user_id }) => user_id).reverse(), [
    '\'=HYPERLINK("http://evil.example","x")',
    "'@SUM(A1)",
    "'-1+1",
    "'+44",
    "'quoted",
    'a "b", c',
    "plain",
  ]);
  assert.deepEqual(Object.keys(rows[0]!), [
    "request_id",
    "scored_at",
    "risk_score",
    "verdict",
    "label",
    "user_id",
    "ring_id",
    "top_signals",
    "ip",
    "email",
    "phone",
    "domain",
    "device",
    ...FACT_NAMES,
  ]);
  assert.deepEqual([rows[0]!.ip, rows[0]!.email, rows[0]!.phone, rows[0]!.device], [
    "73.15.20.•",
    "j•••@mailinator.com",
    "'+44 •••• ••77",
    "",
  ]);
  for (const line of answer.text.split("\r\n")) assert.ok(!/(^|,)[=+\-@]/.test(line), line);
});

Deno.test("what labels say beside their outcome is in results, and in columns where one of the first page says it", async () => {
  await using app = await startApp();
  const said = { type: "chargeback", at: "2026-01-02T03:04:05.000Z" };
  const { request_id } = (await app.ask("/v1/score/user", { json: { email: "a@example.org" } })).body;
  await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud" } });
  const plain = await app.ask("/v1/scores/search", { ...CSV, json: {} });
  assert.ok(!plain.text.includes("label_type"));
  await app.ask("/v1/score/user", { json: { email: "b@example.org" } });
  await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud", ...said } });
  const { results } = (await app.ask("/v1/scores/search", { json: {} })).body;
  assert.deepEqual(
    results.map(({ label, label_type = null, label_at = null }: Record<string, unknown>) => [
      label,
      label_type,
      label_at,
    ]),
    [[null, null, null], ["fraud", said.type, said.at]],
  );
  const rows: Record<string, string>[] = parse(
    (await app.ask("/v1/scores/search", { ...CSV, json: {} })).text,
    { columns: true },
  );
  assert.deepEqual(rows.map((row) => [row.label, row.label_type, row.label_at]), [
    ["", "", ""],
    ["fraud", said.type, said.at],
  ]);
});

Deno.test("a file of more than one page has every score once", async () => {
  await using app = await startApp();
  const items = Array.from({ length: 500 }, (_, at) => `73.15.${at % 3}.${at % 250}`);
  for (let batch = 0; batch < 3; batch++) await app.ask("/v1/batch", { json: { type: "ip", items } });
  for (const json of [{}, { value: "73.15.1.0/24" }, { finding: "no_such_finding" }]) {
    const { text } = await app.ask("/v1/scores/search", { ...CSV, json });
    const ids = text.split("\r\n").slice(1, -1).map((line) => line.split(",")[0]);
    const expected = "finding" in json ? 0 : "value" in json ? 3 * 167 : 1500;
    assert.deepEqual([ids.length, new Set(ids).size], [expected, expected]);
  }
});

Deno.test("bad input and a missing key are errors, not files", async () => {
  await using app = await startApp();
  const bad = await app.ask("/v1/scores/search", { ...CSV, json: { kind: "nonsense" } });
  assert.deepEqual([bad.status, bad.body.errors[0].pointer], [400, "/kind"]);
  assert.equal((await app.ask("/v1/scores/search", { ...CSV, key: null, json: {} })).status, 401);
});
