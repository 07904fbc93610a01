/** Device ids that many share: learned from unrelated people, and from nobody who makes himself many. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DEVICE = "0123456789abcdef0123456789abcdef";
const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const INTEL = "ANGLE (Intel, Intel(R) UHD Graphics 620 Direct3D11 vs_5_0 ps_5_0, D3D11)";

/** Homes in Britain, Germany, France, Japan, the United States, and the time zones there. */
const HOMES = [
  ["81.2.69.160", "Europe/London"],
  ["91.66.20.7", "Europe/Berlin"],
  ["90.10.20.30", "Europe/Paris"],
  ["126.15.20.7", "Asia/Tokyo"],
  ["73.15.20.7", "America/New_York"],
  ["86.130.11.4", "Europe/London"],
] as const;

const NAMES = ["anna.keller", "tombradley", "mlaurent", "h.tanaka", "gracewhitfield", "o.priestley"];

interface Person {
  readonly ip?: string;
  readonly email?: string;
  readonly timezone?: string;
  readonly phone?: string;
  readonly custom?: Readonly<Record<string, string>>;
}

async function scoring() {
  const clock = { now: Date.parse("2036-03-03T09:00:00Z") };
  const app = await startApp({
    now: () => clock.now,
    env: { WINNOW_RATE_LIMIT: "100000" },
  });
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  return { app, clock };
}

