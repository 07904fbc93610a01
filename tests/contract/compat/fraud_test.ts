/** POST /minfraud/v2.0/insights and /score as a service: addresses, rules, cost, warnings, settings. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";
import { INSIGHTS, insights } from "../../support/app/insights.ts";

const SCORE = "/compat/maxmind/minfraud/v2.0/score";

Deno.test("score is the vendor's short form", async () => {
  await using app = await startApp();
  const answer = await app.ask(
    SCORE,
    asking(app.live, { json: { device: { ip_address: "8.8.8.8" }, email: { address: "jane@gmail.com" } } }),
  );
  assert.deepEqual(Object.keys(answer.body).sort(), [
    "disposition",
    "funds_remaining",
    "id",
    "ip_address",
    "queries_remaining",
    "risk_score",
    "warnings",
    "winnow",
  ]);
  assert.deepEqual(answer.body.ip_address, { risk: 34 });
  assert.equal(
    answer.headers.get("content-type"),
    "application/vnd.maxmind.com-minfraud-score+json; charset=UTF-8; version=2.0",
  );
});

Deno.test("both paths of an endpoint answer the same, with the vendor's content type", async () => {
  await using app = await startApp();
  const json = { device: { ip_address: "8.8.8.8" } };
  for (const path of [INSIGHTS, "/minfraud/v2.0/insights"]) {
    const answer = await app.ask(path, asking(app.live, { json }));
    assert.equal(answer.status, 200);
    assert.equal(
      answer.headers.get("content-type"),
      "application/vnd.maxmind.com-minfraud-insights+json; charset=UTF-8; version=2.0",
    );
    assert.equal(answer.headers.get("x-ratelimit-limit"), "1000000");
    assert.ok(Number(answer.headers.get("x-ratelimit-remaining")) > 0);
  }
});

Deno.test("a rule of the account decides, and the disposition names it", async () => {
  await using app = await startApp();
  await app.ask("/v1/rules", { json: { action: "block", values: ["8.8.8.0/24"] } });
  await app.ask("/v1/rules", { json: { action: "allow", values: ["friend@mailinator.com"] } });
  const blocked = await insights(app, { device: { ip_address: "8.8.8.8" } });
  assert.equal(blocked.risk_score, 99);
  assert.deepEqual(blocked.disposition, {
    action: "reject",
    reason: "custom_rule",
    rule_label: "8.8.8.0/24",
  });
  assert.equal(blocked.ip_address.risk, 99);
  assert.equal(blocked.winnow.rule_applied.action, "block");
  const allowed = await insights(app, { email: { address: "friend@mailinator.com" } });
  assert.equal(allowed.risk_score, 0.01);
  assert.equal(allowed.disposition.action, "accept");
  assert.equal(allowed.email.is_disposable, true);
  assert.equal(allowed.email.is_high_risk, false);
});

Deno.test("a component costs one lookup, nothing with a test key; the stored score names its endpoint", async () => {
  await using app = await startApp();
  const used = async () => (await app.ask("/v1/usage")).body.used;
  const json = {
    device: { ip_address: "8.8.8.8" },
    email: { address: "jane@gmail.com" },
    billing: { phone_number: "2083661177", phone_country_code: "44" },
  };
  const body = await insights(app, json);
  assert.equal(await used(), 3);
  const stored = (await app.ask(`/v1/score/req_${body.id}`)).body;
  assert.equal(stored.via, "compat");
  assert.equal(stored.subject, "user");
  const tested = await insights(app, json, app.test);
  assert.equal(tested.risk_score, body.risk_score);
  assert.equal(tested.disposition.action, body.disposition.action);
  assert.equal(await used(), 3);
  await app.ask(INSIGHTS, asking(app.live, { json: {} }));
  assert.equal(await used(), 3);
  await insights(app, { billing: { phone_number: "020 8366 1177" }, email: { address: "a@gmail.com" } });
  assert.equal(await used(), 4, "a number that needs a country is free");
});

Deno.test("linkage counts, and first_seen of the e-mail address stays its first day", async () => {
  let now = Date.parse("2026-11-20T10:00:00Z");
  await using app = await startApp({ now: () => now });
  const ask = (ip: string) =>
    insights(app, { device: { ip_address: ip }, email: { address: "jane@gmail.com" } });
  const first = await ask("8.8.8.8");
  assert.equal(first.email.first_seen, "2026-11-20");
  assert.equal(first.winnow.linkage.email_ip_count, 1);
  assert.equal(first.winnow.linkage.subnet_rate_1h, 1);
  now += 3 * 86_400_000;
  const second = await ask("8.8.4.4");
  assert.equal(second.email.first_seen, "2026-11-20");
  assert.equal(second.winnow.linkage.email_ip_count, 2);
});

Deno.test("a number with its calling code in each of the ways that clients send it", async () => {
  await using app = await startApp();
  for (
    const billing of [
      { phone_number: "2083661177", phone_country_code: "44" },
      { phone_number: "020 8366 1177", phone_country_code: "+44" },
      { phone_number: "2083661177", phone_country_code: "0044" },
      { phone_number: "442083661177", phone_country_code: "44" },
      { phone_number: "+442083661177", phone_country_code: "44" },
      { phone_number: "+442083661177" },
      { phone_number: "2083661177", phone_country_code: "0", country: "GB" },
    ]
  ) {
    const { winnow } = await insights(app, { device: { ip_address: "8.8.8.8" }, billing });
    assert.equal(winnow.phone.phone, "+442083661177", JSON.stringify(billing));
  }
});

Deno.test("a mailbox named by the person's own number is no machine's", async () => {
  await using app = await startApp();
  const email = { address: "09171234567@yahoo.com" };
  for (
    const [billing, flagged] of [
      [{ phone_number: "9171234567", phone_country_code: "63" }, false],
      [{ phone_number: "+639171234567" }, false],
      [{ phone_number: "+639181234567" }, true],
      [{}, true],
    ] as const
  ) {
    const { winnow } = await insights(app, { email, billing });
    const says = winnow.top_signals.includes("email: machine-generated handle");
    assert.equal(says, flagged, JSON.stringify(billing));
  }
});

Deno.test("every block that is not used has one warning, and the request succeeds", async () => {
  await using app = await startApp({ now: () => Date.parse("2026-11-20T12:00:00Z") });
  const body = await insights(app, {
    device: { ip_address: "8.8.8.8", session_age: 12, session_id: "x", accept_language: "en" },
    billing: { phone_number: "2083661177", phone_country_code: 44, city: "Oxford" },
    shipping: { address: "1 High Street", phone_number: "1" },
    order: { amount: 3 },
    credit_card: { issuer_id_number: "411111" },
    shopping_cart: [{ item_id: "a" }, { item_id: "b" }],
    payment: { method: "card" },
    custom_inputs: { a: true },
    account: { user_id: "u" },
    event: { type: "purchase", time: "2026-11-20T10:00:00Z", transaction_id: "t" },
  });
  const blocks = [
    "billing",
    "shipping",
    "order",
    "credit_card",
    "shopping_cart",
    "payment",
    "custom_inputs",
    "account",
    "event",
  ];
  assert.deepEqual(
    body.warnings.map((warning: Record<string, string>) => [warning.code, warning.input_pointer]),
    blocks.map((block) => ["WINNOW_INPUT_IGNORED", `/${block}`]),
  );
  assert.deepEqual(body.winnow.components_checked, ["ip", "phone"]);
});

Deno.test("an invalid address is a warning when something else is usable, and otherwise an error", async () => {
  await using app = await startApp();
  const email = { address: "jane@gmail.com" };
  const rows: [string, string][] = [
    ["1.2.3", "IP_ADDRESS_INVALID"],
    ["nonsense", "IP_ADDRESS_INVALID"],
    ["192.168.0.1", "IP_ADDRESS_RESERVED"],
    ["::1", "IP_ADDRESS_RESERVED"],
  ];
  for (const [ip_address, code] of rows) {
    const body = await insights(app, { device: { ip_address }, email });
    assert.deepEqual(
      body.warnings.map((warning: Record<string, string>) => [warning.code, warning.input_pointer]),
      [[code, "/device/ip_address"]],
    );
    assert.equal("ip_address" in body, code === "IP_ADDRESS_RESERVED");
  }
  const alone = await app.ask(INSIGHTS, asking(app.live, { json: { device: { ip_address: "1.2.3" } } }));
  assert.equal(alone.status, 400);
  assert.equal(alone.body.code, "REQUEST_INVALID");
  assert.match(alone.body.error, /\/device\/ip_address/);
});

Deno.test("strictness changes the disposition and not the score", async () => {
  await using app = await startApp();
  const json = { device: { ip_address: "8.8.8.8" } };
  const rows: [string, string][] = [["", "accept"], ["?strictness=lenient", "accept"], [
    "?strictness=3",
    "manual_review",
  ]];
  for (const [query, action] of rows) {
    const body = await insights(app, json, app.live, INSIGHTS + query);
    assert.equal(body.risk_score, 31);
    assert.equal(body.disposition.action, action, query);
  }
  const bad = await app.ask(`${INSIGHTS}?strictness=9`, asking(app.live, { json }));
  assert.equal(bad.status, 400);
  assert.equal(bad.body.code, "REQUEST_INVALID");
});

Deno.test("WINNOW_COMPAT_BALANCE=zero gives numbers to clients that take no null", async () => {
  await using app = await startApp({ env: { WINNOW_COMPAT_BALANCE: "zero" } });
  const body = await insights(app, { device: { ip_address: "8.8.8.8" } });
  assert.equal(body.funds_remaining, 0);
  assert.equal(body.queries_remaining, 0);
  const geo = await app.ask("/geoip/v2.1/country/8.8.8.8", asking(app.live));
  assert.equal(geo.body.maxmind.queries_remaining, 0);
});

Deno.test("lookups of outside facts get 2 seconds at most, and no request waits for a mailbox, whatever the settings allow", async () => {
  await using app = await startApp({ env: { WINNOW_TIME_BUDGET_MS: "30000" } });
  const { sources } = app.app.services;
  const seen: { left: number[]; waited: boolean[] } = { left: [], waited: [] };
  const { mailDomains, mailboxes } = sources;
  Object.assign(sources, {
    mailDomains: {
      facts: async (...given: Parameters<typeof mailDomains.facts>) => {
        seen.left.push(given[2].remaining());
        return { ...await mailDomains.facts(...given), acceptsMail: { known: true, value: true } };
      },
    },
    mailboxes: {
      verify: (request: Parameters<typeof mailboxes.verify>[0]) => {
        seen.waited.push(request.wait !== false);
        return mailboxes.verify(request);
      },
    },
  });
  await insights(app, { email: { address: "jane@gmail.com" } });
  assert.equal(seen.left.length, 1);
  assert.ok(seen.left[0]! <= 2000);
  assert.deepEqual(seen.waited, [false]);
});
