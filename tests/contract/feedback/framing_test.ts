/** A stranger signs up with somebody else's values, and honest customers label that as fraud. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { label, scoreUser } from "../../support/app/outcomes.ts";

const DAY = 86_400_000;
const STRANGER = { ip: "73.15.20.66", device_id: "0123456789abcdef0123456789abcdef" };
const VICTIM = { ip: "82.41.7.20", device_id: "fedcba9876543210fedcba9876543210" };
const STRICTNESSES = ["lenient", "balanced", "strict", 3] as const;

const CLAIMS: readonly (readonly [name: string, values: Record<string, string>])[] = [
  ["e-mail", { email: "ada.lovelace@gmail.com" }],
  ["phone", { phone: "+442083661177" }],
  ["e-mail and phone", { email: "ada.lovelace@gmail.com", phone: "+442083661177" }],
  ["domain", { domain: "tienda-online.com" }],
  ["e-mail at a company, its domain and phone", {
    email: "ada@tienda-online.com",
    domain: "tienda-online.com",
    phone: "+442083661177",
  }],
];

async function frame(app: TestApp, values: object, times: number, key = app.live, named?: string[]) {
  const ids: string[] = [];
  for (let i = 0; i < times; i++) {
    const { request_id } = await scoreUser(app, { ...values, ...STRANGER }, key);
    const { status, body } = await label(
      app,
      { request_id, outcome: "fraud", ...(named === undefined ? {} : { values: named }) },
      key,
    );
    assert.deepEqual([status, body.recorded], [200, 1]);
    ids.push(request_id);
  }
  return ids;
}

for (const [name, values] of CLAIMS) {
  Deno.test(`labels of two shops on a stranger's sign-ups with the victim's ${name} move no third shop, and are shown`, async () => {
    await using app = await startApp();
    const third = await app.account("third");
    const before = await scoreUser(app, { ...values, ...VICTIM }, third.key);
    for (const shop of ["one", "two"]) await frame(app, values, 3, (await app.account(shop)).key);
    for (const strictness of STRICTNESSES) {
      const after = await scoreUser(app, { ...values, ...VICTIM, strictness }, third.key);
      assert.equal(after.risk_score, before.risk_score, `${strictness}`);
      for (const kind of Object.keys(values)) {
        assert.equal(after.components[kind].abuse_reports, 6, kind);
      }
    }
  });

  Deno.test(`labels of one shop on a stranger's sign-ups with the victim's ${name} review the victim there, and never block`, async () => {
    let now = Date.now();
    await using app = await startApp({ now: () => now });
    const setting = (linkage_scoring: string) =>
      app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring } });
    const clean = await scoreUser(app, { ...values, ...VICTIM });
    assert.equal(clean.verdict, "allow");
    const ids = await frame(app, values, 5);
    now += 2 * DAY;
    await setting("score");
    const linked = await scoreUser(app, { ...values, ...VICTIM, strictness: "strict" });
    assert.equal(linked.verdict, "review", linked.top_signals);
    const ring = linked.top_signals.filter((text: string) => text.includes("linked to"));
    assert.deepEqual(ring, [], "not joined to the stranger's fraud");
    await setting("report");
    for (const strictness of STRICTNESSES) {
      const after = await scoreUser(app, { ...values, ...VICTIM, strictness });
      assert.notEqual(after.verdict, "block", `${strictness} ${after.risk_score} ${after.top_signals}`);
      if (strictness === "balanced") assert.equal(after.verdict, "review");
    }
    for (const request_id of ids) await label(app, { request_id, outcome: "none" });
    const freed = await scoreUser(app, { ...values, ...VICTIM });
    assert.equal(freed.verdict, "allow", freed.top_signals);
  });
}

Deno.test("what the sign-up had verified, and what the label names, weighs in full; both are taken back with the label", async () => {
  for (const how of ["verified", "named"] as const) {
    let now = Date.now();
    await using app = await startApp({ now: () => now });
    const given = { email: "ada.lovelace@gmail.com", phone: "+442083661177" };
    const third = await app.account("third");
    const shops = [app.live, (await app.account("other")).key];
    const all: [string, string][] = [];
    for (const key of shops) {
      const values = how === "verified" ? { ...given, verified: ["email"] } : given;
      const ids = await frame(app, values, 3, key, how === "named" ? ["email"] : undefined);
      all.push(...ids.map((id): [string, string] => [id, key]));
    }
    now += DAY;
    const verdictOf = async (json: object, key: string) => (await scoreUser(app, json, key)).verdict;
    const email = { ip: VICTIM.ip, email: given.email };
    const phone = { ip: VICTIM.ip, phone: given.phone };
    assert.equal(await verdictOf(email, app.live), "block", how);
    assert.equal(await verdictOf(phone, app.live), "review", how);
    assert.equal(await verdictOf(email, third.key), "review", how);
    assert.equal(await verdictOf(phone, third.key), "allow", how);
    for (const [request_id, key] of all) await label(app, { request_id, outcome: "legit" }, key);
    assert.deepEqual(
      [await verdictOf(email, app.live), await verdictOf(email, third.key)],
      ["allow", "allow"],
      how,
    );
  }
});

Deno.test("the same label that names a value later weighs from then on, and one that names none no longer", async () => {
  await using app = await startApp();
  const given = { email: "ada.lovelace@gmail.com" };
  const ids = await frame(app, given, 3);
  const verdict = async () => (await scoreUser(app, { ...given, ip: VICTIM.ip })).verdict;
  assert.equal(await verdict(), "review");
  for (const request_id of ids) {
    await label(app, { request_id, outcome: "fraud", values: ["email"] });
  }
  assert.equal(await verdict(), "block");
  for (const request_id of ids) {
    await label(app, { request_id, outcome: "fraud" });
  }
  assert.equal(await verdict(), "review");
  const { components } = await scoreUser(app, { ...given, ip: VICTIM.ip });
  assert.equal(components.email.abuse_reports, 3);
});

Deno.test("the stranger's address and device weigh in full, for everybody", async () => {
  await using app = await startApp();
  const third = await app.account("third");
  for (const key of [app.live, (await app.account("other")).key]) {
    await frame(app, { email: "ada.lovelace@gmail.com" }, 3, key);
  }
  assert.equal((await scoreUser(app, STRANGER)).verdict, "block");
  assert.notEqual((await scoreUser(app, { ip: STRANGER.ip }, third.key)).verdict, "allow");
});

Deno.test("verified and values are lists of kinds of values", async () => {
  await using app = await startApp();
  const ip = VICTIM.ip;
  for (const verified of [["ip"], ["mail"], "email", [1]]) {
    const { status } = await app.ask("/v1/score/user", { json: { ip, verified } });
    assert.equal(status, 400, JSON.stringify(verified));
  }
  const { request_id } = await scoreUser(app, { ip, email: "a@gmail.com", verified: null });
  for (const values of [["mail"], "email", [1]]) {
    const { status } = await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud", values } });
    assert.equal(status, 400, JSON.stringify(values));
  }
  const review = await app.ask("/v1/score/user", {
    json: { ip: "x", email: "a@gmail.com", verified: ["email"], on_invalid: "review" },
  });
  assert.deepEqual([review.status, review.body.components_invalid.length], [200, 1]);
});

Deno.test("a fraud label reaches the domain of an address at no provider, once, and no provider's", async () => {
  await using app = await startApp();
  const reports = async (domain: string, key = app.live) =>
    (await app.ask(`/v1/score/domain?domain=${domain}`, { key })).body.abuse_reports;
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) {
    const domain = i % 2 === 0 ? {} : { domain: "tienda-online.com" };
    const email = `person${i}@${i < 3 ? "" : "mail."}tienda-online.com`;
    ids.push((await scoreUser(app, { email, ...domain, ip: `73.15.2${i}.9` })).request_id);
  }
  ids.push((await app.ask("/v1/verify/email?email=last@tienda-online.com")).body.request_id);
  const other = (await scoreUser(app, { email: "somebody@gmail.com" })).request_id;
  assert.equal(await reports("tienda-online.com"), 0);
  for (const request_id of [...ids, other]) await label(app, { request_id, outcome: "fraud" });
  assert.equal(await reports("tienda-online.com"), 7);
  assert.equal(await reports("gmail.com"), 0);
  assert.equal((await app.ask("/v1/score/domain?domain=tienda-online.com")).body.verdict, "review");
  for (const request_id of ids) await label(app, { request_id, outcome: "none" });
  assert.equal(await reports("tienda-online.com"), 0);
});
