import assert from "node:assert/strict";
import fc from "fast-check";
import { spellingsOf } from "../../../../../src/signals/email/mailbox/mailbox_spelling.ts";
import { parseEmail } from "../../../../../src/signals/email/parse.ts";

const rows: readonly { name: string; email: string; expected: readonly string[] }[] = [
  { name: "an ordinary address", email: "Bob@Shop.com", expected: ["Bob@shop.com bob@shop.com"] },
  {
    name: "a tag",
    email: "Bob+News@shop.com",
    expected: ["Bob@shop.com bob@shop.com", "Bob+News@shop.com bob+news@shop.com"],
  },
  {
    name: "a dot before the tag",
    email: "bob.+x@shop.com",
    expected: ["bob@shop.com bob@shop.com", "bob.+x@shop.com bob.+x@shop.com"],
  },
  { name: "a plus at the front", email: "+x@shop.com", expected: ["+x@shop.com +x@shop.com"] },
  { name: "dots at an unknown provider", email: "b.ob@shop.com", expected: ["b.ob@shop.com b.ob@shop.com"] },
  { name: "dots at Gmail", email: "b.ob@gmail.com", expected: ["b.ob@gmail.com bob@gmail.com"] },
  {
    name: "a tag and dots at Gmail",
    email: "b.ob+x@gmail.com",
    expected: ["b.ob@gmail.com bob@gmail.com", "b.ob+x@gmail.com b.ob+x@gmail.com"],
  },
  { name: "a second domain of a provider", email: "bob@me.com", expected: ["bob@me.com bob@me.com"] },
  { name: "a provider without tags", email: "bob+x@tuta.com", expected: ["bob+x@tuta.com bob+x@tuta.com"] },
  {
    name: "a name in the domain",
    email: "any+x@bob.fastmail.com",
    expected: ["any+x@bob.fastmail.com any+x@bob.fastmail.com"],
  },
  {
    name: "quotes that are not needed",
    email: '"bob+x"@shop.com',
    expected: ["bob@shop.com bob@shop.com", "bob+x@shop.com bob+x@shop.com"],
  },
  {
    name: "quotes that are needed",
    email: '"Bob +x"@shop.com',
    expected: ['"Bob +x"@shop.com "bob +x"@shop.com'],
  },
  { name: "no address", email: "bob", expected: [] },
];

for (const { name, email, expected } of rows) {
  Deno.test(`spellingsOf: ${name}`, () => {
    assert.deepEqual(spellingsOf(parseEmail(email)).map(({ address, key }) => `${address} ${key}`), expected);
  });
}

Deno.test("spellingsOf ends with the address as written, and its tags share the first spelling", () => {
  const local = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,10}$/);
  const domain = fc.constantFrom("shop.com", "gmail.com", "yandex.ru", "proton.me", "me.com", "fastmail.com");
  fc.assert(fc.property(local, local, domain, (name, tag, host) => {
    const [base, itself] = spellingsOf(parseEmail(`${name}+${tag}@${host}`));
    assert.deepEqual([base], spellingsOf(parseEmail(`${name}@${host}`)));
    assert.equal(itself?.address, `${name}+${tag}@${host}`);
    assert.notEqual(itself?.key, base?.key);
  }));
});
