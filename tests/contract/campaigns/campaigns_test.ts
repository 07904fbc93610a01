import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const DAY_MS = 86_400_000;
/** What no note has: a restore would refuse its record. */
const CONTROLS = ["\0", "\n", "\r\n", "\t", "\x1b[2J", "\x7f", "\x85", "\ud800"];
const FIRST = ["anna", "james", "maria", "peter", "julia", "robert", "emma", "david", "laura", "michael"];
const LAST = ["smith", "miller", "garcia", "brown", "jones", "davis", "wilson", "moore", "taylor", "clark"];
const FREE = ["gmail.com", "outlook.com", "yahoo.com", "gmx.de"];

/** Somebody whom nothing joins with others. */
function person(number: number): Record<string, unknown> {
  const [first, last] = [FIRST[number % 10]!, LAST[Math.floor(number / 10) % 10]!];
  const domain = number % 7 === 0 ? `company${number}.com` : FREE[number % 4]!;
  const digits = number % 3 === 0 ? String(number) : "";
  return {
    ip: `${[73, 86, 92, 24, 98][number % 5]}.${number % 199}.${(number * 7) % 251}.${1 + number % 250}`,
    email: `${first}.${last}${digits}@${domain}`,
    device_id: number.toString(16).padStart(32, "a"),
    user_id: `user-${number}`,
  };
}

async function people(app: TestApp, from: number, count: number, tick: () => void): Promise<void> {
  for (let number = from; number < from + count; number++) {
    tick();
    const { status } = await app.askDirectly("/v1/score/user", { json: person(number) });
    assert.equal(status, 200);
  }
}

async function farm(app: TestApp, domain: string, count: number, tick: () => void): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number++) {
    tick();
    const json = { ...person(5000 + 13 * number), email: `q${number}xk@s${number}.${domain}` };
    ids.push((await app.askDirectly("/v1/score/user", { json })).body.request_id);
  }
  return ids;
}

Deno.test("four sign-ups on a private domain that was never seen are a campaign, which keeps its id and what was made of it", async () => {
  let now = Date.parse("2026-09-01T08:00:00Z");
  await using app = await startApp({ now: () => now });
  await people(app, 0, 300, () => now += DAY_MS / 6);
  assert.deepEqual((await app.ask("/v1/campaigns?fresh=true")).body.campaigns, []);
  const ids = await farm(app, "kestrelbyte.com", 4, () => now += 600_000);
  const list = async (query = "") => (await app.ask(`/v1/campaigns${query}`)).body.campaigns;
  const [found, ...others] = await list("?fresh=true");
  assert.deepEqual(others, []);
  assert.match(found.campaign_id, /^cmp_/);
  assert.deepEqual(found.facts, { "email.domain": ["kestrelbyte.com"] });
  assert.deepEqual([found.signups, found.days, found.state, found.note, found.until], [
    4,
    1,
    "new",
    null,
    null,
  ]);
  assert.ok(found.usual < 0.5);
  assert.deepEqual(found.sample.map((each: { request_id: string }) => each.request_id), ids.toReversed());
  const good = await app.ask("/v1/scores/search", { json: { facts: found.facts } });
  assert.equal(good.body.total, 4, "the facts are those of a search");
  assert.equal((await app.ask("/v1/rules?dry_run=true", { json: found.suggested_rule })).status, 200);
  const path = `/v1/campaigns/${found.campaign_id}`;
  const handled = await app.ask(path, { json: { state: "handled", note: "blocked the domain" } });
  assert.deepEqual([handled.status, handled.body.state, handled.body.note], [
    200,
    "handled",
    "blocked the domain",
  ]);
  await app.ask("/v1/outcome", { json: { request_id: ids[0], outcome: "fraud" } });
  await farm(app, "kestrelbyte.com", 3, () => now += 600_000);
  const again = await list("?fresh=true");
  assert.deepEqual(
    again.map(({ campaign_id, state, signups, grown, labels }: Record<string, unknown>) => ({
      campaign_id,
      state,
      signups,
      grown,
      labels,
    })),
    [{
      campaign_id: found.campaign_id,
      state: "handled",
      signups: 7,
      grown: 3,
      labels: { fraud: 1, legit: 0 },
    }],
  );
  assert.deepEqual(await list("?state=new,ignored"), []);
  assert.equal((await list("?state=handled")).length, 1);
  assert.deepEqual(await list(`?since=${new Date(now + 1).toISOString()}`), []);
  const { key } = await app.account("other");
  assert.equal((await app.ask(path, { key })).status, 404);
  assert.equal((await app.ask(path, { key, json: { state: "ignored" } })).status, 404);
  assert.equal((await app.ask(path, { key: app.test })).status, 404, "test keys see test data");
  assert.deepEqual((await app.ask("/v1/campaigns?fresh=true", { key })).body.campaigns, []);
});

