/** A whole sign-up that AppSec sees before the site does: scored once, from memory, by fields that the account mapped. */
import assert from "node:assert/strict";
import { parseAddress } from "../../../src/model/address/address.ts";
import { mintPass } from "../../../src/service/challenge/pass_cookie.ts";
import { form, mapSignups, type Visit, visit } from "../../support/app/appsec.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { withOnlineApp } from "../../support/app/online.ts";
import { zone } from "../../support/servers/dns_server.ts";

const ALLOWED = { action: "allow", http_status: 200 };
const BANNED = { action: "ban", http_status: 403 };
const CAPTCHA = { action: "captcha", http_status: 403 };
const ADDRESS = "81.2.69.160";
const BAD = "nobody@mailinator.com";

const used = async (app: TestApp, key = app.live) => (await app.ask("/v1/usage", { key })).body.used;
const scores = async (app: TestApp, key = app.live) =>
  (await app.ask("/v1/scores/search", { key, json: {} })).body.results as Record<string, unknown>[];

async function rule(app: TestApp, value: string, action = "block") {
  const { status, text } = await app.ask("/v1/rules", { json: { action, values: [value] } });
  assert.equal(status, 200, text);
}

const JSON_TYPE = { "content-type": "application/json" };

Deno.test("a sign-up is scored before the site has it: once, recorded and billed as one", async () => {
  await using app = await startApp();
  await mapSignups(app);
  await rule(app, "mailinator.com");
  const bodies: Record<string, Visit> = {
    "a form": form({ "user[email]": BAD, tel: "" }),
    "JSON": { body: JSON.stringify({ user: { email: BAD } }), headers: JSON_TYPE },
    "JSON with PUT": { body: JSON.stringify({ user: { email: BAD } }), headers: JSON_TYPE, method: "PUT" },
  };
  let count = 0;
  for (const [name, sent] of Object.entries(bodies)) {
    for (const uri of ["/sign-up", "/sign-up/?lang=de", "//%73ign-up"]) {
      const { status, body } = await visit(app, { ...sent, uri });
      assert.deepEqual([status, body], [403, BANNED], `${name} ${uri}`);
      count++;
      assert.equal(
        await used(app),
        2 * count,
        "the address and the e-mail, and no lookup of the visit besides",
      );
    }
  }
  const found = await scores(app);
  assert.equal(found.length, count);
  const { body: stored } = await app.ask(`/v1/score/${found[0]!.request_id}`);
  assert.deepEqual([stored.via, stored.verdict, stored.subject], ["edge", "block", "user"]);
});

Deno.test("another spelling that some applications serve as the same path is a sign-up", async () => {
  await using app = await startApp();
  await mapSignups(app);
  await rule(app, "mailinator.com");
  for (const uri of ["/Sign-Up", "/sign-up;x=1", "/SIGN-UP;x=1/?a=b;c"]) {
    assert.deepEqual((await visit(app, { uri, ...form({ "user[email]": BAD }) })).body, BANNED, uri);
  }
  for (const uri of ["/sign-up-help", "/sign-up%3Bx", "/%zz"]) {
    assert.deepEqual((await visit(app, { uri, ...form({ "user[email]": BAD }) })).body, ALLOWED, uri);
  }
});

Deno.test("what is no sign-up is a visit: nothing is recorded, and one lookup a minute", async () => {
  await using app = await startApp();
  await mapSignups(app);
  await rule(app, "mailinator.com");
  const rows: Record<string, Visit> = {
    "the page of the form": { uri: "/sign-up" },
    "another path": { uri: "/sign-up/help", ...form({ "user[email]": BAD }) },
    "none of its fields": { uri: "/sign-up", ...form({ csrf: "1" }) },
    "a body of GET": { uri: "/sign-up", method: "GET", ...form({ "user[email]": BAD }) },
    "another type": {
      uri: "/sign-up",
      body: `user[email]=${BAD}`,
      headers: { "content-type": "application/grpc" },
    },
  };
  for (const [name, given] of Object.entries(rows)) {
    assert.deepEqual((await visit(app, given)).body, ALLOWED, name);
  }
  assert.deepEqual(await scores(app), []);
  assert.ok(await used(app) <= 1);
});

