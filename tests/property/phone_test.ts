import assert from "node:assert/strict";
import fc from "fast-check";
import { getCountries, getExampleNumber, parsePhoneNumberWithError } from "libphonenumber-js/max";
import examples from "libphonenumber-js/examples.mobile.json";
import type { History } from "../../src/model/component.ts";
import { maskPhone, MAX_PHONE_LENGTH, parsePhone, phoneIdentity } from "../../src/signals/phone/parse.ts";
import { renumbered } from "../../src/signals/phone/earlier_plan.ts";
import { scorePhone } from "../../src/signals/phone/score.ts";
import { rounds } from "../support/rounds.ts";

const CLEAN: History = {
  abuseReports: 0,
  recentAbuse: false,
  recentAbuseCounts: false,
  abuseRisk: 0,
  firstSeen: "2026-01-01T00:00:00Z",
  timesSeen: 1,
};

const noise = fc.oneof(
  fc.string({ unit: "binary", maxLength: MAX_PHONE_LENGTH }),
  fc.string({
    unit: fc.constantFrom(..."+0123456789 ()-.;=#x,/~tel:ext\u0000\ud800\udc00\u202a\u00a0٣９＋".split("")),
  }),
  fc.stringMatching(/^\+[0-9]{0,20}$/),
  fc.stringMatching(/^(tel:)?[0-9+() .-]{0,30}(;(ext|phone-context|isub|a)=[+0-9a-z-]{0,9}){0,3}$/),
);
const country = fc.option(
  fc.oneof(fc.constantFrom(...getCountries(), "ZZ", "", "__proto__"), fc.string({ maxLength: 4 })),
);

Deno.test("any text and any country give a status, a score from 0 to 100 and a masked form, and never throw", () => {
  fc.assert(
    fc.property(noise, country, (text, region) => {
      const input = parsePhone(text, region);
      const { breakdown, fields } = scorePhone({ input, history: CLEAN });
      assert.ok(Number.isInteger(breakdown.score) && breakdown.score >= 0 && breakdown.score <= 100);
      assert.equal(fields.parse_status === "ok", fields.signals.syntax_valid === true);
      if (fields.signals.syntax_valid === true) assert.equal(fields.signals.is_possible, true);
      if (fields.phone !== null) assert.match(fields.phone, /^\+[1-9]\d{1,19}$/);
      if (!input.decided) assert.equal(breakdown.score, 0);
      const digits = input.number?.parsed.nationalNumber;
      if (digits !== undefined && digits.length > 5) assert.ok(!maskPhone(input).includes(digits));
    }),
    { numRuns: rounds(2000) },
  );
});

const near = fc.tuple(
  fc.constantFrom(...getCountries()),
  fc.nat({ max: 999 }),
  fc.constantFrom("", " ext. 9"),
);

Deno.test("a number read once, international or national, reads the same from its E.164 form with any country", () => {
  let checked = 0;
  fc.assert(
    fc.property(near, country, ([region, end, extension], other) => {
      const example = getExampleNumber(region, examples);
      if (example === undefined) return;
      const digits = example.nationalNumber.slice(0, -3) + String(end).padStart(3, "0");
      for (const text of [`+${example.countryCallingCode}${digits}`, digits]) {
        const input = parsePhone(text + extension, region);
        if (input.number === null || !input.number.valid) continue;
        const again = parsePhone(phoneIdentity(input), other);
        assert.equal(again.e164, input.e164);
        assert.equal(again.parseStatus, "ok");
        assert.equal(again.number?.country, input.number.country);
        checked++;
      }
    }),
    { numRuns: rounds(1000) },
  );
  assert.ok(checked > 500, `${checked} numbers`);
});

Deno.test("valid, type, country and formats agree with libphonenumber-js on an example of every country, whole and mutated", () => {
  let compared = 0;
  for (const region of getCountries()) {
    const example = getExampleNumber(region, examples);
    if (example === undefined) continue;
    for (
      const text of [
        example.number,
        example.number.slice(0, -1),
        `${example.number}0`,
        mutate(example.number),
      ]
    ) {
      const bare = parsePhoneNumberWithError(text, { extract: false });
      const { fields } = scorePhone({ input: parsePhone(text, null), history: CLEAN });
      const now = bare.isValid() ? null : renumbered(bare.countryCallingCode, bare.nationalNumber);
      if (now !== null && parsePhoneNumberWithError(now).isValid()) {
        assert.equal(fields.number.e164, now, text);
        continue;
      }
      assert.equal(fields.signals.syntax_valid, bare.isValid(), text);
      assert.equal(fields.signals.is_possible, bare.isPossible(), text);
      assert.equal(fields.number.line_type, bare.getType()?.toLowerCase() ?? null, text);
      assert.equal(fields.number.e164, bare.number, text);
      assert.equal(fields.number.national, bare.formatNational(), text);
      assert.equal(fields.number.international, bare.formatInternational(), text);
      if (bare.country !== undefined) assert.equal(fields.number.country, bare.country, text);
      compared++;
    }
  }
  assert.ok(compared > 900, `${compared} numbers`);
});

/** The same length, another middle. */
function mutate(number: string): string {
  const at = number.length - 4;
  return number.slice(0, at) + String((Number(number[at]) + 5) % 10) + number.slice(at + 1);
}
