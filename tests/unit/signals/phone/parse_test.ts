import assert from "node:assert/strict";
import {
  isBillablePhone,
  maskPhone,
  MAX_PHONE_LENGTH,
  parsePhone,
  phoneIdentity,
  type PhoneParseStatus,
} from "../../../../src/signals/phone/parse.ts";

interface Row {
  readonly name: string;
  readonly text: string;
  readonly country?: string | null;
  readonly status: PhoneParseStatus;
  readonly e164?: string | null;
  readonly in?: string | null;
  readonly ext?: string | null;
}

const ROWS: readonly Row[] = [
  { name: "E.164", text: "+442079460958", status: "ok", e164: "+442079460958", in: "GB" },
  { name: "spaces around", text: "  +44 20 7946 0958\t", status: "ok", e164: "+442079460958" },
  { name: "(0) after the calling code", text: "+44 (0)20 7946 0958", status: "ok", e164: "+442079460958" },
  {
    name: "hyphens, dots, slashes",
    text: "+49-30/231.25 123",
    status: "ok",
    e164: "+493023125123",
    in: "DE",
  },
  {
    name: "no-break spaces",
    text: "+33\u00a06\u00a012\u00a034\u00a056\u00a078",
    status: "ok",
    e164: "+33612345678",
  },
  {
    name: "bidi marks of a contact list",
    text: "\u202a+12025550143\u202c",
    status: "ok",
    e164: "+12025550143",
  },
  {
    name: "full-width plus and digits",
    text: "＋１２０２５５５０１４３",
    status: "ok",
    e164: "+12025550143",
  },
  {
    name: "Arabic-Indic digits, national",
    text: "٢٠٢٥٥٥٠١٤٣",
    country: "US",
    status: "ok",
    e164: "+12025550143",
  },
  {
    name: "national with country",
    text: "020 7946 0958",
    country: "GB",
    status: "ok",
    e164: "+442079460958",
  },
  { name: "lower-case country", text: "020 7946 0958", country: "gb", status: "ok", e164: "+442079460958" },
  {
    name: "00 with a country that dials it",
    text: "0044 20 7946 0958",
    country: "FR",
    status: "ok",
    in: "GB",
  },
  {
    name: "011 with a country that dials it",
    text: "011442079460958",
    country: "US",
    status: "ok",
    in: "GB",
  },
  {
    name: "00 where 011 is dialled",
    text: "0044 20 7946 0958",
    country: "US",
    status: "ok",
    e164: "+442079460958",
  },
  { name: "Italy keeps its zero", text: "06 6982", country: "IT", status: "ok", e164: "+39066982" },
  { name: "tel: URI", text: "tel:+1-202-555-0143", status: "ok", e164: "+12025550143" },
  { name: "TEL: in capitals", text: "TEL:+12025550143", status: "ok", e164: "+12025550143" },
  {
    name: "tel: with extension",
    text: "tel:+442079460958;ext=55",
    status: "ok",
    e164: "+442079460958",
    ext: "55",
  },
  {
    name: "tel: with a number prefix as context",
    text: "tel:0958;phone-context=+44-20-7946",
    status: "ok",
    e164: "+442079460958",
  },
  {
    name: "tel: with a calling code as context",
    text: "tel:2079460958;phone-context=+44",
    status: "ok",
    e164: "+442079460958",
  },
  {
    name: "tel: with a domain as context",
    text: "tel:2079460958;phone-context=example.com",
    status: "country_required",
  },
  {
    name: "tel: with sub-address",
    text: "tel:+442079460958;isub=12",
    status: "ok",
    e164: "+442079460958",
    ext: null,
  },
  {
    name: "tel: with an unknown parameter",
    text: "tel:+442079460958;x-a=b",
    status: "ok",
    e164: "+442079460958",
  },
  { name: "ext.", text: "+442079460958 ext. 55", status: "ok", e164: "+442079460958", ext: "55" },
  { name: "x", text: "+442079460958 x55", status: "ok", e164: "+442079460958", ext: "55" },
  { name: "#", text: "+442079460958#55", status: "ok", e164: "+442079460958", ext: "55" },
  { name: "non-geographic toll-free", text: "+800 1234 5678", status: "ok", e164: "+80012345678", in: null },
  { name: "Kazakhstan under +7", text: "+7 701 234 5678", status: "ok", in: "KZ" },
  { name: "Guernsey under +44", text: "+44 1481 256789", status: "ok", in: "GG" },
  { name: "Cayman Islands under +1", text: "+1 345 916 1234", status: "ok", in: "KY" },
  { name: "unassigned range", text: "+1 200 555 1234", status: "invalid", e164: "+12005551234", in: null },
  {
    name: "fictional and unassigned",
    text: "+44 7700 900123",
    status: "invalid",
    e164: "+447700900123",
    in: "GB",
  },
  { name: "national, no country", text: "2025550143", status: "country_required", e164: null },
  { name: "00 prefix, no country", text: "00442079460958", status: "country_required", e164: null },
  { name: "empty country is none", text: "2025550143", country: "", status: "country_required" },
  { name: "blank country is none", text: "2025550143", country: "  ", status: "country_required" },
  {
    name: "national, UK",
    text: "020 7946 0958",
    country: "UK",
    status: "ok",
    e164: "+442079460958",
    in: "GB",
  },
  { name: "national, uk in lower case", text: "020 7946 0958", country: " uk ", status: "ok", in: "GB" },
  { name: "UK with an international number", text: "+12025550143", country: "UK", status: "ok", in: "US" },
  { name: "no other alias: EL is not Greece", text: "2101234567", country: "EL", status: "invalid_country" },
  {
    name: "national, unknown country",
    text: "2025550143",
    country: "ZZ",
    status: "invalid_country",
    e164: null,
  },
  {
    name: "hostile country",
    text: "2025550143",
    country: "__proto__",
    status: "invalid_country",
    e164: null,
  },
  {
    name: "non-geographic is no country",
    text: "2025550143",
    country: "001",
    status: "invalid_country",
    e164: null,
  },
  {
    name: "unknown country is not needed",
    text: "+12025550143",
    country: "ZZ",
    status: "ok",
    e164: "+12025550143",
  },
  { name: "unknown calling code", text: "+999123456", status: "invalid_country", e164: null },
  { name: "calling codes never begin with 0", text: "+0442079460958", status: "invalid_country", e164: null },
  { name: "too short for its plan", text: "+1202555", status: "too_short", e164: "+1202555" },
  { name: "too long for its plan", text: "+1 202 555 01234", status: "too_long", e164: "+120255501234" },
  { name: "too long for any plan", text: "+12345678901234567890123", status: "too_long", e164: null },
  { name: "one digit", text: "1", status: "country_required", e164: null },
  { name: "one digit in a country", text: "1", country: "GB", status: "too_short", e164: null },
  { name: "one digit in no country", text: "1", country: "XX", status: "invalid_country", e164: null },
  {
    name: "Mexico with the 1 of messengers",
    text: "+52 1 55 1234 5678",
    status: "ok",
    e164: "+525512345678",
  },
  {
    name: "the same with 00",
    text: "0052 1 55 1234 5678",
    country: "ES",
    status: "ok",
    e164: "+525512345678",
  },
  {
    name: "Mexico, 044",
    text: "044 55 1234 5678",
    country: "MX",
    status: "ok",
    e164: "+525512345678",
    in: "MX",
  },
  { name: "Mexico, 045", text: "045 55 1234 5678", country: "MX", status: "ok", e164: "+525512345678" },
  { name: "Mexico, 01", text: "01 55 1234 5678", country: "MX", status: "ok", e164: "+525512345678" },
  {
    name: "Mexico, a digit too many",
    text: "+52 2 55 1234 5678",
    status: "too_long",
    e164: "+5225512345678",
  },
  { name: "Mexico, no such area", text: "+52 1 00 1234 5678", status: "too_long", e164: "+5210012345678" },
  { name: "Brazil before the ninth digit", text: "+55 11 9123-4567", status: "ok", e164: "+5511991234567" },
  {
    name: "the same, national",
    text: "(011) 9123-4567",
    country: "BR",
    status: "ok",
    e164: "+5511991234567",
  },
  { name: "Brazil, fixed line", text: "+55 11 3456-7890", status: "ok", e164: "+551134567890" },
  { name: "Benin before 01", text: "+229 97 12 34 56", status: "ok", e164: "+2290197123456", in: "BJ" },
  {
    name: "an extension is kept",
    text: "+52 1 55 1234 5678;ext=7",
    status: "ok",
    e164: "+525512345678",
    ext: "7",
  },
  { name: "+ and one digit", text: "+1", status: "too_short", e164: null },
  { name: "a word", text: "hello", status: "not_a_number", e164: null },
  { name: "a word with a country", text: "hello", country: "US", status: "not_a_number", e164: null },
  {
    name: "a word with an unknown country",
    text: "hello",
    country: "ZZ",
    status: "not_a_number",
    e164: null,
  },
  { name: "vanity letters are refused", text: "+1800FLOWERS", status: "not_a_number", e164: null },
  {
    name: "no number is extracted from a text",
    text: "Call: +442079460958",
    status: "not_a_number",
    e164: null,
  },
  {
    name: "an unknown parameter without tel:",
    text: "+442079460958;a=b",
    status: "not_a_number",
    e164: null,
  },
  { name: "a NUL inside", text: "+44207\u00009460958", status: "not_a_number", e164: null },
  { name: "empty", text: "", status: "not_a_number", e164: null },
  { name: "longer than the limit", text: "+" + "1".repeat(MAX_PHONE_LENGTH), status: "too_long", e164: null },
];