Deno.test("the verdict and the score are those of POST /v1/score/user", async () => {
  await using app = await startApp();
  await mapSignups(app, "/join", { email: "mail", phone: "tel", phone_country: "land", referral: "ref" });
  const sent = { mail: BAD, tel: "020 7946 0123", land: "GB", ref: "X1" };
  const json = { ip: ADDRESS, email: BAD, phone: sent.tel, phone_country: "GB", referral: "X1" };
  const { body } = await visit(app, { uri: "/join", ...form(sent) });
  const [atEdge] = await scores(app);
  const direct = await app.ask("/v1/score/user", { json });
  assert.equal(atEdge!.verdict, direct.body.verdict);
  const expected = { allow: ALLOWED, review: CAPTCHA, block: BANNED }[direct.body.verdict as "allow"];
  assert.deepEqual(body, expected);
  const [edge, own] = await Promise.all(
    [atEdge!.request_id, direct.body.request_id].map(async (id) => (await app.ask(`/v1/score/${id}`)).body),
  );
  assert.deepEqual(edge.components_checked, own.components_checked);
  assert.equal(edge.facts["custom.referral"], "X1");
});

Deno.test("a sign-up that cannot be read is at least a review, whoever passed a challenge", async () => {
  await using app = await startApp();
  await mapSignups(app);
  const { services } = app.app;
  const account = services.store.accounts.accountNamed("main")!;
  const place = { address: parseAddress(ADDRESS), before: null, isSecure: false };
  const [pass] = mintPass(services, account, { kind: "wait", passedAt: Date.now() }, place).split(";");
  const good = { "user[email]": "jane.doe@gmail.com" };
  assert.deepEqual((await visit(app, { uri: "/sign-up", ...form(good) })).body, ALLOWED);
  const twice = "user[email]=a%40gmail.com&user[email]=b%40gmail.com";
  const rows: Record<string, Visit> = {
    "two addresses, of which the site takes one": { body: twice, headers: form({}).headers! },
    "ten megabytes": { ...form(good), body: new Uint8Array(10_000_000) },
    "a compressed body": {
      body: new Uint8Array(20),
      headers: { ...form(good).headers, "content-encoding": "gzip" },
    },
    "broken JSON": { body: '{"user":', headers: JSON_TYPE },
    "not UTF-8": { body: new Uint8Array([0xff, 0xfe]), headers: form(good).headers! },
    "an object for an address": { body: '{"user":{"email":{"a":1}}}', headers: JSON_TYPE },
  };
  for (const [name, given] of Object.entries(rows)) {
    for (const cookie of ["a=b", pass!]) {
      for (const appsec_review of ["captcha", "challenge"]) {
        if (cookie !== pass && appsec_review === "challenge") continue;
        await app.ask("/v1/settings", { method: "PUT", json: { appsec_review } });
        const headers = { ...given.headers, cookie };
        const { status, body } = await visit(app, { uri: "/sign-up", ...given, headers });
        assert.deepEqual([status, body], [403, CAPTCHA], `${name}, ${cookie}, ${appsec_review}`);
      }
    }
  }
});

Deno.test("a mapping by names that objects have themselves finds nothing", async () => {
  await using app = await startApp();
  await mapSignups(app, "/sign-up", {
    email: "__proto__.email",
    phone: "constructor.name",
    domain: "toString",
  });
  for (const body of ["{}", "[]", '{"user":{}}']) {
    assert.deepEqual((await visit(app, { uri: "/sign-up", body, headers: JSON_TYPE })).body, ALLOWED, body);
  }
  assert.deepEqual(await scores(app), []);
});

