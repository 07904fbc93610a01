/** A path counts as its row, however it is written. */
import assert from "node:assert/strict";
import { ENDPOINTS } from "../../../src/http/nouns.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { holdCommits, holdScoreReads } from "../../support/app/failing_store.ts";
import { eventually } from "../../support/eventually.ts";

/** Requests with a weight that one account has in progress at a time. */
const HEAVY_AT_A_TIME = 2;
const SENT = 6;

const BODIES: Readonly<Record<string, { json?: unknown; raw?: string }>> = {
  "/v1/batch": { json: { type: "ip", items: ["9.9.9.9"] } },
  "/v1/rules": { json: { action: "block", values: ["9.9.9.9"] } },
  "/v1/rules/import": { raw: "9.9.9.9\n" },
  "/v1/scores/facets": { json: { facets: ["ip.asn"] } },
};

/** The path with one letter, and with every letter, as an escape. */
function spellings(path: string): string[] {
  const escaped = (text: string) =>
    text.replace(/[a-z0-9]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  const at = path.lastIndexOf("/") + 1;
  return [path, path.slice(0, at) + escaped(path[at]!) + path.slice(at + 1), escaped(path)];
}

async function metric(app: TestApp, name: string): Promise<number> {
  const { text } = await app.ask("/metrics", { key: null });
  return Number(new RegExp(`^${name.replace(/[{}]/g, "\\$&")} (\\d+)$`, "m").exec(text)?.[1] ?? NaN);
}

const WEIGHTED = ENDPOINTS.filter(({ weight }) => weight !== undefined);

for (const { method, path, weight, reads } of WEIGHTED) {
  for (const spelling of spellings(path)) {
    Deno.test(`${method.toUpperCase()} ${spelling} has its weight, and its name in the metrics`, async () => {
      await using app = await startApp();
      const release = reads === true ? holdScoreReads(app) : holdCommits(app);
      const query = path.endsWith("import") ? "?action=block" : "";
      const asked = Array.from({ length: SENT }, () => app.ask(spelling + query, BODIES[path]!));
      // The request for the metrics is in progress, too.
      await eventually(
        async () => await metric(app, "winnow_http_requests_in_progress") === HEAVY_AT_A_TIME * weight! + 1,
        "two of them in progress",
      );
      release();
      for (const answer of asked) assert.equal((await answer).status, 200);
      const counted = `winnow_http_requests_total{method="POST",path="${path}",status="200"}`;
      assert.equal(await metric(app, counted), SENT);
    });
  }
}

Deno.test("what monitors ask is answered in a full house, in any spelling; nothing else is", async () => {
  await using app = await startApp({ env: { WINNOW_MAX_IN_FLIGHT: "8" } });
  const keys = await Promise.all(["a", "b", "c", "d"].map(async (name) => (await app.account(name)).key));
  const release = holdCommits(app);
  const asked = Array.from(
    { length: 8 },
    (_, at) => app.ask("/v1/score/ip?ip=9.9.9.9", { key: keys[at % 4]! }),
  );
  await eventually(async () => await metric(app, "winnow_http_requests_in_progress") === 8, "a full house");
  for (const path of ["/healthz", "/%68ealthz", "/%68%65%61%6c%74%68%7a", "/%6detrics"]) {
    assert.equal((await app.ask(path, { key: null })).status, 200, path);
  }
  for (const path of ["/healthz/", "/healthz%2f", "/healthz%00", "/docs"]) {
    assert.equal((await app.ask(path, { key: null })).status, 503, path);
  }
  release();
  for (const answer of asked) assert.equal((await answer).status, 200);
});
