import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Address,
  addressFromV4,
  addressFromV6,
  contains,
  networkOf,
  parseAddress,
  parseCidr,
} from "../../src/model/address/address.ts";
import { rounds } from "../support/rounds.ts";

const word = fc.oneof(fc.constantFrom(0, 1, 0xffff, 0x10000, 0xffffffff), fc.nat({ max: 0xffffffff }));
const words = fc.tuple(word, word, word, word);
const address = fc.oneof(word.map(addressFromV4), words.map(addressFromV6));

/** The address as one big number, by arithmetic that has nothing to do with the code under test. */
function valueOf({ family, v4, v6 }: Address): bigint {
  return family === 4 ? BigInt(v4) : v6.reduce((value, part) => value * 4_294_967_296n + BigInt(part), 0n);
}

Deno.test("an address's text parses back to the same address", () => {
  fc.assert(fc.property(address, (given) => assert.deepEqual(parseAddress(given.text), given)));
});

Deno.test("any spelling of an IPv6 address gives one canonical text", () => {
  fc.assert(fc.property(words, fc.boolean(), (given, upper) => {
    const parts = given.flatMap((part) => [part >>> 16, part & 0xffff])
      .map((part) => part.toString(16).padStart(4, "0"));
    const spelled = parts.join(":");
    const text = parseAddress(upper ? spelled.toUpperCase() : spelled)?.text;
    assert.equal(text, addressFromV6(given).text);
  }));
});

Deno.test("a mapped address is its IPv4 address", () => {
  fc.assert(fc.property(word, (v4) => {
    const plain = addressFromV4(v4);
    assert.deepEqual(parseAddress(`::ffff:${plain.text}`), plain);
    assert.deepEqual(parseAddress(`::ffff:${(v4 >>> 16).toString(16)}:${(v4 & 0xffff).toString(16)}`), plain);
  }));
});

Deno.test("a network holds exactly the addresses that share its prefix", () => {
  fc.assert(fc.property(address, address, fc.nat({ max: 128 }), (one, other, bits) => {
    const length = one.family === 4 ? 32 : 128;
    const prefix = Math.min(bits, length);
    const network = networkOf(one, prefix);
    const shift = BigInt(length - prefix);
    assert.equal(valueOf(network), valueOf(one) >> shift << shift);
    const cidr = { address: network, prefix };
    assert.ok(contains(cidr, one));
    const same = one.family === other.family && valueOf(one) >> shift === valueOf(other) >> shift;
    assert.equal(contains(cidr, other), same);
  }));
});

Deno.test("CIDR text parses back to the same network", () => {
  fc.assert(fc.property(address, fc.nat({ max: 128 }), (given, bits) => {
    const prefix = given.family === 4 ? bits % 33 : bits;
    const cidr = { address: networkOf(given, prefix), prefix };
    assert.deepEqual(parseCidr(`${given.text}/${prefix}`), cidr);
    assert.deepEqual(parseCidr(`${cidr.address.text}/${prefix}`), cidr);
  }));
});

Deno.test("no text makes the parsers throw, and what they accept is canonical", () => {
  const near = fc.string({ unit: fc.constantFrom(..."0123456789abcdefF:./%x -[]\0é"), maxLength: 60 });
  fc.assert(
    fc.property(fc.oneof(near, fc.string()), (text) => {
      const parsed = parseAddress(text);
      if (parsed !== null) assert.deepEqual(parseAddress(parsed.text), parsed);
      const cidr = parseCidr(text);
      if (cidr !== null) assert.deepEqual(parseCidr(`${cidr.address.text}/${cidr.prefix}`), cidr);
    }),
    { numRuns: rounds(2000) },
  );
});
