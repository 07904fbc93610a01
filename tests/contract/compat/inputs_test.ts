/** POST /minfraud/v2.0/insights: a warning for each input that the vendor would not take, and the rest is scored. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";
import { INSIGHTS, insights } from "../../support/app/insights.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const IP = "81.2.69.160";
const long = (length: number) => "x".repeat(length);

type Warned = Record<"code" | "input_pointer" | "warning", string>;

async function warned(app: TestApp, json: object): Promise<string[]> {
  const { warnings } = await insights(app, { device: { ip_address: IP }, ...json });
  return warnings.map(({ code, input_pointer }: Warned) => `${code} ${input_pointer}`);
}

/** By section and field: values that are taken, and values that are not. */
const FIELDS: [section: string, field: string, good: unknown[], bad: unknown[]][] = [
  ["device", "user_agent", [long(512), 5, "", null], [long(513), true, "a\nb"]],
  ["device", "accept_language", [long(255), "en-GB"], [long(256), ["en"], "en\0"]],
  ["device", "session_age", [0, 3600.5, "12", 1e13 - 1], [-5, 1e13, "old", true]],
  ["device", "session_id", [long(255), 7], [long(256), {}]],
  ["device", "tracking_token", [long(255)], [long(256), false]],
  ["email", "domain", ["example.org", " Example.ORG "], [5, "http://x/", {}, long(256)]],
  ["billing", "phone_number", ["+44 20 8366 1177", "+44 20 7946 0123"], ["nope", "+44 1", [], long(256)]],
  ["billing", "phone_country_code", ["44", "+44", 1, "1-684"], ["abc", 12345, {}, "44x"]],
  ["shipping", "phone_country_code", ["44"], ["abc"]],
  ["shipping", "phone_number", ["1", long(255)], [long(256), true]],
  ["shipping", "delivery_speed", ["same_day", "overnight", "expedited", "standard"], ["slow", 1]],
  ...["billing", "shipping"].flatMap((section): typeof FIELDS => [
    ...["first_name", "last_name", "company", "address", "address_2", "city", "postal"].map((
      field,
    ): typeof FIELDS[number] => [section, field, [long(255), 12], [long(256), false, "a\rb"]]),
    [section, "region", ["CA", "ENG", 13], ["12345"]],
    [section, "country", ["GB", "us", "UK", "XK"], ["XX", "GBR", "Britain", 44]],
  ]),
  ["order", "amount", [3, "3.50", 0], ["much", true]],
  ["order", "currency", ["USD", "eur"], ["US", 978]],
  ["order", "discount_code", [long(255)], [long(256)]],
  ["order", "affiliate_id", [1], [{}]],
  ["order", "subaffiliate_id", ["a"], [[]]],
  ["order", "referrer_uri", [long(1024)], [long(1025)]],
  ["order", "is_gift", [true, false], ["true", 1]],
  ["order", "has_gift_message", [true], [0]],
  ["credit_card", "issuer_id_number", ["411111", 41111111], ["4111111", "41111x"]],
  ["credit_card", "last_digits", ["12", 1234], ["1", "123", "12345"]],
  ["credit_card", "token", ["abc"], [true]],
  ["credit_card", "bank_name", ["Bank"], [long(256)]],
  ["credit_card", "bank_phone_country_code", ["1"], ["one"]],
  ["credit_card", "bank_phone_number", ["123"], [{}]],
  ["credit_card", "country", ["DE"], ["ZZ"]],
  ["credit_card", "avs_result", ["Y", 1], ["YY"]],
  ["credit_card", "cvv_result", ["N"], ["no"]],
  ["credit_card", "was_3d_secure_successful", [false], ["false"]],
  ["payment", "method", ["card", "buy_now_pay_later"], ["cash"]],
  ["payment", "processor", ["stripe", "g2a_pay", "other"], ["A bank", 1.5]],
  ["payment", "was_authorized", [true], ["yes"]],
  ["payment", "decline_code", ["card_declined", 51], [long(256)]],
  ["custom_inputs", "colour", ["blue", 3, false], [{}, ["x"], long(256)]],
  ["account", "user_id", ["u", 7], [long(256), true]],
  ["account", "username_md5", ["357A20E8C56E69D6F9734D23EF9517E8"], ["357a", "jane"]],
  ["event", "transaction_id", ["t", 17], [long(256), false]],
  ["event", "shop_id", ["s"], [{}]],
  ["event", "time", ["2026-11-20T11:00:00Z", "2025-11-21T12:00:00.5+01:00"], [
    "2025-11-01T00:00:00Z",
    "2026-11-20",
    "today",
    1_795_000_000,
  ]],
  ["event", "type", ["account_creation", "sim_swap"], ["signup"]],
  ["event", "party", ["agent", "customer"], ["merchant"]],
];

