/** Answers as the vendor's Python, PHP and Java clients parse them, checked on the raw JSON. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";
import { PROXY, startListedApp, TOR } from "../../support/app/listed_app.ts";
import { errorBreaks, javaBreaks, phpBreaks, pythonBreaks } from "../../support/clients/maxmind_rules.ts";

const FRAUD: unknown[] = [
  { device: { ip_address: "8.8.8.8" } },
  { device: { ip_address: TOR }, email: { address: "someone@mailinator.com" } },
  { device: { ip_address: "10.0.0.1" }, email: { address: "not an address" } },
  { email: { address: "357a20e8c56e69d6f9734d23ef9517e8", domain: "gmail.com" } },
  {
    device: { ip_address: "8.8.8.8", session_age: -5 },
    billing: { phone_number: "02083661177", city: "Oxford" },
    order: { amount: 1 },
    colour: "blue",
  },
  { billing: { phone_number: "nope", city: "Oxford" }, order: { amount: 1 }, colour: "blue" },
  { device: { ip_address: "3000::1" }, shipping: { city: "x" } },
];
const GEO = ["8.8.8.8", "2606:4700:4700:0:0:0:0:1111", TOR, PROXY, "1.1.1.1"];

async function fraudBodies(app: TestApp) {
  const bodies = [];
  for (const product of ["insights", "score"]) {
    for (const json of FRAUD) {
      const answer = await app.ask(`/minfraud/v2.0/${product}`, asking(app.live, { json }));
      assert.equal(answer.status, 200, answer.text);
      bodies.push(answer.body);
    }
  }
  return bodies;
}

Deno.test("Python and Java can read every fraud answer, PHP with WINNOW_COMPAT_BALANCE=zero", async () => {
  await using app = await startListedApp();
  for (const body of await fraudBodies(app)) {
    assert.deepEqual(pythonBreaks(body, "fraud"), []);
    assert.deepEqual(javaBreaks(body, "fraud"), []);
    assert.deepEqual(phpBreaks(body, "fraud"), [
      "funds_remaining is not a float",
      "queries_remaining is not an int",
    ]);
  }
  await using zero = await startListedApp({ WINNOW_COMPAT_BALANCE: "zero" });
  for (const body of await fraudBodies(zero)) assert.deepEqual(phpBreaks(body, "fraud"), []);
});

Deno.test("Python, PHP and Java can read every geolocation answer", async () => {
  await using app = await startListedApp();
  for (const depth of ["country", "city", "insights"]) {
    for (const ip of GEO) {
      const { body } = await app.ask(`/geoip/v2.1/${depth}/${ip}`, asking(app.live));
      assert.deepEqual(pythonBreaks(body, "geo"), [], ip);
      assert.deepEqual(phpBreaks(body, "geo"), [], ip);
      assert.deepEqual(javaBreaks(body, "geo"), [], ip);
      assert.ok(body.traits.ip_address);
    }
  }
});

Deno.test("errors are flat maps of text with a JSON content type", async () => {
  await using app = await startApp();
  const answers = [
    await app.ask("/minfraud/v2.0/insights", { key: null, json: {} }),
    await app.ask("/minfraud/v2.0/insights", asking(app.live, { json: {} })),
    await app.ask("/minfraud/v2.0/insights", asking(app.live, { json: { device: { ip_address: "x" } } })),
    await app.ask("/minfraud/v2.0/factors", asking(app.live, { json: {} })),
    await app.ask("/minfraud/v2.0/nothing", asking(app.live, { json: {} })),
    await app.ask("/minfraud/v2.0/transactions/report", asking(app.live, { json: {} })),
    await app.ask("/geoip/v2.1/city/10.0.0.1", asking(app.live)),
    await app.ask("/geoip/v2.1/city/", asking(app.live)),
    await app.ask("/geoip/v2.1/city/3000::1", asking(app.live)),
  ];
  for (const { status, headers, body } of answers) {
    assert.ok(status >= 400 && status < 500);
    assert.match(headers.get("content-type") ?? "", /json/);
    assert.deepEqual(errorBreaks(body), []);
  }
});

Deno.test("the checks themselves detect what would make each client throw", async () => {
  await using app = await startApp({ env: { WINNOW_COMPAT_BALANCE: "zero" } });
  const answer = await app.ask(
    "/minfraud/v2.0/insights",
    asking(app.live, { json: { device: { ip_address: "8.8.8.8" }, email: { address: "a@gmail.com" } } }),
  );
  // deno-lint-ignore no-explicit-any -- broken answers of every shape
  const broken = (damage: (body: any) => void) => {
    const body = structuredClone(answer.body);
    damage(body);
    return {
      python: pythonBreaks(body, "fraud").length,
      php: phpBreaks(body, "fraud").length,
      java: javaBreaks(body, "fraud").length,
    };
  };
  assert.deepEqual(broken(() => {}), { python: 0, php: 0, java: 0 });
  assert.equal(broken((body) => delete body.funds_remaining).python, 1);
  assert.equal(broken((body) => body.email.domain_first_seen = null).python, 1);
  assert.equal(
    broken((body) => body.ip_address.risk_reasons = [{ code: "a", reason: "b", more: 1 }]).python,
    1,
  );
  assert.equal(broken((body) => body.ip_address.traits.network = "8.8.8.8").python, 1);
  assert.equal(broken((body) => body.ip_address.city = "Oxford").python, 1);
  assert.equal(broken((body) => body.funds_remaining = null).php, 1);
  assert.equal(broken((body) => body.ip_address.traits.autonomous_system_number = "15169").php, 1);
  assert.equal(broken((body) => body.ip_address.traits.is_anonymous = "yes").php, 1);
  assert.equal(broken((body) => body.warnings = [{ code: "A", warning: null }]).php, 1);
  assert.equal(broken((body) => body.id = `req_${body.id}`).java, 1);
  assert.equal(broken((body) => body.ip_address.city.names.en = null).java, 1);
  assert.equal(broken((body) => body.email.first_seen = "today").java, 1);
  assert.equal(broken((body) => body.ip_address.traits.ip_address = "dns.google").java, 1);
  assert.equal(broken((body) => body.warnings = [null]).java, 1);
  assert.equal(errorBreaks({ code: "A", error: "" }).length, 1);
  assert.equal(errorBreaks({ code: "A", error: "b", errors: [] }).length, 1);
});
