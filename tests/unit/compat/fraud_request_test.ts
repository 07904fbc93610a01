import assert from "node:assert/strict";
import { type FraudRequest, readFraudRequest } from "../../../src/compat/fraud_request.ts";

/** The parsed request, as text. */
interface Read {
  readonly ip?: string;
  readonly email?: string;
  readonly domain?: string;
  readonly phone?: string;
  readonly transaction?: string;
  readonly userAgent?: string;
}

function shown({ input }: FraudRequest): Read {
  const userAgent = input.browser?.signals?.user_agent ?? null;
  return {
    ...(input.ip === undefined ? {} : { ip: input.ip.text }),
    ...(input.email === undefined ? {} : { email: input.email.email.email }),
    ...(input.domain === undefined ? {} : { domain: input.domain.host }),
    ...(input.phone === undefined ? {} : { phone: input.phone.e164 ?? input.phone.parseStatus }),
    ...(input.transaction === undefined ? {} : { transaction: input.transaction }),
    ...(userAgent === null ? {} : { userAgent }),
  };
}

const NOW = Date.parse("2026-11-20T12:00:00Z");
const MD5 = "357A20E8C56E69D6F9734D23EF9517E8";
const EMAIL = { address: "jane@gmail.com" };

const ROWS: { name: string; given: unknown; read: Read; warnings: [code: string, pointer: string][] }[] = [
  { name: "IPv4", given: { device: { ip_address: "8.8.8.8" } }, read: { ip: "8.8.8.8" }, warnings: [] },
  {
    name: "IPv6 in another spelling",
    given: { device: { ip_address: "2606:4700:4700:0:0:0:0:1111" } },
    read: { ip: "2606:4700:4700::1111" },
    warnings: [],
  },
  {
    name: "reserved address",
    given: { device: { ip_address: "127.0.0.1" } },
    read: { ip: "127.0.0.1" },
    warnings: [["IP_ADDRESS_RESERVED", "/device/ip_address"]],
  },
  {
    name: "a number is no address but the rest is read",
    given: { device: { ip_address: 134744072 }, email: EMAIL },
    read: { email: "jane@gmail.com" },
    warnings: [["IP_ADDRESS_INVALID", "/device/ip_address"]],
  },
  {
    name: "an object is no string",
    given: { device: { ip_address: {} }, email: EMAIL },
    read: { email: "jane@gmail.com" },
    warnings: [["INPUT_INVALID", "/device/ip_address"]],
  },
  {
    name: "the address takes precedence over the domain",
    given: { email: { ...EMAIL, domain: "example.org" } },
    read: { email: "jane@gmail.com" },
    warnings: [],
  },
  {
    name: "a domain alone",
    given: { email: { domain: "Example.ORG" } },
    read: { domain: "example.org" },
    warnings: [],
  },
  {
    name: "a domain that is none",
    given: { email: { domain: "http://x/" }, device: { ip_address: "8.8.8.8" } },
    read: { ip: "8.8.8.8" },
    warnings: [["INPUT_INVALID", "/email/domain"]],
  },
  {
    name: "a hash and its domain",
    given: { email: { address: MD5, domain: "example.org" } },
    read: { domain: "example.org" },
    warnings: [["EMAIL_ADDRESS_UNUSABLE", "/email/address"]],
  },
  {
    name: "a hash of the local part with an address",
    given: { email: { address: MD5.toLowerCase() }, device: { ip_address: "8.8.8.8" } },
    read: { ip: "8.8.8.8" },
    warnings: [["EMAIL_ADDRESS_UNUSABLE", "/email/address"]],
  },
  {
    name: "32 hex digits at a domain are an address",
    given: { email: { address: `${MD5}@example.org` } },
    read: { email: `${MD5}@example.org` },
    warnings: [],
  },
  {
    name: "an invalid address is scored as one",
    given: { email: { address: "nonsense" } },
    read: { email: "nonsense" },
    warnings: [["INPUT_INVALID", "/email/address"]],
  },
  {
    name: "an endless address is not",
    given: { email: { address: `${"x".repeat(320)}@a.de` }, device: { ip_address: "8.8.8.8" } },
    read: { ip: "8.8.8.8" },
    warnings: [["INPUT_INVALID", "/email/address"]],
  },
  {
    name: "code and number",
    given: { billing: { phone_country_code: "44", phone_number: "20 8366-1177" } },
    read: { phone: "+442083661177" },
    warnings: [],
  },
  {
    name: "numbers are read as strings; the code may have a plus",
    given: { billing: { phone_country_code: "+44", phone_number: 2083661177 } },
    read: { phone: "+442083661177" },
    warnings: [],
  },
  {
    name: "the trunk zero after the code",
    given: { billing: { phone_country_code: 44, phone_number: "020 8366 1177" } },
    read: { phone: "+442083661177" },
    warnings: [],
  },
  {
    name: "a whole number needs no code, and wins over one",
    given: { billing: { phone_country_code: "1", phone_number: "+44 20 8366 1177" } },
    read: { phone: "+442083661177" },
    warnings: [],
  },
  {
    name: "without a code the billing country tells",
    given: { billing: { country: "GB", phone_number: "020 8366 1177" } },
    read: { phone: "+442083661177" },
    warnings: [],
  },
  {
    name: "a country that is no code is an unused address",
    given: { billing: { country: "Britain", phone_number: "020 8366 1177" }, email: EMAIL },
    read: { email: "jane@gmail.com", phone: "country_required" },
    warnings: [
      ["INPUT_INVALID", "/billing/country"],
      ["INPUT_INVALID", "/billing/phone_number"],
      ["WINNOW_INPUT_IGNORED", "/billing"],
    ],
  },
  {
    name: "a country is not needed with a code",
    given: { billing: { country: "GB", phone_country_code: "44", phone_number: "2083661177" } },
    read: { phone: "+442083661177" },
    warnings: [["WINNOW_INPUT_IGNORED", "/billing"]],
  },
  {
    name: "a code that is none",
    given: { billing: { phone_country_code: "abc", country: "GB", phone_number: "020 8366 1177" } },
    read: { phone: "+442083661177" },
    warnings: [["INPUT_INVALID", "/billing/phone_country_code"]],
  },
  {
    name: "an endless number",
    given: { billing: { phone_country_code: "44", phone_number: "1".repeat(100) }, email: EMAIL },
    read: { email: "jane@gmail.com" },
    warnings: [["INPUT_INVALID", "/billing/phone_number"]],
  },
  {
    name: "an address without a phone",
    given: { billing: { city: "Oxford" }, email: EMAIL },
    read: { email: "jane@gmail.com" },
    warnings: [["WINNOW_INPUT_IGNORED", "/billing"]],
  },
  {
    name: "empty and null blocks say nothing",
    given: { email: EMAIL, shipping: {}, order: null, shopping_cart: [], event: {}, billing: {} },
    read: { email: "jane@gmail.com" },
    warnings: [],
  },
  {
    name: "a block of another kind",
    given: { email: EMAIL, device: "8.8.8.8", billing: ["x"], event: "x", custom_inputs: "x" },
    read: { email: "jane@gmail.com" },
    warnings: [
      ["INPUT_INVALID", "/device"],
      ["INPUT_INVALID", "/billing"],
      ["INPUT_INVALID", "/custom_inputs"],
      ["INPUT_INVALID", "/event"],
    ],
  },
  {
    name: "unknown keys, as JSON Pointers",
    given: { email: { ...EMAIL, "a/b~c": 1 }, colour: "blue" },
    read: { email: "jane@gmail.com" },
    warnings: [["INPUT_UNKNOWN", "/colour"], ["INPUT_UNKNOWN", "/email/a~1b~0c"]],
  },
  {
    name: "only the transaction id of an event",
    given: { email: EMAIL, event: { transaction_id: 17, shop_id: null } },
    read: { email: "jane@gmail.com", transaction: "17" },
    warnings: [],
  },
  {
    name: "the rest of an event",
    given: { email: EMAIL, event: { transaction_id: "x".repeat(256), type: "purchase" } },
    read: { email: "jane@gmail.com" },
    warnings: [["INPUT_INVALID", "/event/transaction_id"], ["WINNOW_INPUT_IGNORED", "/event"]],
  },
  {
    name: "the user agent",
    given: { device: { ip_address: "8.8.8.8", user_agent: "curl/8", session_age: 3, tracking_token: "x" } },
    read: { ip: "8.8.8.8", userAgent: "curl/8" },
    warnings: [],
  },
  {
    name: "an endless user agent",
    given: { device: { ip_address: "8.8.8.8", user_agent: "x".repeat(513) } },
    read: { ip: "8.8.8.8" },
    warnings: [["INPUT_INVALID", "/device/user_agent"]],
  },
];

