/** Velocity that knows the usual: bursts of doubtful sign-ups add points, and those of ordinary people add none. */
import assert from "node:assert/strict";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/model/duration.ts";
import { startApp, type StartOptions, type TestApp } from "../../support/app/app.ts";

const START = Date.parse("2036-03-03T00:30:00Z");
const FROM_MEMBER = 6;

type Fields = Readonly<Record<string, unknown>>;

/** Letters only, and all different. */
function name(index: number): string {
  const digits = String(index * 7919 % 100_003).padStart(6, "0");
  return Array.from(digits, (digit, at) => "bdfgklmnrs"[Number(digit)]! + "aeiou"[(Number(digit) + at) % 5])
    .join("");
}

const FIRST = ["anna", "peter", "maria", "james", "laura", "thomas", "sarah", "daniel", "julia", "martin"];
const LAST = [
  "mueller",
  "smith",
  "jones",
  "taylor",
  "weber",
  "brown",
  "fischer",
  "walker",
  "wagner",
  "green",
];
/** First name and surname, each pair once in a hundred. */
const person = (index: number) => `${FIRST[index % 10]}.${LAST[Math.floor(index / 10) % 10]}`;
const home = (index: number) =>
  `${[73, 91, 98, 174][index % 4]}.${15 + index % 7}.${index * 37 % 240}.${index * 11 % 250 + 1}`;
const hosted = (index: number) => `51.38.${index % 250}.${index * 7 % 250 + 1}`;
const device = (index: number) => (index * 7919 + 4096).toString(16).padStart(8, "7").repeat(4);
const mobile = (index: number) => `+4915${String(10_000_000 + index * 912_373 % 89_999_999)}`;

class Shop implements AsyncDisposable {
  readonly app: TestApp;
  clock: { now: number };
  #people = 10_000;

  private constructor(app: TestApp, clock: { now: number }) {
    this.app = app;
    this.clock = clock;
  }

  static async open(options: StartOptions = {}): Promise<Shop> {
    const clock = { now: START };
    const app = await startApp({
      now: () => clock.now,
      ...options,
      env: { WINNOW_RATE_LIMIT: "100000", ...options.env },
    });
    await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
    return new Shop(app, clock);
  }

  /** An ordinary person, and what is told otherwise of him. */
  async come(fields: Fields = {}, key = this.app.live) {
    const index = this.#people++;
    const json = {
      ip: home(index),
      email: `${name(index)}@gmail.com`,
      phone: mobile(index),
      device_id: device(index),
      ...fields,
    };
    const { status, body, text } = await this.app.ask("/v1/score/user", { json, key });
    assert.equal(status, 200, text);
    return body as { request_id: string; verdict: string; risk_score: number; top_signals: string[] };
  }

  /** One an hour. */
  async usual(days: number): Promise<void> {
    for (let hour = 0; hour < 24 * days; hour++) {
      await this.come();
      this.clock.now += HOUR_MS;
    }
  }

  /** The velocity that each of some sign-ups shows. */
  async all(count: number, everyMs: number, of: (index: number) => Fields): Promise<string[]> {
    const shown: string[] = [];
    for (let index = 0; index < count; index++) {
      const { top_signals } = await this.come(of(index));
      shown.push(top_signals.find(isVelocity) ?? "");
      this.clock.now += everyMs;
    }
    return shown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
  }
}

const isVelocity = (text: string) => /; usual [\d.]+; /.test(text);

interface Group {
  readonly what: string;
  readonly count: number;
  readonly everyMs: number;
  readonly of: (index: number) => Fields;
}