Deno.test("a field has a warning when its value is not one of the vendor's, and none otherwise", async (t) => {
  await using app = await startApp({ now: () => NOW });
  for (const [section, field, good, bad] of FIELDS) {
    await t.step(`${section}.${field}`, async () => {
      const rest = section === "device" ? { ip_address: IP } : {};
      const about = async (value: unknown) =>
        (await warned(app, { [section]: { ...rest, [field]: value } })).filter((text) =>
          text !== `WINNOW_INPUT_IGNORED /${section}`
        );
      for (const value of good) assert.deepEqual(await about(value), [], JSON.stringify(value));
      for (const value of bad) {
        assert.deepEqual(await about(value), [`INPUT_INVALID /${section}/${field}`], JSON.stringify(value));
      }
    });
  }
});

const ROWS: [name: string, given: object, warnings: string[]][] = [
  ["a domain beside an address", { email: { address: "jane@gmail.com", domain: 5 } }, [
    "INPUT_INVALID /email/domain",
  ]],
  ["a good domain beside an address", { email: { address: "jane@gmail.com", domain: "gmail.com" } }, []],
  ["a country that is none, with a number that needs one", {
    billing: { phone_number: "2071838750", country: "XX" },
  }, [
    "INPUT_INVALID /billing/country",
    "INPUT_INVALID /billing/phone_number",
    "WINNOW_INPUT_IGNORED /billing",
  ]],
  ["a number without a country", { billing: { phone_number: "2071838750" } }, [
    "INPUT_INVALID /billing/phone_number",
  ]],
  ["a block that is a list", { shipping: [], account: ["u"] }, [
    "INPUT_INVALID /shipping",
    "INPUT_INVALID /account",
  ]],
  ["a list that is a block", { shopping_cart: { item_id: "a" } }, ["INPUT_INVALID /shopping_cart"]],
  ["items of the cart", {
    shopping_cart: [
      { category: "a", item_id: 1, quantity: 2, price: "2.5" },
      { category: long(256), item_id: {}, quantity: 1.5, price: "free", colour: "blue" },
      "a",
    ],
  }, [
    "INPUT_INVALID /shopping_cart/1/category",
    "INPUT_INVALID /shopping_cart/1/item_id",
    "INPUT_INVALID /shopping_cart/1/quantity",
    "INPUT_INVALID /shopping_cart/1/price",
    "INPUT_UNKNOWN /shopping_cart/1/colour",
    "INPUT_INVALID /shopping_cart/2",
    "WINNOW_INPUT_IGNORED /shopping_cart",
  ]],
  ["an unknown key of a block that is not used", { order: { total: 3 } }, [
    "INPUT_UNKNOWN /order/total",
    "WINNOW_INPUT_IGNORED /order",
  ]],
  [
    "what is wrong is named up to a limit",
    { shopping_cart: Array(2000).fill(1) },
    [
      ...Array.from({ length: 50 }, (_, index) => `INPUT_INVALID /shopping_cart/${index}`),
      "WINNOW_INPUT_IGNORED /shopping_cart",
    ],
  ],
];

