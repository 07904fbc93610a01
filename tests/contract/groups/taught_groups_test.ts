/** What labels teach about sign-ups that share no value, over HTTP. */
import assert from "node:assert/strict";
import { DAY_MS, HOUR_MS } from "../../../src/model/duration.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";
import { eventually } from "../../support/eventually.ts";

type Json = Readonly<Record<string, unknown>>;
/** The `n`th of a campaign. */
type Made = (n: number) => Json;

const WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "ivory", "jolly"];
const word = (n: number) => `${WORDS[n % 10]}${WORDS[Math.floor(n / 10) % 10]}`;
/** Lines of different people: no two in one network. */
const line = (n: number) => `81.${10 + n % 200}.${n % 250}.${7 + n % 90}`;
const person = (n: number) => `${word(n)}@${word(n + 3)}-mail.com`;

async function signUp(app: TestApp, json: Json, key = app.live) {
  const { status, body, text } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200, text);
  return body;
}

async function label(app: TestApp, request_id: string, outcome: string) {
  const answer = await app.ask("/v1/outcome", { json: { request_id, outcome } });
  assert.equal(answer.status, 200, answer.text);
}

/** Signs up `count` of a campaign, and labels them. */
async function labelled(app: TestApp, made: Made, count: number, { outcome = "fraud", from = 0 } = {}) {
  const ids: string[] = [];
  for (let n = from; n < from + count; n++) ids.push((await signUp(app, made(n))).request_id);
  for (const id of ids) await label(app, id, outcome);
  return ids;
}

const SURNAMES = [
  "smith",
  "miller",
  "johnson",
  "taylor",
  "walker",
  "wright",
  "baker",
  "cooper",
  "parker",
  "turner",
];
const digits = (n: number, length: number) => String(n).padStart(length, "0");

const CAMPAIGNS: readonly (readonly [name: string, made: Made, words: RegExp])[] = [
  [
    "a catch-all domain with sub-domains",
    (n) => ({ ip: line(n), email: `${word(n)}@mx${n}.kestrelbyte.com` }),
    /^linkage: (\d+) of (\d+) labelled sign-ups at kestrelbyte\.com were fraud$/,
  ],
  [
    "sub-domains of domains that are new each time",
    (n) => ({ ip: line(n), email: `${word(n)}@mx${n}.${word(n)}-${word(n + 7)}.com` }),
    /^linkage: (\d+) of (\d+) labelled sign-ups at sub-domains of private domains were fraud$/,
  ],
  [
    "consecutive numbers",
    (n) => ({ ip: line(n), email: person(n), phone: `+4915112345${digits(600 + n, 3)}` }),
    /^linkage: (\d+) of (\d+) labelled sign-ups with numbers like \+49 1511 234•••• were fraud$/,
  ],
  [
    "one /24",
    (n) => ({ ip: `82.41.7.${20 + n}`, email: person(n) }),
    /^linkage: (\d+) of (\d+) labelled sign-ups from 82\.41\.7\.0\/24 were fraud$/,
  ],
  [
    "a hosting network",
    (n) => ({ ip: `51.77.${20 + n}.9`, email: person(n) }),
    /^linkage: (\d+) of (\d+) labelled sign-ups from hosting network AS16276 were fraud$/,
  ],
  [
    "a referral",
    (n) => ({ ip: line(n), email: person(n), custom: { referral: "X1" } }),
    /^linkage: (\d+) of (\d+) labelled sign-ups with referral X1 were fraud$/,
  ],
  [
    "a program without a device",
    (n) => ({ ip: line(n), email: person(n), device_signals: { user_agent: "Go-http-client/2.0" } }),
    /^linkage: (\d+) of (\d+) labelled sign-ups from go-http-client without a device were fraud$/i,
  ],
  [
    "a shape",
    (n) => ({
      ip: line(n),
      email: `${"abcdefghjk"[n % 10]}${SURNAMES[Math.floor(n / 3) % 10]}${
        digits(1234 + 71 * n, 4)
      }@gmail.com`,
    }),
    /^linkage: (\d+) of (\d+) labelled sign-ups with addresses like initial\+surname\+9999 at free mail providers/,
  ],
];