for (const row of ROWS) {
  Deno.test(`parsePhone: ${row.name}`, () => {
    const input = parsePhone(row.text, row.country ?? null);
    assert.equal(input.parseStatus, row.status);
    if (row.e164 !== undefined) assert.equal(input.e164, row.e164);
    if (row.in !== undefined) assert.equal(input.number?.country, row.in);
    if (row.ext !== undefined) assert.equal(input.extension, row.ext);
    assert.equal(input.number === null, input.e164 === null);
    const undecided = row.status === "country_required" ||
      (row.status === "invalid_country" && !input.text.startsWith("+"));
    assert.equal(input.decided, !undecided);
    assert.equal(isBillablePhone(input), !undecided);
  });
}

Deno.test("parsePhone: + wins over another country, which is remembered", () => {
  assert.equal(parsePhone("+12025550143", "GB").number?.country, "US");
  assert.equal(parsePhone("+12025550143", "GB").contradictsCountry, true);
  assert.equal(parsePhone("+12025550143", "UK").contradictsCountry, true);
  assert.equal(parsePhone("+442079460958", "UK").contradictsCountry, false);
  assert.equal(parsePhone("+441481256789", "GB").contradictsCountry, false, "Guernsey shares +44");
  assert.equal(parsePhone("+80012345678", "GB").contradictsCountry, false, "+800 belongs to no country");
  assert.equal(parsePhone("+442079460958", null).contradictsCountry, false);
  assert.equal(parsePhone("0044 20 7946 0958", "FR").contradictsCountry, true);
});

Deno.test("parsePhone: the identity is E.164 without the extension, or the text when nothing was read", () => {
  assert.equal(phoneIdentity(parsePhone("+44 20 7946 0958 ext. 7", null)), "+442079460958");
  assert.equal(phoneIdentity(parsePhone("020 7946 0958", "GB")), "+442079460958");
  assert.equal(phoneIdentity(parsePhone(" hello ", null)), "hello");
});

Deno.test("maskPhone shows the calling code and the last two digits at most", () => {
  assert.equal(maskPhone(parsePhone("+442079460958", null)), "+44 •••• ••58");
  assert.equal(maskPhone(parsePhone("+6834000", null)), "+683 •••• ••••");
  assert.equal(maskPhone(parsePhone("hello", null)), "••••");
});