for (const { name, given, read, warnings } of ROWS) {
  Deno.test(`readFraudRequest: ${name}`, () => {
    const request = readFraudRequest(given, NOW);
    assert.ok(!("refusal" in request));
    assert.deepEqual(shown(request), read);
    assert.deepEqual(request.warnings.map((warning) => [warning.code, warning.input_pointer]), warnings);
    for (const { warning } of request.warnings) assert.ok(warning.length > 10 && warning.length <= 255);
  });
}

const REFUSED: [string, unknown, string][] = [
  ["null", null, "JSON_INVALID"],
  ["a list", [{ device: { ip_address: "8.8.8.8" } }], "JSON_INVALID"],
  ["a text", "8.8.8.8", "JSON_INVALID"],
  ["nothing", {}, "REQUEST_INVALID"],
  ["a hash alone", { email: { address: MD5 } }, "REQUEST_INVALID"],
  ["a number without a country", { billing: { phone_number: "020 8366 1177" } }, "REQUEST_INVALID"],
  ["a code without a number", { billing: { phone_country_code: "44" } }, "REQUEST_INVALID"],
  [
    "a key from the prototype",
    JSON.parse('{"__proto__":{"device":{"ip_address":"8.8.8.8"}}}'),
    "REQUEST_INVALID",
  ],
];

for (const [name, given, code] of REFUSED) {
  Deno.test(`readFraudRequest refuses ${name}`, () => {
    const request = readFraudRequest(given, NOW);
    assert.ok("refusal" in request);
    assert.equal(request.refusal.code, code);
  });
}
