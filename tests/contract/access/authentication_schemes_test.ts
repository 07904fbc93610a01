/** Two schemes are declared, and either of them authorizes a request. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const WRONG = `wk_live_${"0".repeat(43)}`;

Deno.test("either scheme authorizes a request, whatever stands in the other", async (t) => {
  await using app = await startApp();
  const rows: { name: string; key: string; bearer: string; single: number; code?: string }[] = [
    { name: "both good", key: app.live, bearer: app.live, single: 200 },
    { name: "a wrong X-Api-Key, a good Bearer", key: WRONG, bearer: app.live, single: 200 },
    { name: "an empty X-Api-Key, a good Bearer", key: "", bearer: app.live, single: 200 },
    { name: "a good X-Api-Key, a wrong Bearer", key: app.live, bearer: WRONG, single: 200 },
    { name: "both wrong", key: WRONG, bearer: "nonsense", single: 401, code: "key_invalid" },
    { name: "both empty", key: "", bearer: "", single: 401, code: "key_missing" },
  ];
  for (const { name, key, bearer, single, code } of rows) {
    await t.step(name, async () => {
      const headers = { "x-api-key": key, authorization: `Bearer ${bearer}` };
      const scored = await app.ask("/v1/score/ip?ip=8.8.8.8", { headers });
      assert.equal(scored.status, single);
      assert.equal(scored.body.code, code);
      const rules = await app.ask("/v1/rules", { headers });
      assert.equal(rules.status, single === 401 ? 403 : 200);
    });
  }
});
