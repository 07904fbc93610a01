/** After a rotation of the secret everything that was stored under the earlier one is still found, and can be taken back. */
import assert from "node:assert/strict";
import { abuse, RESIDENTIAL } from "../../support/app/abuse.ts";
import type { TestApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";
import { basic } from "../../support/app/basic_auth.ts";
import { startInYear } from "../../support/app/secrets.ts";
import { inFolder } from "../../support/folder.ts";

const SIGNUP = {
  ip: RESIDENTIAL,
  email: "jane@gmail.com",
  phone: "+442083661177",
  device_id: "0123456789abcdef0123456789abcdef",
};
const KINDS = ["ip", "email", "phone", "device"] as const;

async function score(app: TestApp, key: string, fields: object = SIGNUP) {
  const { status, body } = await app.ask("/v1/score/user", { key, json: fields });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function label(app: TestApp, key: string, request_id: string, outcome: string): Promise<void> {
  const { body } = await app.ask("/v1/outcome", { key, json: { request_id, outcome } });
  assert.equal(body.recorded, 1, JSON.stringify(body));
}

/** Reports of the values as an account sees them, on a scoring that is stored or not. */
async function reports(app: TestApp, key: string): Promise<number[]> {
  const { components } = await score(app, key);
  return KINDS.map((kind) => components[kind].abuse_reports);
}

for (const scoredBetween of [true, false]) {
  const when = scoredBetween ? "was seen again" : "was not seen again";
  Deno.test(`a fraud label from before is in force, and is taken back, when the value ${when}`, async () => {
    await inFolder(async (dataDir) => {
      await using one = await startInYear(0, { dataDir });
      const { live } = one;
      const other = (await one.account("other")).key;
      const before = await score(one, live);
      const untouched = await score(one, live, {
        ...SIGNUP,
        phone: undefined,
        device_id: undefined,
        ip: "73.15.20.2",
      });
      await label(one, live, before.request_id, "fraud");
      assert.deepEqual(await reports(one, one.test), [1, 1, 1, 1]);
      const blocked = (await score(one, one.test)).risk_score;
      await one.close();

      await using two = await startInYear(1, { dataDir });
      if (scoredBetween) {
        assert.deepEqual(await reports(two, other), [1, 1, 1, 1], "the other account's view");
        assert.deepEqual(await reports(two, two.test), [1, 1, 1, 1]);
        assert.equal((await score(two, two.test)).risk_score, blocked);
      }
      const stored = (await two.ask(`/v1/score/${before.request_id}`, { key: live })).body;
      assert.equal(stored.label.outcome, "fraud");
      await label(two, live, untouched.request_id, "fraud");
      assert.deepEqual(
        await reports(two, two.test),
        [1, 2, 1, 1],
        "a label on another score of before counts too",
      );
      await label(two, live, before.request_id, "legit");
      assert.deepEqual(await reports(two, two.test), [0, 1, 0, 0]);
      await label(two, live, untouched.request_id, "legit");
      assert.deepEqual(await reports(two, other), [0, 0, 0, 0]);
    });
  });
}

Deno.test("what one value was reported and labelled before and after a rotation adds up, over two rotations", async () => {
  await inFolder(async (dataDir) => {
    const ids: string[] = [];
    let [live, test, other] = ["", "", ""];
    for (const year of [0, 1, 2] as const) {
      await using app = await startInYear(year, { dataDir });
      if (year === 0) [live, test, other] = [app.live, app.test, (await app.account("other")).key];
      ids.push((await app.ask(`/v1/score/ip?ip=${RESIDENTIAL}`, { key: live })).body.request_id);
      await label(app, live, ids.at(-1)!, "fraud");
      const { body } = await app.ask("/v1/report", { key: other, json: { kind: "ip", value: RESIDENTIAL } });
      assert.equal(body.results[0].abuse_reports, 2 * (year + 1));
      assert.equal((await abuse(app, RESIDENTIAL, test)).reports, 2 * (year + 1));
    }
    await using last = await startInYear(2, { dataDir });
    for (const [index, id] of ids.entries()) {
      await label(last, live, id, "legit");
      assert.equal((await abuse(last, RESIDENTIAL, test)).reports, 5 - index);
    }
  });
});

Deno.test("sightings go on: first seen then, and seen once more", async () => {
  await inFolder(async (dataDir) => {
    const clock = { now: Date.now() - 3 * 86_400_000 };
    const batch = async (app: TestApp, items: string[]) =>
      (await app.ask("/v1/batch", { key: app.live, json: { type: "ip", items } })).body.results.map(
        (entry: { first_seen: string; times_seen: number }) => [entry.first_seen, entry.times_seen],
      );
    await using one = await startInYear(0, { dataDir, now: () => clock.now });
    const first = new Date(clock.now).toISOString();
    await batch(one, [RESIDENTIAL, RESIDENTIAL]);
    clock.now += 86_400_000;
    assert.deepEqual((await batch(one, [RESIDENTIAL]))[0][1], 3);
    await one.close();
    for (const [year, times] of [[1, 4], [1, 6], [2, 8]] as const) {
      await using app = await startInYear(year, { dataDir, now: () => clock.now });
      clock.now += 3_600_000;
      const [[seen, count], [, again], [, fresh]] = await batch(app, [
        RESIDENTIAL,
        RESIDENTIAL,
        `73.15.21.${times}`,
      ]);
      assert.equal(Date.parse(seen), Date.parse(first));
      assert.deepEqual([count, again, fresh], [times, times + 1, 1]);
    }
  });
});

Deno.test("linkage goes on, and counts nobody twice", async () => {
  await inFolder(async (dataDir) => {
    const signup = (email: string, device_id: string) => ({ ip: RESIDENTIAL, email, device_id });
    const device = (n: number) => String(n).repeat(32);
    const linkage = async (app: TestApp, email: string, n: number) =>
      (await score(app, app.live, signup(email, device(n)))).linkage;
    await using one = await startInYear(0, { dataDir });
    await linkage(one, "ann@gmail.com", 1);
    await linkage(one, "bob@gmail.com", 1);
    const before = await linkage(one, "ann@gmail.com", 2);
    assert.deepEqual([before.device_email_count, before.email_device_count, before.subnet_rate_1h], [
      1,
      2,
      3,
    ]);
    await one.close();
    await using two = await startInYear(1, { dataDir });
    const { ring, ...counts } = await linkage(two, "ann@gmail.com", 1);
    assert.deepEqual([ring.size, ring.ring_id], [4, before.ring.ring_id]);
    assert.deepEqual(counts, {
      device_email_count: 2,
      email_device_count: 2,
      email_ip_count: 1,
      subnet_rate_1h: 4,
      domain_rate_1h: 4,
      referral_rate_1h: null,
    });
    const later = await linkage(two, "carl@gmail.com", 1);
    assert.deepEqual([later.device_email_count, later.email_device_count], [3, 1]);
    const known = await linkage(two, "bob@gmail.com", 1);
    assert.deepEqual([known.device_email_count, known.email_device_count, known.subnet_rate_1h], [3, 1, 6]);
  });
});

Deno.test("an address that was reported alone is taken back under its earlier hash", async () => {
  await inFolder(async (dataDir) => {
    const report = async (app: TestApp, key: string, tag: string) => {
      const json = { ip_address: RESIDENTIAL, tag };
      const path = "/minfraud/v2.0/transactions/report";
      assert.equal((await app.ask(path, { key: null, headers: basic(key), json })).status, 204);
    };
    await using one = await startInYear(0, { dataDir });
    const { live, test } = one;
    await report(one, live, "chargeback");
    await one.close();
    await using two = await startInYear(1, { dataDir });
    assert.equal((await abuse(two, RESIDENTIAL, test)).reports, 1);
    await report(two, live, "chargeback");
    assert.equal((await abuse(two, RESIDENTIAL, test)).reports, 1, "the same label again adds nothing");
    await report(two, live, "not_fraud");
    assert.equal((await abuse(two, RESIDENTIAL, test)).reports, 0);
    await report(two, live, "not_fraud");
    assert.equal((await abuse(two, RESIDENTIAL, test)).reports, 0);
  });
});

Deno.test("the customer's own id leads to its score", async () => {
  await inFolder(async (dataDir) => {
    await using one = await startInYear(0, { dataDir });
    const { live, test } = one;
    const json = { device: { ip_address: RESIDENTIAL }, event: { transaction_id: "order 1" } };
    const path = "/minfraud/v2.0/score";
    assert.equal((await one.ask(path, { key: null, headers: basic(live), json })).status, 200);
    await one.close();
    await using two = await startInYear(1, { dataDir });
    const report = async (tag: string) =>
      (await two.ask("/minfraud/v2.0/transactions/report", {
        key: null,
        headers: basic(live),
        json: { transaction_id: "order 1", tag },
      })).status;
    assert.equal(await report("chargeback"), 204);
    assert.equal((await abuse(two, RESIDENTIAL, test)).reports, 1);
    assert.equal(await report("not_fraud"), 204);
    assert.equal((await abuse(two, RESIDENTIAL, test)).reports, 0);
  });
});

Deno.test("a rule is tried on scores of before and after", async () => {
  await inFolder(async (dataDir) => {
    const ask = async (app: TestApp, n: number) =>
      assert.equal((await app.ask(`/v1/score/ip?ip=73.15.20.${n}`, { key: app.live })).status, 200);
    await using one = await startInYear(0, { dataDir });
    await ask(one, 1);
    await ask(one, 2);
    await one.close();
    await using two = await startInYear(1, { dataDir });
    await ask(two, 1);
    const rows: readonly [value: string, wouldChange: number][] = [
      ["73.15.20.1", 2],
      ["73.15.20.2", 1],
      ["73.15.20.3", 0],
      ["73.15.20.0/24", 3],
      ["AS7922", 3],
    ];
    for (const [value, wouldChange] of rows) {
      const json = { action: "block", values: [value] };
      const { body } = await two.ask("/v1/rules?dry_run=true", { json });
      assert.equal(body.trial.would_change, wouldChange, value);
    }
  });
});

Deno.test("accounts that signed up from one network are still known to have", async () => {
  await inFolder(async (dataDir) => {
    const networks = (app: TestApp) =>
      app.app.services.store.accounts.all().filter(({ madeBy }) => madeBy === "signup")
        .map(({ signupNetwork }) => signupNetwork);
    await using one = await startInYear(0, { dataDir });
    await new Visitor(one).submit("/signup", { name: "The shop", email: "jane@gmail.com" });
    const [before] = networks(one);
    assert.match(before!, /^[\w-]{22}$/);
    await one.close();
    for (const year of [1, 2] as const) {
      await using app = await startInYear(year, { dataDir });
      await new Visitor(app).submit("/signup", { name: `Shop ${year}`, email: `june${year}@gmail.com` });
      assert.deepEqual(networks(app), Array.from({ length: year + 1 }, () => before));
    }
  });
});

Deno.test("what a guest reported and saw is still its own, and can be taken back", async () => {
  await inFolder(async (dataDir) => {
    await using one = await startInYear(0, { dataDir });
    const guest = await one.account("guest", { madeBy: "signup" });
    const { test } = one;
    const scored = async (app: TestApp) =>
      (await app.ask("/v1/batch", { key: guest.key, json: { type: "ip", items: [RESIDENTIAL] } })).body
        .results[0];
    const ids = [(await scored(one)).request_id, (await scored(one)).request_id];
    for (const id of ids) await label(one, guest.key, id, "fraud");
    assert.equal((await abuse(one, RESIDENTIAL, guest.key)).reports, 2);
    await one.close();
    for (const year of [1, 2] as const) {
      await using app = await startInYear(year, { dataDir });
      assert.equal((await abuse(app, RESIDENTIAL, test)).reports, 0, "nothing for others");
      const { abuse_reports, times_seen } = await scored(app);
      assert.deepEqual([abuse_reports, times_seen], [3 - year, 2 * year + 2]);
      await label(app, guest.key, ids.pop()!, "legit");
      assert.equal((await abuse(app, RESIDENTIAL, guest.key)).reports, 2 - year);
    }
  });
});
