import assert from "node:assert/strict";
import fc from "fast-check";
import { readRegistration } from "../../../../src/net/rdap/rdap_answer.ts";

const NOW = Date.UTC(2026, 10, 20);
const event = (eventDate: unknown, eventAction = "registration") => ({ eventAction, eventDate });
const named = (fn: unknown, handle?: string) => ({
  roles: ["registrar"],
  ...(handle === undefined ? {} : { handle }),
  vcardArray: ["vcard", [["version", {}, "text", "4.0"], ["fn", {}, "text", fn]]],
});

const rows: {
  name: string;
  given: unknown;
  expected: [createdAt: string | null, registrar: string | null] | string;
}[] = [
  {
    name: "registration and registrar",
    given: {
      ldhName: "SHOP.EXAMPLE.",
      events: [event("2020-05-01T10:00:00Z")],
      entities: [named("Registrar Inc.")],
    },
    expected: ["2020-05-01T10:00:00.000Z", "Registrar Inc."],
  },
  {
    name: "the earliest of several, other actions aside",
    given: {
      events: [
        event("2001-01-01T00:00:00Z", "last changed"),
        event("2015-01-01T00:00:00+02:00"),
        event("2010-06-01"),
        event("2012-01-01T00:00:00.123456Z"),
      ],
    },
    expected: ["2010-06-01T00:00:00.000Z", null],
  },
  {
    name: "an offset",
    given: { events: [event("2004-08-30T22:55:00+00:00")] },
    expected: ["2004-08-30T22:55:00.000Z", null],
  },
  {
    name: "an offset without a colon",
    given: { events: [event("2004-08-30T22:55:00+0200")] },
    expected: ["2004-08-30T20:55:00.000Z", null],
  },
  { name: "no registration event", given: { ldhName: "shop.example", events: [] }, expected: [null, null] },
  {
    name: "an impossible date and a valid one",
    given: { events: [event("1999-13-01"), event("2010-01-01")] },
    expected: ["2010-01-01T00:00:00.000Z", null],
  },
  {
    name: "registrar by handle",
    given: { entities: [{ roles: ["registrar"], handle: "REG-X" }] },
    expected: [null, "REG-X"],
  },
  {
    name: "an empty name falls to the handle",
    given: { entities: [named("  ", "292")] },
    expected: [null, "292"],
  },
  {
    name: "control characters in the name",
    given: { entities: [named("A\u0000B\u202eC\n")] },
    expected: [null, "A B C"],
  },
  {
    name: "a registrant is not the registrar",
    given: { entities: [{ roles: ["registrant"], handle: "P1" }] },
    expected: [null, null],
  },
  { name: "future", given: { events: [event("2027-01-01T00:00:00Z")] }, expected: "unavailable" },
  {
    name: "before the first domain",
    given: { events: [event("1970-01-01T00:00:00Z")] },
    expected: "unavailable",
  },
  {
    name: "no date",
    given: { events: [event("yesterday"), event(17), event(null)] },
    expected: "unavailable",
  },
  ...["yesterday", "2027-01-01T00:00:00Z", "1970-01-01", 17].map((date) => ({
    name: `an unusable date (${date}) leaves the registrar`,
    given: { events: [event(date)], entities: [named("Registrar Inc.")] },
    expected: [null, "Registrar Inc."] as [null, string],
  })),
  {
    name: "another domain",
    given: { ldhName: "other.example", events: [event("2010-01-01")] },
    expected: "unavailable",
  },
  {
    name: "an error document",
    given: { errorCode: 500, events: [event("2010-01-01")] },
    expected: "unavailable",
  },
  { name: "no such name in a document", given: { errorCode: 404 }, expected: "no_data" },
  { name: "an empty object", given: {}, expected: "unavailable" },
  { name: "a list", given: [], expected: "unavailable" },
  { name: "null", given: null, expected: "unavailable" },
  {
    name: "lists of other things",
    given: { events: [1, null, []], entities: ["x", { roles: "registrar" }] },
    expected: [null, null],
  },
];

for (const { name, given, expected } of rows) {
  Deno.test(`readRegistration: ${name}`, () => {
    const fact = readRegistration(given, "shop.example", NOW);
    if (typeof expected === "string") assert.equal(fact.known ? "known" : fact.why, expected);
    else assert.deepEqual(fact, { known: true, value: { createdAt: expected[0], registrar: expected[1] } });
  });
}

Deno.test("readRegistration never throws and never gives a date out of range", () => {
  fc.assert(fc.property(fc.anything({ maxDepth: 4 }), fc.anything(), (events, entities) => {
    const fact = readRegistration({ events, entities }, "shop.example", NOW);
    if (fact.known && fact.value.createdAt !== null) {
      assert(Date.parse(fact.value.createdAt) <= NOW + 86_400_000);
    }
  }));
});
