/** What first_seen, times_seen and cached tell an account about the values of others. */
import assert from "node:assert/strict";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";
import { INSIGHTS } from "../../support/app/insights.ts";

const IP = "73.15.20.1";
const EMAIL = "jane@gmail.com";
const DEVICE = "0123456789abcdef0123456789abcdef";

interface Seen {
  readonly first_seen?: string | null;
  readonly times_seen?: number | null;
  readonly cached?: boolean;
  readonly repeat?: boolean | null;
}

const ENDPOINTS: readonly {
  name: string;
  ask(app: TestApp, key: string): Promise<Answer>;
  seen(body: Answer["body"]): Seen;
  /** For a caller that is told nothing. */
  nothing: Seen;
}[] = [
  {
    name: "e-mail",
    ask: (app, key) => app.ask(`/v1/verify/email?email=${EMAIL}`, { key }),
    seen: ({ first_seen }) => ({ first_seen }),
    nothing: { first_seen: null },
  },
  {
    name: "device",
    ask: (app, key) => app.ask("/v1/score/device", { key, json: { device_id: DEVICE } }),
    seen: ({ first_seen, times_seen, signals }) => ({
      first_seen,
      times_seen,
      repeat: signals.repeat_device,
    }),
    nothing: { first_seen: null, times_seen: null, repeat: null },
  },
  {
    name: "a batch of addresses",
    ask: (app, key) => app.ask("/v1/batch", { key, json: { type: "ip", items: [IP] } }),
    seen: ({ results: [{ first_seen, times_seen, cached }] }) => ({ first_seen, times_seen, cached }),
    nothing: { first_seen: null, times_seen: null, cached: false },
  },
  {
    name: "a batch of e-mail addresses",
    ask: (app, key) => app.ask("/v1/batch", { key, json: { type: "email", items: [EMAIL] } }),
    seen: ({ results: [{ first_seen }] }) => ({ first_seen }),
    nothing: { first_seen: null },
  },
  {
    name: "a sign-up",
    ask: (app, key) => app.ask("/v1/score/user", { key, json: { email: EMAIL, device_id: DEVICE } }),
    seen: ({ components: { email, device } }) => ({
      first_seen: email.first_seen,
      times_seen: device.times_seen,
      repeat: device.signals.repeat_device,
    }),
    nothing: { first_seen: null, times_seen: null, repeat: null },
  },
  {
    name: "minFraud",
    ask: (app, key) => app.ask(INSIGHTS, asking(key, { json: { email: { address: EMAIL } } })),
    seen: ({ email: { first_seen } }) => ({ first_seen }),
    nothing: { first_seen: null },
  },
];

const DAY_MS = 86_400_000;
const START = Date.parse("2026-11-20T12:00:00Z");

for (const { name, ask, seen, nothing } of ENDPOINTS) {
  Deno.test(`a guest sees its own sightings, a test key none, a member those of all members: ${name}`, async () => {
    let now = START;
    await using app = await startApp({ now: () => now });
    const guest = await app.account("guest", { madeBy: "signup" });
    const guestTest = await app.account("guest", { madeBy: "signup", mode: "test" });
    const other = await app.account("other guest", { madeBy: "signup" });
    const member = await app.account("member");
    const told = async (key: string) => seen((await ask(app, key)).body);
    const day = ({ first_seen, ...rest }: Seen) => ({ ...rest, first_seen: first_seen?.slice(0, 10) });
    const fresh = day(await told(app.live));
    const again = day(await told(app.live));
    now += DAY_MS;
    assert.deepEqual(
      day(await told(guest.key)),
      { ...fresh, first_seen: "2026-11-21" },
      "unknown to a guest",
    );
    for (const key of [app.test, guestTest.key]) assert.deepEqual(await told(key), nothing);
    now += DAY_MS;
    assert.deepEqual(day(await told(guest.key)), { ...again, first_seen: "2026-11-21" }, "its own");
    assert.deepEqual(day(await told(other.key)), { ...fresh, first_seen: "2026-11-22" });
    const third = day(await told(member.key));
    assert.deepEqual(third.first_seen, "2026-11-20");
    if (third.times_seen !== undefined) {
      assert.equal(third.times_seen, 3, "guests and test keys move nothing");
    }
  });
}

Deno.test("500 addresses tell a guest and a test key nothing about which of them the service knows", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const guest = await app.account("guest", { madeBy: "signup" });
  const items = Array.from({ length: 500 }, (_, index) => `person${index}@gmail.com`);
  await app.ask("/v1/batch", { json: { type: "email", items: items.filter((_, index) => index % 7 === 0) } });
  const test = await app.account("guest", { madeBy: "signup", mode: "test" });
  now += DAY_MS;
  for (const [key, told] of [[guest.key, new Date(now).toISOString()], [test.key, null]] as const) {
    const { results } = (await app.ask("/v1/batch", { key, json: { type: "email", items } })).body;
    const firstSeen = results.map((result: { first_seen: string | null }) => result.first_seen);
    assert.deepEqual([...new Set(firstSeen)], [told]);
  }
});

Deno.test("a guest's sightings survive a restart", async () => {
  let now = START;
  await using one = await startApp({ now: () => now });
  const { key } = await one.account("guest", { madeBy: "signup" });
  const json = { device_id: DEVICE };
  assert.equal((await one.ask("/v1/score/device", { key, json })).body.times_seen, 1);
  await one.close();
  now += 399 * DAY_MS;
  await using two = await startApp({ now: () => now, dataDir: one.dataDir });
  const { times_seen, first_seen } = (await two.ask("/v1/score/device", { key, json })).body;
  assert.deepEqual([times_seen, first_seen], [2, "2026-11-20T12:00:00.000Z"]);
});