Deno.test("AppSec asks no outside source, not even for the next call, and uses what is in memory", async () => {
  const rows = {
    "fresh-shop.org": { A: ["127.0.0.1"], MX: [{ preference: 1, exchange: "fresh-shop.org" }] },
  };
  await withOnlineApp(zone(rows), {}, async ({ app, dns: server }) => {
    await mapSignups(app);
    const signup = { uri: "/sign-up", ...form({ "user[email]": "jane@fresh-shop.org" }) };
    const emailOf = async () => {
      assert.equal((await visit(app, signup)).status < 500, true);
      const [last] = await scores(app);
      return (await app.ask(`/v1/score/${last!.request_id}`)).text;
    };
    const before = await emailOf();
    assert.deepEqual(server.seen, []);
    assert.match(before, /"signals.mx_found":"timeout: not in memory/);
    assert.equal((await app.ask("/v1/verify/email?email=jane@fresh-shop.org")).status, 200);
    const asked = server.seen.length;
    assert.ok(asked > 0);
    const after = await emailOf();
    assert.equal(server.seen.length, asked);
    assert.doesNotMatch(after, /"signals.mx_found":/, "answers in memory count");
  });
});

Deno.test("decisions come first: a banned address is not scored, and pays nothing", async () => {
  await using app = await startApp();
  await mapSignups(app);
  await rule(app, ADDRESS);
  const { status, body } = await visit(app, {
    uri: "/sign-up",
    ...form({ "user[email]": "jane.doe@gmail.com" }),
  });
  assert.deepEqual([status, body], [403, BANNED]);
  assert.deepEqual([await scores(app), await used(app)], [[], 0]);
});

Deno.test("beyond the minute of its key nothing is scored or stored; who is blocked stays blocked", async () => {
  await using app = await startApp();
  await mapSignups(app);
  const { key } = await app.account("main", { rpm: 2 });
  await rule(app, "93.184.215.14");
  const signup = { key, uri: "/sign-up", ...form({ "user[email]": "jane.doe@gmail.com" }) };
  const statuses = [];
  for (let sent = 0; sent < 4; sent++) statuses.push((await visit(app, signup)).status);
  assert.deepEqual(statuses, [200, 200, 500, 500]);
  assert.equal((await scores(app)).length, 2);
  assert.deepEqual((await visit(app, { ...signup, address: "93.184.215.14" })).body, BANNED);
  assert.deepEqual((await visit(app, { key })).body, ALLOWED, "visits are not counted in it");
});

Deno.test("a used up quota is a 500, nothing is recorded, and decisions still hold", async () => {
  await using app = await startApp();
  const { key } = await app.account("poor", { monthly: 1 });
  const settings = { edge_paths: [{ path: "/sign-up", fields: { email: "mail" } }] };
  assert.equal((await app.ask("/v1/settings", { key, method: "PUT", json: settings })).status, 200);
  await app.ask("/v1/rules", { key, json: { action: "block", values: ["93.184.215.14"] } });
  const signup = { key, uri: "/sign-up", ...form({ mail: "jane.doe@gmail.com" }) };
  assert.equal((await visit(app, signup)).status, 500);
  assert.deepEqual(await scores(app, key), []);
  assert.deepEqual((await visit(app, { ...signup, address: "93.184.215.14" })).body, BANNED);
});

Deno.test("ten refused sign-ups from one address make a captcha of it", async () => {
  await using app = await startApp();
  await mapSignups(app);
  await rule(app, "mailinator.com");
  for (let sent = 0; sent < 10; sent++) {
    const { body } = await visit(app, {
      uri: "/sign-up",
      ...form({ "user[email]": `n${sent}@mailinator.com` }),
    });
    assert.deepEqual(body, BANNED);
  }
  assert.deepEqual((await visit(app, { uri: "/" })).body, CAPTCHA);
  const { body } = await visit(app, { uri: "/sign-up", ...form({ "user[email]": "jane.doe@gmail.com" }) });
  assert.deepEqual(body, CAPTCHA);
});