/** Ordinary bursts: each has a reason that is no fraud. */
const PERSONAS: readonly Group[] = [
  { what: "a launch day", count: 150, everyMs: 20_000, of: (i) => i % 30 === 0 ? { ip: hosted(i) } : {} },
  {
    what: "a school class",
    count: 20,
    everyMs: 15_000,
    of: (i) => ({
      ip: "98.15.20.9",
      email: `${person(i)}@hunter.cuny.edu`,
      device_id: device(i % 3),
      phone: undefined,
    }),
  },
  {
    what: "an office",
    count: 18,
    everyMs: MINUTE_MS,
    of: (i) => ({
      ip: "81.2.69.160",
      email: `${person(i)}@alder-and-partners.com`,
      phone: `+4989${String(4_400_000 + i * 100)}`,
    }),
  },
  {
    what: "a newsletter",
    count: 60,
    everyMs: 30_000,
    of: (i) => ({
      referral: "NEWS-MARCH",
      email: `${person(i)}${i % 3 === 0 ? "" : i}@gmail.com`,
      ...(i % 20 === 0 ? { email: `${name(i + 500)}@mailinator.com` } : {}),
    }),
  },
  {
    what: "an app without devices that is new",
    count: 12,
    everyMs: MINUTE_MS,
    of: (i) => i % 3 === 0 ? { device_id: undefined } : {},
  },
];

Deno.test("a launch day, a class, an office and a newsletter add no points", async () => {
  await using shop = await Shop.open();
  await shop.usual(15);
  for (const { what, count, everyMs, of } of PERSONAS) {
    const shown = await shop.all(count, everyMs, of);
    assert.deepEqual(shown.filter((text) => text !== ""), [], what);
    shop.clock.now += 2 * DAY_MS;
  }
});

Deno.test("a class of thirty at a school, in one lesson and on one line, is no flood", async () => {
  await using shop = await Shop.open();
  await shop.usual(3);
  const of = (index: number) => ({
    ip: "73.15.20.9",
    email: `${person(index)}@stanford.edu`,
    phone: undefined,
  });
  for (let index = 0; index < 30; index++) {
    const { verdict, top_signals } = await shop.come(of(index));
    assert.equal(verdict, "allow", top_signals.join("; "));
    assert.deepEqual(top_signals.filter((text) => text.startsWith("linkage:")), []);
    shop.clock.now += 30_000;
  }
});

/** Campaigns: what their sign-ups share, beside the doubt, is in the text. */
const CAMPAIGNS: readonly (Group & { readonly text: RegExp; readonly from?: number })[] = [
  {
    what: "a script over many networks of one hosting company",
    count: 60,
    everyMs: 4_500,
    of: (i) => ({ ip: hosted(i) }),
    text: /from hosting networks$/,
  },
  {
    what: "a script that sends no device",
    count: 60,
    everyMs: 4_500,
    of: () => ({ device_id: undefined }),
    // All that they share is that they come.
    from: 10,
    text: /^linkage: \d+ sign-ups within ten minutes; usual 0\.\d; without a device id$/,
  },
  {
    what: "browsers that a program moves, each with an id of its own",
    count: 30,
    everyMs: 10_000,
    of: (i) => ({
      device_id: device(i + 7_000),
      device_signals: {
        user_agent:
          "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Safari/537.36",
        timezone: "UTC",
        timezone_offset: 0,
        languages: "en-US",
      },
    }),
    text: /with one browser within ten minutes; usual 0(\.\d)?; with marks of automation$/,
  },
  {
    what: "telephone numbers bought in a row",
    count: 30,
    everyMs: 2 * MINUTE_MS,
    of: (i) => ({ phone: `+49151123403${String(i + 10)}` }),
    text:
      /^linkage: \d+ sign-ups with phone numbers of one block within .*; usual 0(\.\d)?; numbers close to/,
  },
  {
    what: "disposable addresses with one referral",
    count: 20,
    everyMs: MINUTE_MS,
    of: (i) => ({ referral: "FARM", email: `${name(i + 900)}@mailinator.com` }),
    text: /with disposable addresses$/,
  },
  {
    what: "one shape of addresses with one field of the account's own",
    count: 20,
    everyMs: MINUTE_MS,
    of: (i) => ({ custom: { plan: "trial-x" }, email: `j${LAST[i % 10]}${1000 + i * 37}@gmail.com` }),
    text: /addresses of one shape$/,
  },
];