Deno.test("from three labels the next of a campaign is reviewed, from eight blocked; undone with the labels", async () => {
  for (const [name, made, words] of CAMPAIGNS) {
    await using app = await startApp();
    const ids = await labelled(app, made, 2);
    const before = await signUp(app, made(20));
    assert.deepEqual([before.verdict, before.top_signals.filter((text: string) => words.test(text))], [
      "allow",
      [],
    ], name);
    ids.push(...await labelled(app, made, 1, { from: 2 }));
    const reviewed = await signUp(app, made(21));
    assert.equal(reviewed.verdict, "review", `${name}: ${reviewed.summary}`);
    const told = reviewed.top_signals.find((text: string) => words.test(text));
    const [, fraud, all] = words.exec(told) ?? assert.fail(`${name}: ${reviewed.top_signals}`);
    assert.deepEqual([fraud, all], ["3", "3"], name);
    assert.match(reviewed.summary, /linked sign-ups: 3 of 3 labelled sign-ups/);
    ids.push(...await labelled(app, made, 6, { from: 3 }));
    const blocked = await signUp(app, made(22));
    assert.equal(blocked.verdict, "block", name);
    const stored = (await app.ask(`/v1/score/${blocked.request_id}`)).body;
    assert.ok(blocked.top_signals.includes(`linkage: ${stored.groups.findings[0].text}`), name);
    assert.equal(stored.risk_score, blocked.risk_score);
    // Another sign-up that shares nothing with them.
    const other = await signUp(app, {
      ip: "86.4.5.6",
      email: "rose@gardenerclub.org",
      phone: "+442083661177",
    });
    assert.deepEqual([other.verdict, other.top_signals.filter((text: string) => words.test(text))], [
      "allow",
      [],
    ]);
    for (const id of ids) await label(app, id, "none");
    const after = await signUp(app, made(23));
    assert.deepEqual([after.verdict, after.top_signals.filter((text: string) => words.test(text))], [
      "allow",
      [],
    ], name);
  }
});

const FARM: Made = (n) => ({ ip: line(n), email: `${word(n)}${n}@kestrelbyte.com` });

Deno.test("what an account labels teaches nobody else, no test key and nothing where a rule decides", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  await labelled(app, FARM, 8);
  assert.equal((await signUp(app, FARM(20))).verdict, "block");
  for (const key of [other.key, app.test]) {
    const { verdict, top_signals } = await signUp(app, FARM(21), key);
    assert.deepEqual([verdict, top_signals], ["allow", []]);
  }
  await app.ask("/v1/rules", { json: { action: "allow", values: ["kestrelbyte.com"] } });
  assert.equal((await signUp(app, FARM(22))).verdict, "allow");
});

Deno.test("one address labelled over and over is one member, and names at a provider, a school or a gateway are no group", async () => {
  const rows: readonly (readonly [name: string, made: Made])[] = [
    ["one mailbox", (n) => ({ ip: line(n), email: "ann@kestrelbyte.com" })],
    ["a provider", (n) => ({ ip: line(n), email: `${word(n)}.stone@gmail.com` })],
    ["a school", (n) => ({ ip: line(n), email: `${word(n)}@harvard.edu` })],
    ["a gateway", (n) => ({ ip: `165.225.72.${n + 5}`, email: person(n) })],
  ];
  for (const [name, made] of rows) {
    await using app = await startApp();
    await labelled(app, made, 9);
    const { top_signals } = await signUp(app, {
      ...made(30),
      ...(name === "one mailbox" ? { email: "bob@kestrelbyte.com" } : {}),
    });
    assert.deepEqual(top_signals.filter((text: string) => text.includes("labelled sign-ups")), [], name);
  }
});

Deno.test("a company with customers is not stopped by three of its people, and a wave of which ten are labelled has none", async () => {
  let now = Date.UTC(2036, 3, 2, 9);
  await using app = await startApp({ now: () => now });
  for (let n = 0; n < 12; n++) {
    await signUp(app, FARM(n));
    now += DAY_MS;
  }
  now += 3 * HOUR_MS;
  await labelled(app, FARM, 3, { from: 40 });
  assert.equal((await signUp(app, FARM(60))).verdict, "allow");
  const wave: Made = (n) => ({ ip: line(n), email: `${word(n)}${n}@merlinforge.com` });
  const ids: string[] = [];
  for (let n = 0; n < 40; n++) {
    ids.push((await signUp(app, wave(n))).request_id);
    now += 60_000;
  }
  for (const id of ids.filter((_, n) => n % 4 === 1)) await label(app, id, "fraud");
  now += 10 * DAY_MS;
  assert.equal((await signUp(app, wave(60))).verdict, "block");
  // Some of them are found to be customers.
  for (const id of ids.filter((_, n) => n % 8 === 2)) await label(app, id, "legit");
  const { top_signals } = await signUp(app, wave(61));
  assert.ok(
    top_signals.includes("linkage: 10 of 15 labelled sign-ups at merlinforge.com were fraud"),
    top_signals,
  );
});

