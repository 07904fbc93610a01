import assert from "node:assert/strict";
import { outcomeSummaryResult } from "../../../src/http/feedback/summary_schema.ts";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import { makeAgentKey, signAgentRequest } from "../../support/servers/key_directory.ts";

const PATH = "/v1/outcomes/summary";
const DAY_MS = 86_400_000;

async function summary(app: TestApp, query = "", key = app.live): Promise<Answer["body"]> {
  const { status, body } = await app.ask(`${PATH}${query}`, { key });
  assert.equal(status, 200);
  return body;
}

async function label(app: TestApp, outcome: string, ...ids: string[]): Promise<void> {
  const { body } = await app.ask("/v1/outcome", { json: ids.map((request_id) => ({ request_id, outcome })) });
  assert.equal(body.recorded, ids.length);
}

Deno.test("GET /v1/outcomes/summary of an account without labels returns null, not 0, and is free", async () => {
  await using app = await startApp();
  await app.ask("/v1/score/ip?ip=8.8.8.8");
  const { status, body, headers } = await app.ask(PATH);
  assert.equal(status, 200);
  assert.ok(headers.has("x-ratelimit-remaining"));
  assert.deepEqual(Object.keys(body).sort(), [
    "components",
    "days",
    "findings",
    "labels",
    "overall",
    "processing_time_sec",
    "request_id",
    "since",
    "until",
  ]);
  assert.equal(body.days, 180);
  assert.equal(Date.parse(body.until) - Date.parse(body.since), 180 * DAY_MS);
  assert.deepEqual(body.labels, {
    since: body.since,
    scored: 1,
    labelled: 0,
    share_labelled: 0,
    test_mode: 0,
    figures_since: body.since,
    capped: false,
  });
  assert.deepEqual(body.components, { ip: null, email: null, phone: null, domain: null, device: null });
  assert.deepEqual(body.findings, []);
  const { brier_score, as_answered, at_strictness } = body.overall;
  assert.equal(brier_score, null);
  for (const level of [as_answered, ...at_strictness]) {
    assert.deepEqual([level.precision_of_block, level.false_positive_rate], [null, null]);
  }
  const fresh = await app.account("fresh");
  assert.equal((await summary(app, "", fresh.key)).labels.share_labelled, null, "nothing was scored");
  assert.equal((await app.ask("/v1/usage")).body.used, 1);
});

Deno.test("days is a whole number from 1 to 180; other parameters are ignored", async () => {
  await using app = await startApp();
  for (const days of ["0", "181", "-1", "1.5", "x", "1e2", "%31%30%30%30", "9".repeat(400)]) {
    const { status, body } = await app.ask(`${PATH}?days=${days}`);
    assert.deepEqual([status, body.code, body.errors[0].parameter], [400, "invalid_value", "days"], days);
  }
  assert.equal((await summary(app, "?days=1&colour=blue")).days, 1);
  assert.equal((await summary(app, "?days=")).days, 180);
  assert.equal((await app.ask(PATH, { key: null })).status, 401);
  assert.equal((await app.ask(PATH, { method: "POST", json: {} })).status, 405);
  const paused = await app.account("paused");
  await app.app.services.store.accounts.putAccount({ ...paused.account, paused: true });
  assert.equal((await app.ask(PATH, { key: paused.key })).status, 200);
});

/** Scores of each strength on all endpoints; the same request at another strictness gives the verdict to expect. */
const SCORED: readonly { readonly path: string; readonly json?: Record<string, unknown> }[] = [
  { path: "/v1/score/ip?ip=8.8.8.8" },
  { path: "/v1/score/ip?ip=73.15.20.1" },
  { path: "/v1/verify/email?email=someone@mailinator.com" },
  { path: "/v1/lookup/phone?phone=%2B442079460123" },
  { path: "/v1/score/domain?domain=xn--pypal-4ve.com" },
  { path: "/v1/score/user?", json: { ip: "73.15.20.2", email: "x7q9z@mailinator.com" } },
  { path: "/v1/score/user?", json: { ip: "8.8.4.4", email: "jane@gmail.com" } },
  { path: "/v1/score/user?", json: { email: "a@xn--pypal-4ve.com", domain: "xn--pypal-4ve.com" } },
  { path: "/v1/score/user?", json: { ip: "9.9.9.9", phone: "020 7946 0123" } },
  {
    path: "/v1/score/user?",
    json: {
      phone: "+442079460124",
      device_id: "0123456789abcdef0123456789abcdef",
      device_automation: { webdriver: true },
    },
  },
];