for (const [name, given, warnings] of ROWS) {
  Deno.test(`warnings: ${name}`, async () => {
    await using app = await startApp();
    assert.deepEqual(await warned(app, given), warnings);
  });
}

Deno.test("a value with a warning is left out, or scored where the sentence says so", async () => {
  await using app = await startApp();
  const rows: [billing: object, checked: string[], warning: RegExp][] = [
    [{ phone_number: "nope" }, ["ip", "phone"], /scored as an impossible one$/],
    [{ phone_number: "2071838750" }, ["ip"], /phone_country_code; it was not used$/],
    [{ phone_number: "2071838750", country: "XX" }, ["ip"], /ISO 3166-1; it was not used$/],
  ];
  for (const [billing, checked, warning] of rows) {
    const { winnow, warnings } = await insights(app, { device: { ip_address: IP }, billing });
    assert.deepEqual(winnow.components_checked, checked);
    assert.match(warnings[0].warning, warning);
  }
  const native = await app.ask("/v1/score/user", { json: { phone: "nope" } });
  const { risk_score } = await insights(app, { billing: { phone_number: "nope" } });
  assert.equal(risk_score, native.body.risk_score);
});

Deno.test("a request of which nothing can be scored is refused, and says what was wrong", async () => {
  await using app = await startApp();
  const rows: [json: object, pointer: string][] = [
    [{ billing: { phone_number: "2071838750" } }, "/billing/phone_number"],
    [{ billing: { phone_number: "2071838750", country: "XX" } }, "/billing/country"],
    [{ email: { domain: 5 } }, "/email/domain"],
    [{ shipping: [] }, "/shipping"],
  ];
  for (const [json, pointer] of rows) {
    const { status, body } = await app.ask(INSIGHTS, asking(app.live, { json }));
    assert.deepEqual([status, body.code], [400, "REQUEST_INVALID"], pointer);
    assert.ok(body.error.includes(`(${pointer}: `), body.error);
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("an address of which geoip finds nothing has a warning, until something is known", async (t) => {
  await using app = await startApp();
  const rows: [ip: string, status: number, code: string | null][] = [
    ["192.0.0.9", 404, "IP_ADDRESS_NOT_FOUND"],
    ["3000::1", 404, "IP_ADDRESS_NOT_FOUND"],
    ["10.0.0.1", 400, "IP_ADDRESS_RESERVED"],
    ["1.2.3", 400, "IP_ADDRESS_INVALID"],
    [IP, 200, null],
  ];
  const geo = (ip: string) => app.ask(`/geoip/v2.1/insights/${ip}`, asking(app.live));
  for (const [ip, status, code] of rows) {
    await t.step(ip, async () => {
      const located = await geo(ip);
      assert.deepEqual([located.status, located.body.code ?? null], [status, code]);
      const json = { device: { ip_address: ip }, email: { address: "jane@gmail.com" } };
      for (const path of [INSIGHTS, "/minfraud/v2.0/score"]) {
        const { warnings } = await insights(app, json, app.live, path);
        assert.deepEqual(
          warnings.map(({ code, input_pointer }: Warned) => [code, input_pointer]),
          code === null ? [] : [[code, "/device/ip_address"]],
        );
      }
    });
  }
  await t.step("a rule of the account", async () => {
    await app.ask("/v1/rules", { json: { action: "block", values: ["192.0.0.9"] } });
    assert.equal((await geo("192.0.0.9")).status, 200);
    assert.deepEqual((await insights(app, { device: { ip_address: "192.0.0.9" } })).warnings, []);
  });
  await t.step("alone", async () => {
    const { risk_score, warnings } = await insights(app, { device: { ip_address: "3000::1" } });
    assert.equal(risk_score, 0.01);
    assert.deepEqual(warnings.map(({ code }: Warned) => code), ["IP_ADDRESS_NOT_FOUND"]);
  });
});
