/** Freeman's ratio: by hand, what holds for all inputs, and what a site keeps for it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Familiar, type UserHistory, withLogin } from "../../../../src/model/login/history.ts";
import type { LoginPlace } from "../../../../src/model/login/login.ts";
import {
  ADDRESS_WEIGHTS,
  AGENT_WEIGHTS,
  lnFeatures,
  lnRatio,
  NEVER_HAD,
} from "../../../../src/model/login/ratio.ts";
import { SiteLogins } from "../../../../src/model/login/site_logins.ts";
import { scoreLogin, UNUSUAL } from "../../../../src/scoring/login.ts";

const DAY = 24 * 3_600_000;
const NOW = Date.UTC(2026, 10, 28, 12);

const HOME: LoginPlace = {
  address: "home",
  subnet: "home",
  asn: 3320,
  country: "DE",
  network: "residential",
  device: null,
  agent: "firefox",
  browser: "Firefox 144",
  os: "Linux",
  deviceClass: "desktop",
};

Deno.test("by hand: a value that everybody has, one that nobody had, and one that the user never had", () => {
  const level = (own: number, all: number, distinct: number) => ({ own, all, distinct });
  // Two users with ten log-ins each, all in one country; the user's own address, operator and browser.
  const known = {
    address: [level(10, 10, 2), level(10, 10, 2), level(10, 20, 1)],
    agent: [level(10, 10, 2), level(10, 10, 2), level(10, 20, 1), level(10, 20, 1)],
    own: 10,
    all: 20,
    users: 2,
  };
  const address = 0.6 * 0.5 * (1 - 4 / 24) + 0.3 * 0.5 * (1 - 2 / 22) + 0.1 * 1 * (1 - 1 / 21);
  const agent = 0.5387 * 0.5 * (1 - 5 / 25) + 0.2680 * 0.5 * (1 - 3 / 23) + 0.1882 * (1 - 2 / 22) +
    0.0051 * (1 - 1 / 21);
  assert.ok(Math.abs(lnRatio(known) - Math.log(address * agent)) < 1e-12);
  const never = (levels: typeof known.address) => levels.map(({ distinct }) => level(0, 0, distinct));
  const strange = { ...known, address: never(known.address), agent: never(known.agent) };
  assert.ok(Math.abs(lnRatio(strange) - Math.log(NEVER_HAD * NEVER_HAD)) < 1e-12);
  // A country that nobody was in but the user: 1 / (N + M) against the user's half.
  const alone = { ...known, address: [null, null, level(5, 0, 1)] };
  assert.ok(Math.abs(lnRatio(alone) - Math.log(1 / 21 / 0.5 * agent)) < 1e-12);
  const nothing = lnRatio({ ...known, address: [null, null, null], agent: [null, null, null, null] });
  assert.ok(Math.abs(nothing) < 1e-12);
});

const levels = (count: number, own: number, all: number) =>
  fc.array(
    fc.option(
      fc.record({
        own: fc.nat(own),
        all: fc.nat(all),
        distinct: fc.nat(all),
      }),
      { freq: 5 },
    ),
    { minLength: count, maxLength: count },
  );
const counts = fc.tuple(fc.integer({ min: 1, max: 10_000 }), fc.nat(1_000_000)).chain(([own, others]) =>
  fc.record({
    address: levels(ADDRESS_WEIGHTS.length, own, own + others),
    agent: levels(AGENT_WEIGHTS.length, own, own + others),
    own: fc.constant(own),
    all: fc.constant(own + others),
    users: fc.integer({ min: 1, max: own + others }),
  })
);

Deno.test("it is finite whatever was counted, and the order of the features does not matter", () => {
  fc.assert(fc.property(counts, (given) => {
    assert.ok(Number.isFinite(lnRatio(given)));
    const apart = lnRatio({ ...given, agent: [] }) + lnRatio({ ...given, address: [] });
    const who = lnRatio({ ...given, address: [], agent: [] });
    assert.ok(Math.abs(lnRatio(given) - (apart - who)) < 1e-9);
  }));
});

Deno.test("what the user had is never more unusual than what they never had, and less so the more often they had it", () => {
  fc.assert(fc.property(counts, fc.nat(3), (given, at) => {
    const level = given.agent[at] ?? null;
    if (level === null) return;
    const having = (own: number) => {
      const agent = given.agent.map((each, index) => index === at ? { ...level, own } : each);
      return lnFeatures({ ...given, agent }, NEVER_HAD);
    };
    assert.ok(having(level.own) <= having(0) + 1e-12);
    assert.ok(having(given.own) <= having(level.own) + 1e-12);
  }));
});

function judged(lnS: number | null, history: UserHistory, familiarity = {}) {
  return scoreLogin({
    place: HOME,
    history,
    familiarity: {
      device: "new",
      network: "new_address",
      isConfirmed: false,
      isNewHiding: false,
      ...familiarity,
    },
    travel: null,
    around: null,
    succeeded: true,
    passwordLeaked: null,
    lnRatio: lnS,
    at: NOW,
  }).findings.find(({ name }) => name === "unusual")?.points ?? 0;
}

function historyWith(logins: number): UserHistory {
  return Array.from({ length: logins }).reduce<UserHistory | null>(
    (history) => withLogin(history, HOME, NOW - DAY),
    null,
  )!;
}

Deno.test("the finding has 0 to 40 points, grows with the ratio, and comes from ten log-ins on", () => {
  const history = historyWith(UNUSUAL.logins);
  fc.assert(fc.property(fc.double(), fc.double(), (one, other) => {
    if (Number.isNaN(one) || Number.isNaN(other)) return;
    const [less, more] = [judged(Math.min(one, other), history), judged(Math.max(one, other), history)];
    assert.ok(less >= 0 && more <= 40 && less <= more);
    assert.ok(Number.isInteger(less) && (less === 0 || less >= UNUSUAL.least));
  }));
  assert.equal(judged(UNUSUAL.centre, history), 20);
  assert.equal(judged(1e9, history), 40);
  assert.equal(judged(1e9, historyWith(UNUSUAL.logins - 1)), 0);
  assert.equal(judged(null, history), 0);
  assert.equal(judged(1e9, history, { device: "known" }), 0, "at home");
  assert.equal(
    judged(1e9, history, { device: "known", network: "new_address" }),
    0,
    "on the same line, or mobile",
  );
  assert.equal(judged(1e9, history, { device: "known", network: "new_network" }), 40);
});

Deno.test("a site keeps two days and so many values, whatever comes", () => {
  const site = new SiteLogins();
  const history = historyWith(12);
  const ratio = () => site.lnRatio("jane", history, HOME)!;
  assert.ok(Number.isFinite(ratio()), "nothing is known of the site");
  for (let user = 0; user < 500; user++) site.note(`u${user}`, HOME, NOW);
  const usual = ratio();
  const stranger: LoginPlace = {
    ...HOME,
    subnet: "far",
    asn: 1,
    country: "VN",
    agent: "x",
    browser: "X 1",
    os: null,
  };
  const strange = () => site.lnRatio("jane", history, { ...stranger, deviceClass: "program" })!;
  assert.ok(strange() > usual + 2);
  const before = strange();
  // Somebody invents a value for each log-in: they are bounded, and a stranger is no less a stranger.
  for (let each = 0; each < 20_000; each++) {
    site.note(
      "mallory",
      { ...HOME, subnet: `s${each}`, agent: `a${each}`, browser: `b${each}`, asn: each },
      NOW,
    );
  }
  assert.ok(Math.abs(strange() - before) < 5 && Number.isFinite(ratio()));
  const held = JSON.stringify(Deno.inspect(site, { depth: 10, iterableLimit: 1e9 })).length;
  assert.ok(held < 3_000_000, `${held}`);
  site.note("joe", HOME, NOW + 2 * DAY);
  const after = site.lnRatio("jane", history, stranger)!;
  site.note("joe", HOME, NOW - DAY);
  assert.equal(site.lnRatio("jane", history, stranger), after, "what is older than yesterday counts no more");
});

Deno.test("whose places were all forgotten has no ratio", () => {
  const rows: Familiar[] = [];
  assert.equal(new SiteLogins().lnRatio("jane", { ...historyWith(12), rows }, HOME), null);
});
