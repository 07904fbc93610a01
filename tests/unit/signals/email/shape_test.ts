import assert from "node:assert/strict";
import fc from "fast-check";
import { compileNameLists } from "../../../../scripts/name_lists_build.ts";
import { parseNames, seeded } from "../../../../scripts/handle_samples.ts";
import { NameLists } from "../../../../src/signals/email/name_lists.ts";
import { emailShape, MIXED } from "../../../../src/signals/email/shape.ts";

const bytes = compileNameLists();
const names = new NameLists(bytes);
const own = parseNames(Deno.readTextFileSync("scripts/handle_names.txt"));

Deno.test("the shape of a local part", () => {
  const rows: readonly (readonly [local: string, shape: string])[] = [
    ["jsmith8271", "initial+surname+9999"],
    ["mkhan2231", "initial+surname+9999"],
    ["john.smith42", "given.surname+99"],
    ["John.Smith", "given.surname"],
    ["johnsmith", "given+surname"],
    ["smith.john", "surname.given"],
    // Both names are both: the first is given, the second then a surname.
    ["thomas.martin", "given.surname"],
    ["martin-thomas", "given-surname"],
    ["alisher_karimov", "given_surname"],
    ["j.smith", "letters.surname"],
    ["jürgen.müller", "given.surname"],
    ["info", "word"],
    ["support.team", "word.word"],
    ["xqzvkj", "letters"],
    ["john+shop7", "given+word+9"],
    ["1984john", "9999+given"],
    ["a1b2c3", "letters+9+letters+9+letters+9"],
    ["a1b2c3d4", MIXED],
    ["иван.петров", "letters.letters"],
    ["山田太郎", "letters"],
    ["٣٤٥", "999"],
    ["992501834567", "999999999999"],
    ["12345678901234567890", "999999999999"],
    ["x____y", "letters__letters"],
    ["xq'zv!!~kj", "letters*letters*letters"],
    ["", ""],
  ];
  for (const [local, shape] of rows) assert.equal(emailShape(local, names), shape, local);
});

const PARTS = [
  "given",
  "surname",
  "given\\+surname",
  "initial\\+surname",
  "word",
  "letters",
  "9{1,12}",
  "[._+*-]",
];
const SHAPE = new RegExp(`^(?:${MIXED}|(?:${PARTS.join("|")})*)$`);

Deno.test("a shape consists of classes, nines and separators, whatever the local part is", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 64 }),
    fc.string({ unit: fc.constantFrom(..."abcxyzäжQ09._+-!"), maxLength: 64 }),
  );
  fc.assert(fc.property(text, (local) => {
    const shape = emailShape(local, names);
    assert.match(shape, SHAPE);
    // The case says nothing of how it was made.
    if (/^[\x20-\x7e]*$/.test(local)) assert.equal(emailShape(local.toUpperCase(), names), shape);
  }));
});

Deno.test("only the form of letters that are no name counts", () => {
  // No vowels, so that no name or word is in it.
  const letters = fc.string({ unit: fc.constantFrom(..."bcdfghjkqxz"), minLength: 5, maxLength: 12 });
  fc.assert(fc.property(letters, letters, fc.nat({ max: 9999 }), (one, other, number) => {
    assert.equal(emailShape(`${one}.${number}`, names), emailShape(`${other}.${number}`, names));
  }));
});

Deno.test("what one pattern makes has one shape nearly always, and all patterns together few", () => {
  const random = seeded(7);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!;
  const digits = (count: number) => String(Math.floor(random() * 10 ** count)).padStart(count, "0");
  const anything = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
  const patterns: readonly (readonly [shape: string | null, make: () => string])[] = [
    ["initial+surname+9999", () => pick(own.given)[0] + pick(own.family) + digits(4)],
    ["given+surname+99", () => pick(own.given) + pick(own.family) + digits(2)],
    ["given.surname+99", () => `${pick(own.given)}.${pick(own.family)}${digits(2)}`],
    ["given_surname", () => `${pick(own.given)}_${pick(own.family)}`],
    ["given+999", () => pick(own.given) + digits(3)],
    ["letters+99", () => anything("bcdfghjkqxz", 8) + digits(2)],
    [null, () => anything("abcdefghijklmnopqrstuvwxyz0123456789", 8 + Math.floor(random() * 9))],
  ];
  const all = new Set<string>();
  for (const [expected, make] of patterns) {
    let hits = 0;
    for (let round = 0; round < 2_000; round++) {
      const shape = emailShape(make(), names);
      all.add(shape);
      if (shape === expected) hits++;
    }
    if (expected !== null) assert.ok(hits >= 1_960, `${expected}: ${hits} of 2000`);
  }
  assert.ok(all.size < 400, `${all.size} shapes`);
});

Deno.test("the lists are small, compile to the same bytes, and without them letters are letters", () => {
  assert.ok(bytes.length < 300_000, `${bytes.length} bytes`);
  assert.deepEqual(compileNameLists(), bytes);
  assert.equal(emailShape("john.smith42", new NameLists(new Uint8Array())), "letters.letters+99");
});
