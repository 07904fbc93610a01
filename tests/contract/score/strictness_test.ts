/** Every scoring endpoint takes strictness; those with a body take it in the query or the body, and the body takes precedence. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const IP = "8.8.8.8";
const BODIES = [
  { path: "/v1/batch", body: { type: "ip", items: [IP] } },
  { path: "/v1/score/user", body: { ip: IP } },
];

Deno.test("an endpoint with a body takes strictness in the body or in the query", async (t) => {
  await using app = await startApp();
  for (const { path, body } of BODIES) {
    const verdict = async (query: string, strictness?: unknown) => {
      const { status, body: answer } = await app.ask(`${path}${query}`, { json: { ...body, strictness } });
      return status === 200 ? (answer.results?.[0] ?? answer).verdict : status;
    };
    const rows: { query: string; body?: unknown; expected: string | number }[] = [
      { query: "", expected: "allow" },
      { query: "?strictness=2", expected: "review" },
      { query: "?strictness=strict", expected: "review" },
      { query: "", body: 2, expected: "review" },
      { query: "", body: "strict", expected: "review" },
      { query: "?strictness=strict", body: 0, expected: "allow" },
      { query: "?strictness=lenient", body: 2, expected: "review" },
      { query: "?strictness=4", expected: 400 },
      { query: "", body: 4, expected: 400 },
    ];
    for (const row of rows) {
      await t.step(`${path}${row.query} ${JSON.stringify(row.body) ?? ""}`, async () => {
        assert.equal(await verdict(row.query, row.body), row.expected);
      });
    }
  }
});
