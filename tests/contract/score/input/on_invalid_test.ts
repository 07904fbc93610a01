import assert from "node:assert/strict";
import { THRESHOLDS } from "../../../../src/model/verdict.ts";
import { startApp } from "../../../support/app/app.ts";

const PATH = "/v1/score/user";
const CLEAN = { ip: "8.8.8.8", phone: "+442072193000" };

/** What the API refuses as a 400, the field that `components_invalid` names, and what of its detail must be there. */
const UNREADABLE: readonly [name: string, json: Record<string, unknown>, field: string, detail: RegExp][] = [
  ["no address", { ip: "1.2.3.999" }, "ip", /./],
  ["an ip that is a number", { ip: 5 }, "ip", /^must be a string$/],
  ["an ip of many characters", { ip: "1".repeat(9_000) }, "ip", /./],
  ["an e-mail that is an object", { email: {} }, "email", /^must be a string$/],
  ["an e-mail that is a list", { email: ["a@example.org"] }, "email", /^must be a string$/],
  ["an over-long e-mail", { email: `${"a".repeat(330)}@example.org` }, "email", /at most 320/],
  ["an over-long phone", { phone: "1".repeat(65) }, "phone", /at most 64/],
  ["a phone that is a number", { phone: 442072193000 }, "phone", /^must be a string$/],
  ["no country", { phone: "+442072193000", phone_country: "Atlantis" }, "phone_country", /./],
  ["a country that is a flag", { phone: "+442072193000", phone_country: true }, "phone_country", /string/],
  ["no domain", { domain: "not a domain" }, "domain", /./],
  ["a device id that is not hex", { device_id: "nonsense" }, "device_id", /hex/],
  ["a device id that is a flag", { device_id: false }, "device_id", /^must be a string$/],
  ["signals that are a text", { device_signals: "unreadable-text" }, "device_signals", /^must be an object$/],
  [
    "a signal of another type",
    { device_signals: { timezone: 5 } },
    "device_signals",
    /^timezone must be a string$/,
  ],
  [
    "markers of another type",
    { device_automation: { webdriver: "yes" } },
    "device_automation",
    /^webdriver /,
  ],
  ["an agent without a URL", { agent: {} }, "agent", /^url is required$/],
  [
    "an agent whose URL is none",
    { agent: { url: "unreadable-url", headers: {} } },
    "agent",
    /^url not an absolute/,
  ],
  ["an over-long user id", { user_id: "u".repeat(129) }, "user_id", /1 to 128/],
  ["a user id that is a number", { user_id: 7 }, "user_id", /^must be a string$/],
];

Deno.test("an unreadable component is refused, or listed while the rest is scored and reviewed", async (t) => {
  await using app = await startApp();
  for (const [name, bad, field, detail] of UNREADABLE) {
    await t.step(name, async () => {
      const json = { ...CLEAN, ...bad };
      for (const refused of [json, { ...json, on_invalid: "refuse" }, { ...json, on_invalid: null }]) {
        const { status, body } = await app.ask(PATH, { json: refused });
        assert.equal(status, 400);
        assert.ok(body.errors[0].pointer.startsWith(`/${field}`), body.errors[0].pointer);
      }
      const { status, body, text } = await app.ask(PATH, { json: { ...json, on_invalid: "review" } });
      assert.equal(status, 200, text);
      assert.deepEqual(body.components_invalid.map((entry: { field: string }) => entry.field), [field]);
      assert.match(body.components_invalid[0].detail, detail);
      assert.equal(body.verdict, "review");
      assert.equal(body.risk_score, THRESHOLDS[1].review);
      assert.match(body.summary, /^Medium risk \(40\): .*could not be read\.$/);
      const read = Object.keys(CLEAN).filter((kind) => kind !== field);
      assert.deepEqual(body.components_checked, read);
      const stored = await app.ask(`/v1/score/${body.request_id}`);
      assert.deepEqual(stored.body.components_invalid, body.components_invalid);
      assert.equal(stored.body.risk_score, body.risk_score);
      for (const value of Object.values(bad)) {
        if (typeof value === "string") assert.ok(!stored.text.includes(value), "no value in clear text");
      }
      // The query says the same as the field; the field decides.
      const byQuery = await app.ask(`${PATH}?on_invalid=review`, { json });
      assert.deepEqual(byQuery.body.components_invalid, body.components_invalid);
      const both = await app.ask(`${PATH}?on_invalid=review`, { json: { ...json, on_invalid: "refuse" } });
      assert.equal(both.status, 400);
    });
  }
});

Deno.test("with review a request that is readable has an empty list and its usual score; without it no list", async () => {
  await using app = await startApp();
  const usual = await app.ask(PATH, { json: CLEAN });
  const lenient = await app.ask(PATH, { json: { ...CLEAN, on_invalid: "review" } });
  assert.equal("components_invalid" in usual.body, false);
  assert.deepEqual(lenient.body.components_invalid, []);
  assert.equal(lenient.body.warnings, undefined);
  assert.deepEqual([lenient.body.risk_score, lenient.body.verdict, lenient.body.summary], [
    usual.body.risk_score,
    usual.body.verdict,
    usual.body.summary,
  ]);
  for (const { body } of [usual, lenient]) {
    assert.deepEqual((await app.ask(`/v1/score/${body.request_id}`)).body.components_invalid, []);
  }
});