async function signup(app: TestApp, { timezone, ...person }: Person, own = true, device_id = DEVICE) {
  const signals = own ? {} : { device_signals: { user_agent: WINDOWS, webgl_renderer: INTEL, timezone } };
  const { status, body } = await app.ask("/v1/score/user", { json: { ...person, ...signals, device_id } });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** One after the other, over so many days. */
async function come(
  { app, clock }: Awaited<ReturnType<typeof scoring>>,
  people: readonly Person[],
  days: number,
  isOtherMaker = false,
) {
  const answers = [];
  for (const person of people) {
    answers.push(await signup(app, person, isOtherMaker));
    clock.now += days * DAY / (people.length - 1);
  }
  return answers;
}

const UNRELATED: readonly Person[] = HOMES.map(([ip, timezone], index) => ({
  ip,
  timezone,
  email: `${NAMES[index]}@gmail.com`,
}));

Deno.test("from the fourth unrelated person in a third country on the second day, an id is one that many share", async () => {
  for (const isOtherMaker of [false, true]) {
    const here = await scoring();
    await using app = here.app;
    const answers = await come(here, UNRELATED, 4, isOtherMaker);
    assert.deepEqual(
      answers.map(({ facts }) => facts["device.is_common"]),
      [false, false, false, true, true, true],
    );
    for (const { verdict, linkage } of answers.slice(3)) {
      assert.deepEqual([verdict, linkage.ring], ["allow", null]);
    }
    const why = answers.map(({ facts_why }) => facts_why["device.is_common"]);
    assert.match(why[0], /^a fingerprint of one device/);
    assert.match(why[2], /^3 people have this fingerprint/);
    assert.equal(why[5], "a fingerprint that at least 5 people share");
    const { body } = await app.ask(`/v1/score/${answers[5].request_id}`);
    assert.deepEqual([body.facts["device.is_common"], body.facts_why], [true, answers[5].facts_why]);
    const { body: first } = await app.ask(`/v1/score/${answers[0].request_id}`);
    assert.deepEqual(first.facts_why, answers[0].facts_why);
    // Who comes again within the hour is nobody's second sign-up.
    const again = await signup(
      app,
      { ...UNRELATED[2]!, email: "q.lemoine@gmail.com", ip: "92.140.3.9" },
      false,
    );
    assert.deepEqual([again.verdict, again.facts["device.is_common"]], ["allow", true], again.top_signals);
  }
});

Deno.test("an id that nobody came with for 60 days is rare again", async () => {
  for (const [days, isCommon] of [[59, true], [61, false]] as const) {
    const here = await scoring();
    await using app = here.app;
    await come(here, UNRELATED, 4);
    here.clock.now += days * DAY - 4 * DAY / (UNRELATED.length - 1);
    const { facts } = await signup(app, { ip: "24.30.18.9", email: "walt.dunmore@gmail.com" });
    assert.equal(facts["device.is_common"], isCommon, `${days} days`);
  }
});

/** Each makes his own device no common one. */
const ATTACKS:
  readonly (readonly [what: string, change: (person: Person, index: number) => Person, days: number])[] = [
    ["all on one day", (person) => person, 0.9],
    ["three people alone", (person, index) => index < 3 ? person : { ...person, ip: HOMES[2]![0] }, 4],
    ["a time zone that is not that of his VPN", (person) => ({ ...person, timezone: "Asia/Dushanbe" }), 4],
    [
      "one name with numbers",
      (person, index) => ({ ...person, email: `dkestrel${index + 10}@gmail.com` }),
      4,
    ],
    ["numbers of one block", (person, index) => ({ ...person, phone: `+1415555260${index}` }), 4],
    ["one domain", (person, index) => ({ ...person, email: `${NAMES[index]}@kestrelbyte-mail.com` }), 4],
    [
      "addresses of one shape",
      (person, index) => ({
        ...person,
        email: `${"bdfgkm"[index]}${["smith", "jones", "brown", "miller", "wilson", "taylor"][index]}${
          8000 + index * 131
        }@gmail.com`,
      }),
      4,
    ],
    ["one referral", (person) => ({ ...person, custom: { referral: "KESTREL7" } }), 4],
    ["one home", (person) => ({ ...person, ip: HOMES[0]![0], timezone: HOMES[0]![1] }), 4],
  ];

Deno.test("nobody makes his own device a common one", async () => {
  for (const [what, change, days] of ATTACKS) {
    const here = await scoring();
    await using _ = here.app;
    const answers = await come(here, UNRELATED.map(change), days);
    for (const { facts } of answers) assert.equal(facts["device.is_common"], false, what);
    assert.equal(answers[5].linkage.ring.size, 6, what);
    assert.notEqual(answers[5].verdict, "allow", what);
  }
});

Deno.test("a label speaks against an id that few share, and is one among those who share a common one", async () => {
  const here = await scoring();
  await using app = here.app;
  const answers = await come(here, UNRELATED.slice(0, 4), 4);
  assert.equal(answers[3].facts["device.is_common"], true);
  const label = (request_id: string, outcome: string) =>
    app.ask("/v1/outcome", { json: { request_id, outcome } });
  await label(answers[1].request_id, "fraud");
  const fifth = await signup(app, UNRELATED[4]!);
  assert.equal(fifth.facts["device.is_common"], true, "four others");
  assert.equal(fifth.verdict, "allow", fifth.top_signals);
  await label(answers[2].request_id, "fraud");
  const sixth = await signup(app, UNRELATED[5]!);
  assert.equal(sixth.facts["device.is_common"], false, "two of six are fraud");
  assert.notEqual(sixth.verdict, "allow");
  await label(answers[1].request_id, "legit");
  await label(answers[2].request_id, "legit");
  const seventh = await signup(app, { ip: "24.30.18.9", email: "walt.dunmore@gmail.com" });
  assert.equal(seventh.facts["device.is_common"], true, "labels are taken back");
});

Deno.test("a common id still joins in one network and with one name", async () => {
  const here = await scoring();
  await using app = here.app;
  await come(here, UNRELATED, 4);
  here.clock.now += DAY;
  let last;
  for (let i = 0; i < 5; i++) {
    here.clock.now += HOUR;
    last = await signup(app, { ip: `174.15.20.${i + 1}`, email: `${NAMES[i]}.x@gmail.com` });
    assert.equal(last.facts["device.is_common"], true);
  }
  assert.deepEqual([last.verdict, last.linkage.ring.size, last.linkage.ring.via], ["review", 5, ["device"]]);
  for (let i = 0; i < 5; i++) {
    here.clock.now += 20 * HOUR;
    last = await signup(app, { ip: `${60 + i}.15.${20 + i}.9`, email: `fenwickhale${i + 40}@gmail.com` });
  }
  assert.deepEqual([last.verdict, last.linkage.ring.size], ["review", 5], last.top_signals);
  assert.deepEqual(last.linkage.ring.via, ["device", "email_pattern"]);
});

Deno.test("a ring says that a fingerprint of many did not join its members", async () => {
  const here = await scoring();
  await using app = here.app;
  await come(here, UNRELATED, 4);
  here.clock.now += DAY;
  for (const [index, name] of ["q.lemoine", "w.becker"].entries()) {
    here.clock.now += 3 * HOUR;
    const [ip, timezone] = HOMES[index]!;
    await signup(
      app,
      {
        ip: ip.replace(/\d+$/, "99"),
        timezone,
        email: `${name}@gmail.com`,
        phone: "+442083661177",
      },
      false,
    );
  }
  const { rings } = (await app.ask("/v1/rings")).body;
  const ring = rings.find(({ via }: { via: string[] }) => via.includes("phone"));
  assert.deepEqual([ring.size, ring.via], [2, ["phone"]]);
  assert.match(ring.not_joined[0], /^a fingerprint that at least [6-8] people share$/);
  const { body } = await app.ask(`/v1/rings/${ring.ring_id}`);
  assert.deepEqual(body.not_joined, ring.not_joined);
});
