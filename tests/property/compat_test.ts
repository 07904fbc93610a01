/** The compatibility layer is a mapping over the same scoring, and no input makes it fail. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { clampRisk } from "../../src/compat/ip_record.ts";
import { readFraudRequest } from "../../src/compat/fraud_request.ts";
import { readReport } from "../../src/compat/report_request.ts";
import { startApp } from "../support/app/app.ts";
import { asking, basic } from "../support/app/basic_auth.ts";
import { errorBreaks, javaBreaks, pythonBreaks } from "../support/clients/maxmind_rules.ts";
import { rounds } from "../support/rounds.ts";

const FRAUD = "/minfraud/v2.0/insights";
/** Of a person: a program's adds points, as it does natively where a device sends it. */
const BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

const ip = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom("8.8.8.8", "10.0.0.1", "2606:4700:4700::1111"));
const email = fc.oneof(
  fc.emailAddress(),
  fc.constantFrom(
    "jane@gmail.com",
    "x@mailinator.com",
    "admin@example.org",
    "nonsense",
    "a@b@c",
    "q8z7x6@proton.me",
  ),
);
/** A number that repeats the code is read with and without it: see `tests/contract/compat/fraud_test.ts`. */
const phone = fc.oneof(
  fc.tuple(fc.constantFrom("1", "44", "49", "33"), fc.stringMatching(/^\d{3,11}$/))
    .filter(([code, number]) => !number.startsWith(code)),
  fc.constantFrom(["44", "2083661177"], ["1", "2015550123"]),
) as fc.Arbitrary<[code: string, number: string]>;
const signup = fc.record({ ip, email, phone }, { requiredKeys: [] }).filter((given) =>
  Object.keys(given).length > 0
);

Deno.test("the compatibility score of any sign-up is its native score, clamped", async () => {
  await using app = await startApp();
  const strictness = fc.constantFrom("lenient", "balanced", "strict", "3");
  await fc.assert(
    fc.asyncProperty(signup, strictness, async (given, level) => {
      const code = given.phone?.[0];
      const native = await app.ask("/v1/score/user", {
        json: {
          ip: given.ip,
          email: given.email,
          phone: given.phone && `+${code} ${given.phone[1]}`,
          strictness: level,
        },
      });
      const compat = await app.ask(
        `${FRAUD}?strictness=${level}`,
        asking(app.live, {
          json: {
            ...(given.ip === undefined ? {} : { device: { ip_address: given.ip, user_agent: BROWSER } }),
            ...(given.email === undefined ? {} : { email: { address: given.email, domain: "example.com" } }),
            ...(given.phone === undefined ? {} : {
              billing: { phone_country_code: code, phone_number: given.phone[1] },
            }),
            order: { amount: 1 },
          },
        }),
      );
      if (native.status === 400) return assert.equal(compat.status, 400);
      assert.equal(native.status, 200, native.text);
      assert.equal(compat.status, 200, compat.text);
      const { body } = compat;
      assert.equal(body.risk_score, clampRisk(native.body.risk_score));
      assert.equal(body.winnow.verdict, native.body.verdict);
      assert.deepEqual(body.winnow.components_checked, native.body.components_checked);
      assert.deepEqual(body.winnow.top_signals, native.body.top_signals);
      assert.deepEqual(pythonBreaks(body, "fraud"), []);
      assert.deepEqual(javaBreaks(body, "fraud"), []);
    }),
    { numRuns: rounds(150) },
  );
});

const KEYS = [
  "device",
  "ip_address",
  "user_agent",
  "email",
  "address",
  "domain",
  "billing",
  "phone_number",
  "phone_country_code",
  "country",
  "event",
  "transaction_id",
  "shipping",
  "tag",
  "minfraud_id",
  "notes",
  "__proto__",
  "constructor",
  "toString",
  "length",
];
const LEAVES = [
  "8.8.8.8",
  "jane@gmail.com",
  "chargeback",
  "\u0000",
  "\ud800",
  "𝔞@𝔟.𝔠",
  "%",
  "٠٨٠",
  "+",
  "00",
];