Deno.test("an ignored campaign is new again after its time", async () => {
  let now = Date.parse("2026-09-01T08:00:00Z");
  await using app = await startApp({ now: () => now });
  await people(app, 0, 200, () => now += DAY_MS / 6);
  await farm(app, "kestrelbyte.com", 5, () => now += 600_000);
  const [{ campaign_id }] = (await app.ask("/v1/campaigns?fresh=true")).body.campaigns;
  const path = `/v1/campaigns/${campaign_id}`;
  const until = new Date(now + DAY_MS).toISOString();
  assert.equal((await app.ask(path, { json: { state: "ignored", until } })).body.until, until);
  assert.equal((await app.ask(path)).body.state, "ignored");
  now += 2 * DAY_MS;
  assert.equal((await app.ask(path)).body.state, "new");
  for (
    const json of [
      { state: "open" },
      { state: "new", until },
      { state: "ignored", until: "2026-01-01T00:00:00Z" },
      { state: "ignored", note: "x".repeat(501) },
      ...CONTROLS.map((text) => ({ state: "handled", note: `a ${text} note` })),
      {},
    ]
  ) assert.equal((await app.ask(path, { json })).status, 400);
  for (const query of ["state=open", "since=yesterday", "limit=0", "limit=101", "fresh=maybe"]) {
    assert.equal((await app.ask(`/v1/campaigns?${query}`)).status, 400);
  }
  const { body: { state, note, history } } = await app.ask(path);
  assert.deepEqual([state, note, history.length], ["new", null, 1], "nothing of what was refused is kept");
  const printable = "sagt «Zahlungen»: עברית, 日本語 🛑";
  assert.equal((await app.ask(path, { json: { state: "handled", note: printable } })).body.note, printable);
});

Deno.test("cards name no hour, and no field that a rule cannot name", async () => {
  let now = Date.parse("2026-09-01T03:00:00Z");
  await using app = await startApp({ now: () => now });
  await people(app, 0, 150, () => now += DAY_MS / 5 + 3_600_000);
  const custom = { in: "x", true: "y", null: 1, plan: 2 ** 70, word: `"it's" \\ é😀` };
  for (let number = 0; number < 12; number++) {
    now += 60_000;
    // All at one hour of one day, from everywhere.
    const { status } = await app.askDirectly("/v1/score/user", {
      json: { ...person(5000 + 13 * number), email: `zq${number}xv@gmail.com`, custom },
    });
    assert.equal(status, 200);
  }
  const { campaigns } = (await app.ask("/v1/campaigns?fresh=true")).body;
  assert.ok(campaigns.length > 0);
  for (const { facts, suggested_rule, text } of campaigns) {
    assert.doesNotMatch(Object.keys(facts).join(" "), /hour|weekday|custom\.(in|true|null)\b/);
    assert.doesNotMatch(`${suggested_rule.when} ${suggested_rule.text} ${text}`, /hour|weekday/);
    const tried = await app.ask("/v1/rules?dry_run=true", { json: suggested_rule });
    assert.equal(tried.status, 200, `${suggested_rule.when}: ${tried.text}`);
    const search = await app.ask("/v1/scores/search", { json: { facts } });
    assert.equal(search.status, 200, search.text);
  }
});

