/** Fields of a customer's own in a sign-up, and its referral. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const EMAIL = "a@web.de";

async function scored(app: TestApp, json: object) {
  const { status, body } = await app.ask("/v1/score/user", { json: { email: EMAIL, ...json } });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

Deno.test("fields of one's own are kept as given", async () => {
  await using app = await startApp();
  const custom = {
    plan: "Pro – yearly",
    seats: 2.5,
    trial: false,
    zero: 0,
    a_b_9: "x".repeat(64),
    ["k".repeat(32)]: "東京 🦊",
    referral: "X1",
  };
  const { facts, request_id } = await scored(app, { custom: { ...custom, none: null, blank: "" } });
  const shown = Object.entries(facts).filter(([name]) => name.startsWith("custom."));
  assert.deepEqual(Object.fromEntries(shown.map(([name, value]) => [name.slice(7), value])), custom);
  assert.equal(facts["signup.referral"], "X1");
  const stored = await app.ask(`/v1/score/${request_id}`);
  assert.deepEqual(stored.body.facts, facts);
});

Deno.test("a field that does not fit is refused by its name; nothing is stored", async () => {
  await using app = await startApp();
  const nine = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`, index]));
  const rows: readonly [custom: unknown, pointer: string][] = [
    [{ plan: "x".repeat(65) }, "/custom/plan"],
    [{ plan: ["pro"] }, "/custom/plan"],
    [{ plan: { a: 1 } }, "/custom/plan"],
    [{ plan: "a\nb" }, "/custom/plan"],
    [{ plan: "\ud800" }, "/custom/plan"],
    [{ Plan: "pro" }, "/custom/Plan"],
    [{ "9": "pro" }, "/custom/9"],
    [{ ["k".repeat(33)]: 1 }, `/custom/${"k".repeat(33)}`],
    [{ "custom.plan": 1 }, "/custom/custom.plan"],
    [nine, "/custom"],
    ["pro", "/custom"],
    [["pro"], "/custom"],
  ];
  for (const [custom, pointer] of rows) {
    const { status, body } = await app.ask("/v1/score/user", { json: { email: EMAIL, custom } });
    assert.deepEqual([status, body.errors?.[0]?.pointer], [400, pointer], JSON.stringify(custom));
  }
  const raw = `{"email":"${EMAIL}","custom":{"n":1e999}}`;
  const huge = await app.ask("/v1/score/user", { raw, headers: { "content-type": "application/json" } });
  assert.deepEqual([huge.status, huge.body.errors[0].pointer], [400, "/custom/n"]);
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
  const prototype = `{"email":"${EMAIL}","custom":{"__proto__":{"plan":"x"}}}`;
  const { status, body } = await app.ask("/v1/score/user", {
    raw: prototype,
    headers: { "content-type": "application/json" },
  });
  assert.deepEqual([status, body.errors?.[0]?.pointer], [400, "/custom/__proto__"]);
});

Deno.test("with on_invalid=review what does not fit is listed, and the rest is kept", async () => {
  await using app = await startApp();
  const custom = { plan: "pro", seats: [1], Bad: 1 };
  const { facts, components_invalid, verdict } = await scored(app, { custom, on_invalid: "review" });
  assert.deepEqual(components_invalid.map(({ field }: { field: string }) => field), ["custom", "custom"]);
  assert.match(components_invalid[0].detail, /^seats must be a string, a number or a boolean/);
  assert.match(components_invalid[1].detail, /^Bad /);
  assert.deepEqual([facts["custom.plan"], facts["custom.seats"], verdict], ["pro", undefined, "review"]);
});

Deno.test("custom fields alone are nothing to score", async () => {
  await using app = await startApp();
  for (const json of [{ custom: { plan: "pro" } }, { referral: "X1" }]) {
    assert.equal((await app.ask("/v1/score/user", { json })).status, 400);
  }
});

Deno.test("a referral is counted by the hour, for the account alone; without one the count is unknown", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  assert.equal((await scored(app, {})).linkage.referral_rate_1h, null);
  assert.equal((await scored(app, { custom: { referral: "X1" } })).linkage.referral_rate_1h, 1);
  assert.equal((await scored(app, { referral: "X1" })).linkage.referral_rate_1h, 2);
  assert.equal((await scored(app, { referral: "X2" })).linkage.referral_rate_1h, 1);
  const both = await scored(app, { referral: "X2", custom: { referral: "X1" } });
  assert.deepEqual([both.facts["signup.referral"], both.linkage.referral_rate_1h], ["X1", 3]);
  const query = await app.ask(`/v1/score/user?email=${EMAIL}&referral=X1`);
  assert.equal(query.body.linkage.referral_rate_1h, 4);
  const theirs = await app.ask("/v1/score/user", { key: other.key, json: { email: EMAIL, referral: "X1" } });
  assert.equal(theirs.body.linkage.referral_rate_1h, 1);
  const stored = await app.ask(`/v1/score/${query.body.request_id}`);
  assert.deepEqual([stored.body.linkage.referral_rate_1h, stored.body.facts["custom.referral"]], [4, "X1"]);
});

Deno.test("a referral joins sign-ups of one network within the hour, and no others", async () => {
  let now = Date.UTC(2026, 10, 23, 9);
  await using app = await startApp({ now: () => now });
  const signup = async (ip: string, email: string, referral?: string) => {
    const { linkage } = await scored(app, { ip, email, ...(referral === undefined ? {} : { referral }) });
    return linkage.ring;
  };
  assert.equal(await signup("73.15.20.1", "lena.k@web.de", "X1"), null);
  assert.equal(await signup("73.15.20.2", "omar77@web.de"), null, "no referral");
  assert.equal(await signup("73.15.20.3", "p.wang@web.de", "X2"), null, "another referral");
  assert.equal(await signup("73.99.20.4", "j_smith@web.de", "X1"), null, "another network");
  const ring = await signup("73.15.20.5", "tomek@web.de", "X1");
  assert.deepEqual([ring.size, ring.via], [2, ["referral"]]);
  now += 2 * 3_600_000;
  assert.equal(await signup("73.15.20.6", "ines.m@web.de", "X1"), null, "hours later");
});

Deno.test("a referral that hundreds use makes no ring of them, and no points", async () => {
  let now = Date.UTC(2026, 10, 23, 9);
  await using app = await startApp({ now: () => now });
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  let largest = 1;
  for (let person = 0; person < 300; person++) {
    now += 7 * 60_000;
    // A third of them behind one carrier's gateway, the others at home.
    const ip = person % 3 === 0 ? `73.15.20.${person % 250}` : `73.${person % 200}.${person % 7}.9`;
    const email = `${"abcdefghijklmnopqrstuvwxyz"[person % 26]}${
      (person * 7919).toString(36)
    }${person}@web.de`;
    const { linkage, top_signals } = await scored(app, { ip, email, referral: "X1" });
    largest = Math.max(largest, linkage.ring?.size ?? 1);
    assert.ok(!top_signals.some((signal: string) => /linked sign-ups/.test(signal)), top_signals.join());
  }
  // How many come from a network is told about from marks of hashes, which differ from store to store: 10 to 15 were seen.
  assert.ok(largest <= 20, `${largest} of 300`);
});

Deno.test("custom inputs of the compatibility layer are facts where they fit", async () => {
  await using app = await startApp();
  const custom_inputs = { plan: "pro", referral: "X1", Bad: 1, list: [1] };
  const { status, body } = await app.ask("/minfraud/v2.0/score", {
    headers: { authorization: `Basic ${btoa(`1:${app.live}`)}` },
    key: null,
    json: { device: { ip_address: "8.8.8.8" }, custom_inputs },
  });
  assert.equal(status, 200);
  const { facts } = (await app.ask(`/v1/score/req_${body.id}`)).body;
  assert.deepEqual(
    [facts["custom.plan"], facts["signup.referral"], facts["custom.Bad"], facts["custom.list"]],
    ["pro", "X1", undefined, undefined],
  );
});

Deno.test("a name of any length that is wrong is told, cut, and the rest is scored", async () => {
  await using app = await startApp();
  const name = "a".repeat(100_000);
  for (
    const [field, value] of Object.entries({
      custom: { [name]: 1 },
      agent: { url: "https://shop.example/", headers: { [name]: 5 } },
    })
  ) {
    const json = { ip: "8.8.8.8", on_invalid: "review", [field]: value };
    const { status, body, text } = await app.ask("/v1/score/user", { json });
    assert.equal(status, 200, text.slice(0, 200));
    assert.deepEqual(body.components_invalid.map((each: { field: string }) => each.field), [field]);
    assert.ok(body.components_invalid[0].detail.length <= 300);
    const stored = await app.ask(`/v1/score/${body.request_id}`);
    assert.deepEqual(stored.body.components_invalid, body.components_invalid);
  }
});