const leaf = fc.oneof(
  fc.constantFrom(...LEAVES),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const hostile = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("node"), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom(...KEYS), fc.string({ unit: "binary", maxLength: 20 })),
      tie("node"),
      {
        maxKeys: 6,
        noNullPrototype: false,
      },
    ),
  ),
})).node;
/** A body whose blocks are the vendor's and whose values are not. */
const shaped = fc.record({
  device: fc.record({ ip_address: hostile, user_agent: hostile }, { requiredKeys: [] }),
  email: fc.record({ address: hostile, domain: hostile }, { requiredKeys: [] }),
  billing: fc.record({ phone_number: hostile, phone_country_code: hostile, country: hostile }, {
    requiredKeys: [],
  }),
  event: fc.record({ transaction_id: hostile }),
}, { requiredKeys: [] });

Deno.test("reading never throws, and what it warns of is bounded text", () => {
  fc.assert(
    fc.property(fc.oneof(hostile, shaped), (body) => {
      const json = JSON.parse(JSON.stringify(body) ?? "null");
      readReport(json);
      const request = readFraudRequest(json, Date.now());
      if ("refusal" in request) return assert.deepEqual(errorBreaks({ ...request.refusal }), []);
      for (const warning of request.warnings) {
        for (const text of Object.values(warning)) assert.ok(text.length <= 255 && text.isWellFormed());
      }
    }),
    { numRuns: rounds(2000) },
  );
});

Deno.test("unknown keys are named up to a limit", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 50, maxLength: 400 }), (keys) => {
      const body = {
        ...Object.fromEntries(keys.map((key) => [`k${key}`, 1])),
        email: { address: "a@gmail.com" },
      };
      const request = readFraudRequest(body, Date.now());
      assert.ok(!("refusal" in request) && request.warnings.length <= 20);
    }),
    { numRuns: rounds(50) },
  );
});

Deno.test("hostile bodies, paths and headers are never a server error", async () => {
  await using app = await startApp();
  const paths = ["/minfraud/v2.0/insights", "/minfraud/v2.0/score", "/minfraud/v2.0/transactions/report"];
  const headers = { "content-type": "application/json" };
  const raw = fc.oneof(
    fc.oneof(hostile, shaped).map((body) => JSON.stringify(body) ?? ""),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), raw, async (path, raw) => {
      const answer = await app.ask(path, asking(app.live, { raw, headers, method: "POST" }));
      assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
      if (answer.status >= 400) assert.deepEqual(errorBreaks(answer.body), []);
    }),
    { numRuns: rounds(250) },
  );
  const segment = fc.oneof(
    fc.string({ unit: "binary" }).map((text) => encodeURIComponent(text.toWellFormed())),
    ip,
    fc.stringMatching(/^[%0-9a-f:.]{1,40}$/),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("country", "city", "insights"), segment, async (depth, segment) => {
      const answer = await app.ask(`/geoip/v2.1/${depth}/${segment}`, asking(app.live));
      assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
    }),
    { numRuns: rounds(150) },
  );
  const header = fc.stringMatching(/^[\x21-\x7e][\x20-\x7e]{0,60}$/).map((text) => text.trim());
  await fc.assert(
    fc.asyncProperty(header, header, async (accept, charset) => {
      const headers = { ...basic(app.live), accept, "accept-charset": charset };
      const answer = await app.ask("/geoip/v2.1/country/8.8.8.8", { key: null, headers });
      assert.ok([200, 406, 415].includes(answer.status));
    }),
    { numRuns: rounds(50) },
  );
  await fc.assert(
    fc.asyncProperty(header, async (credentials) => {
      const headers = { authorization: `Basic ${credentials}` };
      const answer = await app.ask("/geoip/v2.1/country/8.8.8.8", { key: null, headers });
      assert.equal(answer.status, 401);
    }),
    { numRuns: rounds(50) },
  );
  assert.deepEqual(app.log, []);
});