Deno.test("passes that are asked for are work of the account, which has an end", async () => {
  let now = Date.parse("2026-09-01T08:00:00Z");
  await using app = await startApp({ now: () => now });
  const { key } = await app.account("stranger", { madeBy: "signup", rpm: 10 });
  for (let number = 0; number < 100; number++) {
    now += 600_000;
    const { status } = await app.askDirectly("/v1/score/user", { key, json: person(number) });
    assert.equal(status, 200);
  }
  now += 600_000;
  const answers: number[] = [];
  for (let turn = 0; turn < 9; turn++) {
    const { status, body } = await app.askDirectly("/v1/campaigns?fresh=true", { key });
    answers.push(status);
    if (status === 429) assert.match(body.detail, /microseconds of work/);
  }
  const refused = answers.indexOf(429);
  assert.ok(refused > 1 && refused < 8, `${answers}`);
  assert.deepEqual(answers, answers.map((_, at) => at < refused ? 200 : 429));
  assert.equal((await app.ask("/v1/campaigns?fresh=true")).status, 200, "others have their own");
  now += 60_000;
  assert.equal((await app.askDirectly("/v1/campaigns?fresh=true", { key })).status, 200);
});

Deno.test("a few that were ignored do not hide the next hundred, and keep their own card", async () => {
  let now = Date.parse("2026-09-01T08:00:00Z");
  await using app = await startApp({ now: () => now });
  await people(app, 0, 300, () => now += DAY_MS / 6);
  const wave = async (from: number, count: number, email: (number: number) => string) => {
    for (let number = from; number < from + count; number++) {
      now += 120_000;
      const json = { ...person(5000 + 13 * number), email: email(number), device_id: "0f".repeat(16) };
      assert.equal((await app.askDirectly("/v1/score/user", { json })).status, 200);
    }
  };
  const list = async () => (await app.ask("/v1/campaigns?fresh=true")).body.campaigns;
  await wave(0, 5, (number) => `q${number}xk@kestrelbyte.com`);
  const [first, ...none] = await list();
  assert.deepEqual(none, []);
  await app.ask(`/v1/campaigns/${first.campaign_id}`, { json: { state: "ignored" } });
  await wave(100, 60, (number) => String(person(9000 + number).email));
  const found = await list();
  const fresh = found.filter(({ state }: { state: string }) => state === "new");
  assert.equal(
    fresh.length,
    1,
    JSON.stringify(found.map(({ text, state }: Record<string, unknown>) => [text, state])),
  );
  assert.ok(fresh[0].signups >= 60 && fresh[0].campaign_id !== first.campaign_id);
});

Deno.test("the second wave of a watched campaign has grown, though it is smaller than the first", async () => {
  let now = Date.parse("2026-09-01T08:00:00Z");
  await using app = await startApp({ now: () => now });
  const wave = async (from: number, count: number) => {
    for (let number = from; number < from + count; number++) {
      now += 600_000;
      const json = { ...person(5000 + 13 * number), device_id: "0f".repeat(16) };
      assert.equal((await app.askDirectly("/v1/score/user", { json })).status, 200);
    }
  };
  await people(app, 0, 200, () => now += DAY_MS / 6);
  await wave(0, 30);
  const list = async () => (await app.ask("/v1/campaigns?fresh=true")).body.campaigns;
  const [first] = await list();
  const { campaign_id } = first;
  await app.ask(`/v1/campaigns/${campaign_id}`, { json: { state: "watched" } });
  assert.equal((await list())[0].grown, 0);
  await people(app, 1000, 200, () => now += DAY_MS / 5);
  await wave(100, 12);
  const again = (await list()).find((each: Record<string, unknown>) => each.campaign_id === campaign_id);
  assert.ok(again.signups >= 10 && again.signups < 30, `${again.signups} after ${first.signups}`);
  assert.deepEqual([again.state, again.grown], ["watched", again.signups]);
});
