import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeQuery, parseResponse, type Question } from "../../../../src/net/dns/dns_message.ts";
import { rounds } from "../../../support/rounds.ts";

const QUESTION: Question = { name: "shop.test", type: "MX" };

Deno.test("encodeQuery asks recursively with EDNS of 1232 bytes, or without", () => {
  const query = encodeQuery(0xbeef, QUESTION, true);
  assert.equal(
    new Uint8Array(query).toHex(),
    "beef01000001000000000001" + "0473686f70047465737400" + "000f0001" + "00" + "0029" + "04d0" + "00000000" +
      "0000",
  );
  assert.equal(
    new Uint8Array(encodeQuery(1, QUESTION, false)).toHex(),
    "0001010000010000000000000473686f70047465737400000f0001",
  );
});

Deno.test("readResponse never throws and never takes bytes with another id", () => {
  const query = encodeQuery(0x1234, QUESTION, true);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    const response = parseResponse(bytes, query, QUESTION);
    if (bytes[0] !== 0x12 || bytes[1] !== 0x34) assert.equal(response, null);
  }));
  const head = query.slice(0, 27);
  head[2] = 0x81;
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.tuple(fc.nat(15), fc.nat(3), fc.nat(3), fc.nat(3)),
      (tail, [rcode, answers, authorities, additionals]) => {
        const bytes = new Uint8Array([...head, ...tail]);
        bytes[3] = 0x80 | rcode;
        bytes[7] = answers;
        bytes[9] = authorities;
        bytes[11] = additionals;
        const response = parseResponse(bytes, query, QUESTION);
        if (response?.kind === "answer") assert(rcode === 0 || rcode === 3);
      },
    ),
    { numRuns: rounds(2_000) },
  );
});
