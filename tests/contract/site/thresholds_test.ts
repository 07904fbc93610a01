/** "The numeric thresholds behind the verdicts are not published" (specification, 2). */
import assert from "node:assert/strict";
import { THRESHOLDS } from "../../../src/model/verdict.ts";
import { startApp } from "../../support/app/app.ts";

const NAMES = ["lenient", "balanced", "strict", "strictest"];

Deno.test("the outcome summary names the levels of strictness, not their thresholds", async () => {
  await using app = await startApp();
  const { body: scored } = await app.ask("/v1/score/user", {
    json: { ip: "8.8.8.8", email: "jane@gmail.com" },
  });
  await app.ask("/v1/outcome", { json: { request_id: scored.request_id, outcome: "legit" } });
  const { body, text } = await app.ask("/v1/outcomes/summary");
  assert.doesNotMatch(text, /review_from|block_from|threshold/);
  for (const { at_strictness } of [body.overall, body.components.ip, body.components.email]) {
    assert.deepEqual(at_strictness.map((level: { name: string }) => level.name), NAMES);
    assert.deepEqual(at_strictness.map((level: { strictness: number }) => level.strictness), [0, 1, 2, 3]);
    assert.equal(at_strictness[0].would_change.count, 0, "the other figures stay");
  }
});

Deno.test("neither the OpenAPI document, nor a page, nor README contains them", async () => {
  await using app = await startApp();
  const texts = new Map([
    ["README.md", await Deno.readTextFile(new URL("../../../README.md", import.meta.url))],
    ["/openapi.json", (await app.ask("/openapi.json", { key: null })).text],
  ]);
  for (const path of ["/docs/reading", "/docs/first-score", "/docs/rules", "/docs/api/getOutcomesSummary"]) {
    const page = await app.ask(path, { key: null });
    assert.equal(page.status, 200, path);
    texts.set(path, page.text);
  }
  for (const [place, text] of texts) {
    assert.doesNotMatch(text, /review_from|block_from|review from|block from/, place);
    for (const { review, block } of Object.values(THRESHOLDS)) {
      assert.ok(
        !new RegExp(`\\b${review}\\b\\W{1,20}\\b${block}\\b`).test(text),
        `${place}: ${review} and ${block}`,
      );
    }
  }
});
