/**
 * Phone scoring against the same calls of bare libphonenumber-js/max (parse, valid, type, three formats).
 * Run: `deno bench -A bench/phone_bench.ts`. Target: at least 0.8 of the bare throughput.
 */
import { parsePhoneNumberWithError } from "libphonenumber-js/max";
import type { History } from "../src/model/component.ts";
import { parsePhone } from "../src/signals/phone/parse.ts";
import { scorePhone } from "../src/signals/phone/score.ts";

const NUMBERS = [
  "+442079460958",
  "+12025550143",
  "+33612345678",
  "+4915123456789",
  "+390669812345",
  "+61412345678",
  "+819012345678",
  "+5511987654321",
  "+447911123456",
  "+13459161234",
  "+77012345678",
  "+8613812345678",
  "+34612345678",
  "+919876543210",
  "+2348012345678",
  "+525512345678",
];

const HISTORY: History = {
  abuseReports: 0,
  recentAbuse: false,
  recentAbuseCounts: false,
  abuseRisk: 0,
  firstSeen: "2026-01-01T00:00:00Z",
  timesSeen: 1,
};

Deno.bench({ name: "bare libphonenumber-js/max, full set", group: "phone", baseline: true }, () => {
  for (const text of NUMBERS) {
    const number = parsePhoneNumberWithError(text, { extract: false });
    number.isValid();
    number.getType();
    number.format("E.164");
    number.formatNational();
    number.formatInternational();
  }
});

Deno.bench({ name: "parsePhone + scorePhone", group: "phone" }, () => {
  for (const text of NUMBERS) scorePhone({ input: parsePhone(text, null), history: HISTORY });
});