Deno.test("number and verdict agree at each strictness, also when nothing is readable, and only what was read is billed", async () => {
  await using app = await startApp();
  const used = async () => (await app.ask("/v1/usage")).body.used;
  for (const strictness of [0, 1, 2, 3] as const) {
    const before = await used();
    const some = { ip: 5, email: {}, phone: CLEAN.phone, strictness, on_invalid: "review" };
    const partly = await app.ask(PATH, { json: some });
    assert.deepEqual([partly.body.risk_score, partly.body.verdict], [
      THRESHOLDS[strictness].review,
      "review",
    ]);
    assert.match(partly.body.summary, /the IP address and e-mail address could not be read\.$/);
    assert.equal(await used(), before + 1);
    const none = await app.ask(PATH, { json: { ip: 5, device_id: "zz", strictness, on_invalid: "review" } });
    assert.deepEqual([none.body.risk_score, none.body.verdict], [THRESHOLDS[strictness].review, "review"]);
    assert.deepEqual(none.body.components, {});
    assert.deepEqual(none.body.components_checked, []);
    assert.match(
      none.body.summary,
      /^Medium risk \(\d+\): the IP address and device id could not be read\.$/,
    );
    assert.equal(await used(), before + 1);
    assert.equal((await app.ask(`/v1/score/${none.body.request_id}`)).body.verdict, "review");
  }
});

Deno.test("rules, a denied agent and a block decide as they do without it", async () => {
  await using app = await startApp();
  const bot = {
    ip: "185.220.101.1",
    email: "bot@mailinator.com",
    device_id: "nonsense",
    on_invalid: "review",
  };
  const blocked = await app.ask(PATH, { json: bot });
  assert.equal(blocked.body.verdict, "block");
  assert.ok(blocked.body.risk_score >= THRESHOLDS[1].block);
  assert.match(blocked.body.summary, /disposable e-mail domain; .*the device id could not be read\.$/);
  await app.ask("/v1/rules", { json: { action: "allow", values: ["8.8.8.8"] } });
  await app.ask("/v1/rules", { json: { action: "block", values: ["1.1.1.1"] } });
  const allowed = await app.ask(PATH, { json: { ip: "8.8.8.8", email: 1, on_invalid: "review" } });
  assert.deepEqual([allowed.body.risk_score, allowed.body.verdict], [0, "allow"]);
  assert.match(
    allowed.body.summary,
    /^Allowed by your allow rule .*; the e-mail address could not be read\.$/,
  );
  const ruled = await app.ask(PATH, { json: { ip: "1.1.1.1", email: 1, on_invalid: "review" } });
  assert.deepEqual([ruled.body.risk_score, ruled.body.verdict], [100, "block"]);
});

Deno.test("an unreadable country leaves a number that names its own", async () => {
  await using app = await startApp();
  const json = { phone: "+442072193000", phone_country: "??", on_invalid: "review" };
  const { body } = await app.ask(PATH, { json });
  assert.equal(body.components.phone.number.country, "GB");
  const national = await app.ask(PATH, { json: { ...json, phone: "020 7219 3000" } });
  assert.equal(national.body.components.phone.parse_status, "country_required");
});

Deno.test("by query", async () => {
  await using app = await startApp();
  const rows: [query: string, field: string, detail: RegExp][] = [
    ["ip=1.2.3&email=jane@gmail.com", "ip", /./],
    ["ip=8.8.8.8&domain=%ZZ", "domain", /not a percent escape/],
    ["ip=8.8.8.8&device_id=nonsense", "device_id", /hex/],
    [`ip=8.8.8.8&user_id=${"u".repeat(200)}`, "user_id", /1 to 128/],
  ];
  for (const [query, field, detail] of rows) {
    assert.equal((await app.ask(`${PATH}?${query}`)).status, 400);
    const { status, body } = await app.ask(`${PATH}?${query}&on_invalid=review`);
    assert.equal(status, 200);
    assert.equal(body.verdict, "review");
    assert.equal(body.components_invalid[0].field, field);
    assert.match(body.components_invalid[0].detail, detail);
  }
});

Deno.test("what is no component is refused all the same", async () => {
  await using app = await startApp();
  const rows: [raw: string, code: string][] = [
    ["{", "invalid_json"],
    ["[]", "invalid_value"],
    ["5", "invalid_value"],
    ['"x"', "invalid_value"],
    ["null", "invalid_value"],
    ["{}", "invalid_value"],
    ['{"ip":""}', "invalid_value"],
    ['{"ip":5,"strictness":9}', "invalid_value"],
    ['{"ip":5,"on_invalid":"allow"}', "invalid_value"],
    ['{"ip":5,"on_invalid":5}', "invalid_value"],
  ];
  for (const [raw, code] of rows) {
    const { status, body } = await app.ask(`${PATH}?on_invalid=review`, { raw });
    assert.deepEqual([status, body.code], [400, code], raw);
  }
  assert.equal((await app.ask(`${PATH}?on_invalid=maybe`, { json: CLEAN })).status, 400);
});