Deno.test("each verdict at another strictness equals the answer of the service at that strictness", async () => {
  await using app = await startApp();
  const answered: { id: string; outcome: "fraud" | "legit"; verdict: string; would: string[] }[] = [];
  for (const [index, { path, json }] of SCORED.entries()) {
    const ask = (strictness: number, key: string) =>
      app.ask(`${path}&strictness=${strictness}`, { key, ...(json === undefined ? {} : { json }) });
    const would: string[] = [];
    for (const strictness of [0, 1, 2, 3]) would.push((await ask(strictness, app.test)).body.verdict);
    for (const strictness of [0, 1, 2, 3]) {
      const { body } = await ask(strictness, app.live);
      assert.equal(body.verdict, would[strictness]);
      answered.push({
        id: body.request_id,
        outcome: index % 3 === 1 ? "legit" : "fraud",
        verdict: body.verdict,
        would,
      });
    }
  }
  for (const { id, outcome } of answered) await label(app, outcome, id);
  const body = await summary(app);
  outcomeSummaryResult.parse(body);
  const { overall, components } = body;
  const count = (outcome: string, test: (row: typeof answered[number]) => boolean) =>
    answered.filter((row) => row.outcome === outcome && test(row)).length;
  for (const outcome of ["fraud", "legit"] as const) {
    for (const verdict of ["allow", "review", "block"] as const) {
      assert.equal(overall.as_answered[outcome][verdict], count(outcome, (row) => row.verdict === verdict));
      for (const level of [0, 1, 2, 3]) {
        assert.equal(
          overall.at_strictness[level][outcome][verdict],
          count(outcome, (row) => row.would[level] === verdict),
          `${outcome} ${verdict} at ${level}`,
        );
        assert.equal(
          overall.at_strictness[level].would_change[outcome][verdict],
          count(outcome, (row) => row.would[level] === verdict && row.verdict !== verdict),
        );
      }
    }
  }
  assert.ok(overall.at_strictness[3].would_change.count > 5, "the levels differ on these");
  assert.deepEqual([overall.labelled, body.labels.labelled, overall.ruled], [40, 40, 0]);
  assert.equal(body.labels.scored, 40, "without the scores of test keys");
  assert.equal(body.labels.share_labelled, 1);
  const kinds = Object.entries(components).map(([kind, figures]) => [
    kind,
    (figures as { labelled: number } | null)?.labelled,
  ]);
  assert.deepEqual(Object.fromEntries(kinds), { ip: 20, email: 16, phone: 8, domain: 8, device: 4 });
  const disposable = body.findings.find((each: { name: string }) => each.name === "disposable");
  assert.deepEqual(outcomeSummaryResult.parse(body), body, "the document names every field");
  assert.deepEqual([disposable.component, disposable.fraud, disposable.legit], ["email", 8, 0]);
  assert.equal(
    overall.reliability.reduce((sum: number, decile: { count: number }) => sum + decile.count, 0),
    40,
  );
});

Deno.test("scores that a rule decided are counted separately; an agent's denial blocks at every strictness", async () => {
  await using app = await startApp({ now: () => NOW * 1000 });
  await app.ask("/v1/rules", { json: { action: "block", values: ["73.15.20.1"] } });
  const signup = { ip: "73.15.20.1", email: "jane@gmail.com" };
  const ruled = (await app.ask("/v1/score/user", { json: signup })).body;
  assert.equal(ruled.verdict, "block");
  const expired = await signAgentRequest({ key: await makeAgentKey(), now: NOW - 3600 });
  const denied = (await app.ask("/v1/score/user", { json: { email: "joe@gmail.com", agent: expired } })).body;
  assert.deepEqual([denied.agent.decision, denied.verdict], ["deny", "block"]);
  await label(app, "legit", ruled.request_id);
  await label(app, "fraud", denied.request_id);
  const { overall, components } = await summary(app);
  assert.deepEqual([overall.ruled, overall.labelled, overall.agent_denied], [1, 1, 1]);
  assert.deepEqual(overall.at_strictness.map((level: Answer["body"]) => level.fraud.block), [1, 1, 1, 1]);
  assert.deepEqual([components.ip.ruled, components.ip.labelled], [1, 0]);
  assert.deepEqual([components.email.ruled, components.email.labelled], [0, 2]);
  assert.equal(components.email.as_answered.fraud.allow, 1, "the component's own verdict");
});