Deno.test("labels fade", async () => {
  let now = Date.UTC(2036, 3, 2, 9);
  await using app = await startApp({ now: () => now });
  await labelled(app, FARM, 3);
  const rows: readonly (readonly [days: number, verdict: string])[] = [[50, "review"], [110, "allow"]];
  for (const [days, verdict] of rows) {
    now = Date.UTC(2036, 3, 2, 9) + days * DAY_MS;
    assert.equal((await signUp(app, FARM(20 + days))).verdict, verdict, `${days} days`);
  }
});

Deno.test("the same in another process and after a restart", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  assert.equal((await signUp(two, FARM(30), one.live)).verdict, "allow");
  await labelled(one, FARM, 8);
  assert.equal((await signUp(one, FARM(31))).verdict, "block");
  await eventually(
    async () => (await signUp(two, FARM(32), one.live)).verdict === "block",
    "the other process",
  );
  await two.close();
  await using again = await startApp({ dataDir: one.dataDir });
  assert.equal((await signUp(again, FARM(33), one.live)).verdict, "block");
});

Deno.test("the score of the domain and the pages of values show the same counts", async () => {
  await using app = await startApp();
  const ids = await labelled(app, CAMPAIGNS[0]![1], 4);
  await label(app, ids[3]!, "legit");
  const domain = async (name: string, key = app.live) =>
    (await app.ask(`/v1/score/domain?domain=${name}`, { key })).body.labelled_signups;
  assert.deepEqual(await domain("kestrelbyte.com"), { fraud: 3, legit: 1 });
  assert.deepEqual(await domain("mx.kestrelbyte.com"), { fraud: 3, legit: 1 });
  assert.equal(await domain("merlinforge.com"), undefined, "none is labelled");
  assert.equal(await domain("gmail.com"), undefined);
  assert.equal(await domain("kestrelbyte.com", app.test), undefined);
  const { components } = (await app.ask(`/v1/score/${ids[0]}`)).body;
  const { ref } = components.find(({ kind }: { kind: string }) => kind === "email");
  const { labelled_groups } = (await app.ask(`/v1/values/${ref}`)).body;
  assert.deepEqual(labelled_groups[0], { where: "at kestrelbyte.com", fraud: 3, legit: 1 });
  const visitor = await signedIn(app);
  assert.ok(
    (await visitor.get(`/console/values/${ref}`)).text.includes("Labelled sign-ups at kestrelbyte.com"),
  );
  const next = await signUp(app, CAMPAIGNS[0]![1](20));
  assert.ok(
    (await visitor.get(`/console/scores/${next.request_id}`)).text.includes(
      "3 of 4 labelled sign-ups at kestrelbyte.com were fraud",
    ),
  );
});

Deno.test("a farm over several domains is stopped at one with two labels, students at a sub-domain are not", async () => {
  let now = Date.UTC(2036, 3, 2, 9);
  await using app = await startApp({ now: () => now });
  const student: Made = (n) => ({ ip: line(n), email: `${word(n)}.${word(n + 7)}@stud.uni-kestrelberg.de` });
  for (let n = 0; n < 12; n++) {
    await signUp(app, student(n));
    now += DAY_MS;
  }
  const DOMAINS = ["merlinforge.com", "harrierworks.com", "ospreylabs.com"];
  const farm: Made = (n) => ({ ip: line(n + 40), email: `${word(n)}${n}@mx${n}.${DOMAINS[n % 3]}` });
  const ids: string[] = [];
  for (let n = 0; n < 9; n++) {
    ids.push((await signUp(app, farm(n))).request_id);
    now += 3_600_000;
  }
  // Two at the first domain, three at the second, nobody at the third.
  for (const n of [0, 3, 1, 4, 7]) await label(app, ids[n]!, "fraud");
  now += DAY_MS;
  for (const n of [20, 21, 22]) {
    assert.equal((await signUp(app, farm(n))).verdict, "review", farm(n)["email"] as string);
  }
  assert.equal((await signUp(app, student(30))).verdict, "allow");
});