Deno.test("campaigns are noticed from the sixth sign-up on, and what they share is told with the usual", async () => {
  await using shop = await Shop.open();
  await shop.usual(15);
  for (const { what, count, everyMs, of, text, from = FROM_MEMBER } of CAMPAIGNS) {
    const shown = await shop.all(count, everyMs, of);
    assert.deepEqual(shown.slice(0, 4), ["", "", "", ""], `${what}: the first`);
    const later = shown.slice(from);
    const noticed = later.filter((shown) => shown !== "");
    assert.ok(noticed.length >= 0.9 * later.length, `${what}: ${noticed.length} of ${later.length}`);
    assert.ok(noticed.some((shown) => text.test(shown)), `${what}: ${noticed.at(-1)}`);
    shop.clock.now += DAY_MS;
  }
});

Deno.test("velocity moves a score only where links count, and is shown everywhere", async () => {
  await using shop = await Shop.open();
  await shop.usual(3);
  const scored = await shop.all(12, 1000, (i) => ({ ip: hosted(i) }));
  assert.match(scored.at(-1)!, /from hosting networks$/);
  const counted = await shop.come({ ip: hosted(50) });
  await shop.app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "report" } });
  const reported = await shop.come({ ip: hosted(51) });
  assert.ok(counted.risk_score >= reported.risk_score + 10, `${counted.risk_score}`);
  assert.deepEqual(reported.top_signals.filter(isVelocity), []);
  const { body } = await shop.app.ask(`/v1/score/${reported.request_id}`);
  assert.match(JSON.stringify(body), /from one network operator within ten minutes/);
});

Deno.test("accounts and test keys know nothing of each other's sign-ups", async () => {
  await using shop = await Shop.open();
  const other = await shop.app.account("other");
  await shop.app.ask("/v1/settings", {
    method: "PUT",
    json: { linkage_scoring: "score" },
    key: other.key,
  });
  for (let i = 0; i < 50; i++) {
    await shop.come({}, other.key);
    shop.clock.now += HOUR_MS;
  }
  await shop.usual(2);
  assert.notEqual((await shop.all(10, 1000, (i) => ({ ip: hosted(i) }))).at(-1), "");
  for (const key of [other.key, shop.app.test]) {
    const { top_signals } = await shop.come({ ip: hosted(60) }, key);
    assert.deepEqual(top_signals.filter(isVelocity), []);
  }
});

Deno.test("velocity is the same after a restart", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "winnow-test-" });
  const clock = { now: START };
  const known = async (app: TestApp) => {
    const { services } = app.app;
    const { id } = services.store.accounts.accountNamed("main")!;
    return { totals: await services.velocity.totals(id, "live"), surge: services.velocity.surge(id, "live") };
  };
  let before;
  {
    await using shop = await Shop.open({ dataDir, now: () => clock.now });
    shop.clock = clock;
    await shop.usual(4);
    await shop.all(40, 5_000, (i) => ({ ip: hosted(i), custom: { plan: "x" } }));
    before = await known(shop.app);
    assert.equal(before.totals?.lastHour.signups, 40);
    assert.equal(before.totals.lastHour.usual?.toFixed(0), "1");
    assert.deepEqual([before.surge?.span, before.surge?.signups], ["10m", 40]);
  }
  await using shop = await Shop.open({ dataDir, now: () => clock.now });
  shop.clock = clock;
  assert.deepEqual(await known(shop.app), before);
  const { top_signals } = await shop.come({ ip: hosted(70), custom: { plan: "x" } });
  assert.match(top_signals.find(isVelocity)!, /^linkage: 41 sign-ups from one network operator within ten/);
});
