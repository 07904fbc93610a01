/** Volume: many sign-ups at once from one place are noticed on the first day, and what is usual there is not. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FLOOD_FROM = 21;

interface Clock {
  now: number;
}

async function scoring(): Promise<{ app: TestApp; clock: Clock }> {
  const clock = { now: Date.parse("2036-03-03T09:00:00Z") };
  const app = await startApp({ now: () => clock.now, env: { WINNOW_RATE_LIMIT: "100000" } });
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  return { app, clock };
}

interface Answer {
  readonly verdict: string;
  readonly top_signals: readonly string[];
  readonly request_id: string;
}

async function signup(app: TestApp, json: unknown): Promise<Answer> {
  const { status, body } = await app.ask("/v1/score/user", { json });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Letters only, and all different. */
function name(index: number): string {
  const digits = String(index * 7919 % 10_000).padStart(4, "0");
  return Array.from(digits, (digit, at) => "bdfgklmnrs"[Number(digit)]! + "aeiou"[(Number(digit) + at) % 5])
    .join("");
}

const home = (index: number) =>
  `${[73, 91, 98, 174][index % 4]}.${15 + index % 7}.${index % 240}.${index % 250 + 1}`;
const hex = (index: number) => (index + 1).toString(16).padStart(4, "0");

const ATTACKS: readonly (readonly [what: string, of: (index: number) => Record<string, unknown>])[] = [
  ["one address", () => ({ ip: "73.15.20.7" })],
  ["one /24", (i) => ({ ip: `73.15.20.${i % 250 + 1}` })],
  ["one /64", (i) => ({ ip: `2601:647:4d00:1::${hex(i)}` })],
  ["one /48", (i) => ({ ip: `2601:647:4d00:${hex(i)}::1` })],
  ["one /32", (i) => ({ ip: `2601:647:${hex(i)}::1` })],
  ["one made-up domain", (i) => ({ ip: home(i), email: `${name(i)}@kestrelbyte-mail.com` })],
  [
    "names below one made-up domain",
    (i) => ({ ip: home(i), email: `${name(i)}@${name(i + 500)}.kestrelbyte.com` }),
  ],
];

for (const [what, of] of ATTACKS) {
  Deno.test(`four hundred sign-ups in seconds from ${what}: from the ${FLOOD_FROM}st on at least 90 % are stopped`, async () => {
    const { app, clock } = await scoring();
    await using _ = app;
    for (const later of [0, DAY]) {
      clock.now += later;
      const stopped: boolean[] = [];
      for (let i = 0; i < 400; i++) {
        clock.now += 20;
        const email = `${name(later + i + 1000)}@gmail.com`;
        const { verdict } = await signup(app, { email, ...of(later === 0 ? i : i + 400) });
        stopped.push(verdict !== "allow");
      }
      const first = stopped.slice(0, FLOOD_FROM - 1).filter(Boolean).length;
      const rest = stopped.slice(FLOOD_FROM - 1).filter(Boolean).length;
      assert.ok(rest >= 0.9 * (400 - FLOOD_FROM + 1), `${rest} of the rest, after ${later / DAY} days`);
      assert.ok(first <= 2, `${first} of the first twenty, after ${later / DAY} days`);
    }
  });
}

Deno.test("parallel sign-ups from one address are counted like any others", async () => {
  const { app } = await scoring();
  await using _ = app;
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, i) => signup(app, { ip: "73.15.20.7", email: `${name(i)}@gmail.com` })),
  );
  assert.ok(answers.filter(({ verdict }) => verdict !== "allow").length >= 90);
});

Deno.test("a carrier's gateway, an office, a class and a daily peak are no flood", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  let people = 0;
  const come = async (count: number, of: (index: number) => Record<string, unknown>) => {
    const reviewed: string[] = [];
    for (let i = 0; i < count; i++) {
      clock.now += 60_000;
      const index = people++;
      const body = await signup(app, { email: `${name(index)}@gmail.com`, ...of(index) });
      if (body.verdict !== "allow") reviewed.push(...body.top_signals);
    }
    return reviewed;
  };
  const gateway = (i: number) => ({ ip: `172.58.10.${i % 3 + 1}` });
  assert.deepEqual(await come(58, gateway), [], "a carrier's gateway, on the first day");

  const office = (i: number) => ({ ip: "81.2.69.160", email: `${name(i)}@alder-and-partners.com` });
  for (let day = 0; day < 3; day++) {
    assert.deepEqual(await come(16, office), [], `an office, day ${day}`);
    clock.now += DAY - 16 * 60_000;
  }
  // As many people as are known there may come at once: some thirty.
  assert.deepEqual(await come(24, office), [], "a training at the office");

  const bursts: string[] = [];
  for (let day = 0; day < 5; day++) {
    for (let i = 0; i < 14; i++) {
      const { top_signals } = await signup(app, {
        ip: `98.15.77.${i + 1}`,
        email: `${name(people++)}@gmail.com`,
      });
      if (day > 0) bursts.push(...top_signals.filter((text) => text.includes("network")));
      clock.now += 3 * 60_000;
    }
    clock.now += DAY - 42 * 60_000;
  }
  assert.deepEqual(bursts, [], "fourteen at nine each day");
  clock.now += 12 * HOUR;
  const atNight: string[] = [];
  for (let i = 0; i < 14; i++) {
    const { top_signals } = await signup(app, {
      ip: `98.15.77.${i + 31}`,
      email: `${name(people++)}@gmail.com`,
    });
    atNight.push(...top_signals.filter((text) => text.includes("network")));
  }
  assert.equal(atNight.length, 7, "at nine in the evening they are unusual from the eighth on");
});

Deno.test("where nobody came before is unusual, once the account has had a day", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  const burst = async (of: (index: number) => Record<string, unknown>, from: number) => {
    const unusual: string[] = [];
    for (let i = 0; i < 9; i++) {
      const { top_signals } = await signup(app, { email: `${name(from + i)}@gmail.com`, ...of(i) });
      unusual.push(...top_signals.filter((text) => text.startsWith("linkage:")));
    }
    return unusual;
  };
  const places: readonly (readonly [of: (index: number) => Record<string, unknown>, what: string])[] = [
    [(i) => ({ ip: `98.15.77.${i + 1}` }), "network"],
    [(i) => ({ ip: `2601:647:4d00:${hex(i)}::1` }), "network"],
    [(i) => ({ ip: home(i), email: `${name(i)}@bramble-and-oak.com` }), "domain"],
  ];
  assert.deepEqual(
    await burst((i) => ({ ip: `91.15.77.${i + 1}` }), 0),
    [],
    "on the first day nothing is usual",
  );
  clock.now += DAY;
  for (const [at, [of, what]] of places.entries()) {
    const unusual = await burst(of, 100 * (at + 1));
    assert.deepEqual(unusual.length, 2, what);
    for (const text of unusual) assert.ok(text.includes(`unusually many`) && text.includes(what), text);
  }
});