Deno.test("a label, a relabelling and another process's label are in the next summary; another account's never", async () => {
  await using app = await startApp();
  await using second = await startApp({ dataDir: app.dataDir });
  const other = await app.account("other");
  const scored = async (key: string) => (await app.ask("/v1/score/ip?ip=8.8.8.8", { key })).body.request_id;
  const first = await scored(app.live);
  const counts = async (from = app) => {
    const { overall } = await summary(from, "", app.live);
    return [overall.fraud, overall.legit];
  };
  assert.deepEqual(await counts(), [0, 0]);
  await label(app, "fraud", first);
  assert.deepEqual(await counts(), [1, 0]);
  await label(app, "legit", first);
  assert.deepEqual(await counts(), [0, 1]);
  assert.deepEqual((await summary(app, "", other.key)).overall.labelled, 0);
  assert.equal((await summary(app, "", other.key)).labels.scored, 0);
  const theirs = await scored(other.key);
  await app.ask("/v1/outcome", { key: other.key, json: { request_id: theirs, outcome: "fraud" } });
  assert.deepEqual(await counts(), [0, 1]);
  assert.deepEqual(await counts(second), [0, 1]);
  await label(app, "fraud", first);
  await eventually(async () => (await counts(second))[0] === 1, "the label of the other server");
  assert.deepEqual(await counts(second), [1, 0]);
});

Deno.test("scores of test keys are excluded from the figures, and their number is reported", async () => {
  await using app = await startApp();
  const tested = (await app.ask("/v1/score/ip?ip=8.8.8.8", { key: app.test })).body.request_id;
  await label(app, "fraud", tested);
  const { labels, overall, components } = await summary(app);
  assert.deepEqual([labels.scored, labels.labelled, labels.test_mode], [0, 0, 1]);
  assert.deepEqual([overall.labelled, components.ip], [0, null]);
  const asked = await summary(app, "?mode=test");
  assert.deepEqual([asked.labels.scored, asked.labels.labelled, asked.labels.share_labelled], [1, 1, 1]);
  assert.equal(asked.overall.fraud, 1);
});

Deno.test("days counts by the time of the score, and expired scores are not counted", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const old = (await app.ask("/v1/score/ip?ip=8.8.8.8")).body.request_id;
  now += 100 * DAY_MS;
  const recent = (await app.ask("/v1/score/ip?ip=8.8.4.4")).body.request_id;
  await label(app, "fraud", old, recent);
  const counted = async (query: string) => {
    const { labels, overall } = await summary(app, query);
    return [labels.scored, labels.labelled, overall.fraud];
  };
  assert.deepEqual(await counted("?days=99"), [1, 1, 1]);
  assert.deepEqual(await counted("?days=101"), [2, 2, 2]);
  now += 81 * DAY_MS;
  assert.deepEqual(await counted(""), [1, 1, 1]);
});

Deno.test("labels of a batch are all found, and the lift of a finding has a confidence interval", async () => {
  await using app = await startApp();
  const items = Array.from({ length: 60 }, (_, i) => `person${i}@${i < 20 ? "mailinator.com" : "gmail.com"}`);
  const { body } = await app.ask("/v1/batch", { json: { type: "email", items } });
  const ids: string[] = body.results.map((entry: { request_id: string }) => entry.request_id);
  await label(app, "fraud", ...ids.slice(0, 15), ...ids.slice(50));
  await label(app, "legit", ...ids.slice(15, 50));
  const { components, findings, labels } = await summary(app);
  assert.deepEqual([labels.scored, labels.labelled, labels.share_labelled], [60, 60, 1]);
  assert.deepEqual([components.email.fraud, components.email.legit], [25, 35]);
  const disposable = findings[0];
  assert.deepEqual([disposable.name, disposable.lift], ["disposable", 4.2]);
  assert.deepEqual([disposable.share_of_fraud, disposable.share_of_legit], [0.6, 0.1429]);
  assert.ok(disposable.lift_low > 1 && disposable.lift_low < 4.2 && disposable.lift_high > 4.2);
});
