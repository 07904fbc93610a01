/** A path counts as its row, however it is written. */
import assert from "node:assert/strict";
import { ENDPOINTS } from "../../../src/http/nouns.ts";
import { type Ask, startApp, type TestApp } from "../../support/app/app.ts";
import { holdCommits, holdScoreReads } from "../../support/app/failing_store.ts";
import { eventually } from "../../support/eventually.ts";

/** Requests with a weight that one account has in progress at a time. */
const HEAVY_AT_A_TIME = 2;
const SENT = 6;

interface Row {
  /** What the requests need; returns what stands for `{parameters}` in the path of each. */
  prepare?(app: TestApp): Promise<readonly string[]>;
  readonly ask: Ask;
  readonly query?: string;
  /** What of it waits. */
  hold(app: TestApp): () => void;
}

const CSV = { "content-type": "text/csv" };
const signupOf = (at: number) => `n${at}@example.org`;
const csvOf = (emails: readonly string[]) =>
  `email,outcome\n${emails.map((email) => `${email},fraud\n`).join("")}`;
const EMAILS = Array.from({ length: SENT }, (_, at) => signupOf(at));

async function signUp(app: TestApp): Promise<readonly string[]> {
  for (const email of EMAILS) await app.ask("/v1/score/user", { json: { email } });
  return [];
}

async function importEach(app: TestApp): Promise<readonly string[]> {
  await signUp(app);
  const ids: string[] = [];
  for (const email of EMAILS) {
    const { body } = await app.ask("/v1/outcomes/import", { raw: csvOf([email]), headers: CSV });
    ids.push(body.import_id);
  }
  return ids;
}

/** A request of each endpoint with a weight. */
const ROWS: Readonly<Record<string, Row>> = {
  "POST /v1/batch": { ask: { json: { type: "ip", items: ["9.9.9.9"] } }, hold: holdCommits },
  "POST /v1/rules": { ask: { json: { action: "block", values: ["9.9.9.9"] } }, hold: holdCommits },
  "POST /v1/rules/import": { ask: { raw: "9.9.9.9\n" }, query: "?action=block", hold: holdCommits },
  "POST /v1/scores/facets": { ask: { json: { facets: ["ip.asn"] } }, hold: holdScoreReads },
  "POST /v1/privacy/export": { ask: { json: { user_id: "nobody" } }, hold: holdCommits },
  "POST /v1/privacy/erase": { ask: { json: { user_id: "nobody" } }, hold: holdCommits },
  "GET /v1/campaigns": { ask: {}, query: "?fresh=true", hold: holdScoreReads },
  "GET /v1/report": { ask: {}, hold: holdScoreReads },
  "GET /v1/reviews": { ask: {}, hold: holdScoreReads },
  "POST /v1/outcomes/import": {
    prepare: signUp,
    ask: { raw: csvOf(EMAILS), headers: CSV },
    hold: holdCommits,
  },
  "DELETE /v1/outcomes/import/{import_id}": {
    prepare: importEach,
    ask: { method: "DELETE" },
    hold: holdCommits,
  },
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

Deno.test("each endpoint with a weight has a row", () => {
  const names = WEIGHTED.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  assert.deepEqual(names.sort(), Object.keys(ROWS).sort());
});

for (const { method, path, weight } of WEIGHTED) {
  const name = `${method.toUpperCase()} ${path}`;
  const row = ROWS[name];
  if (row === undefined) continue;
  const fixed = path.replace(/\/\{.*/, "");
  for (const spelling of spellings(fixed)) {
    Deno.test(`${name} as ${spelling} has its weight, and its name in the metrics`, async () => {
      await using app = await startApp();
      const ids = await row.prepare?.(app) ?? [];
      const countedAs =
        `winnow_http_requests_total{method="${method.toUpperCase()}",path="${path}",status="200"}`;
      const before = await metric(app, countedAs);
      const release = row.hold(app);
      try {
        const asked = Array.from({ length: SENT }, (_, at) => {
          const parameter = ids[at] === undefined ? "" : `/${ids[at]}`;
          return app.ask(`${spelling}${parameter}${row.query ?? ""}`, row.ask);
        });
        // The request for the metrics is in progress, too.
        await eventually(
          async () => await metric(app, "winnow_http_requests_in_progress") === HEAVY_AT_A_TIME * weight! + 1,
          "two of them in progress",
        );
        release();
        for (const answer of asked) assert.equal((await answer).status, 200);
      } finally {
        release();
      }
      assert.equal(await metric(app, countedAs) - (before || 0), SENT);
    });
  }
}

Deno.test("what monitors ask is answered in a full house, in any spelling; nothing else is", async () => {
  await using app = await startApp({ env: { WINNOW_MAX_IN_FLIGHT: "8" } });
  const keys = await Promise.all(["a", "b", "c", "d"].map(async (name) => (await app.account(name)).key));
  const release = holdCommits(app);
  using _released = { [Symbol.dispose]: release };
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
