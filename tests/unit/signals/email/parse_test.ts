import assert from "node:assert/strict";
import { emailIdentity, maskEmail, parseEmail } from "../../../../src/signals/email/parse.ts";

const NORMALIZED: readonly { given: string; normalized: string; tagged?: true }[] = [
  { given: "Jane.Doe@Gmail.com", normalized: "janedoe@gmail.com" },
  { given: "j.a.n.e.doe+shop@googlemail.com", normalized: "janedoe@gmail.com", tagged: true },
  { given: "jane.+shop@gmail.com", normalized: "jane@gmail.com", tagged: true },
  { given: "Jane.Doe+news@outlook.com", normalized: "jane.doe@outlook.com", tagged: true },
  { given: "jane+a+b@hotmail.co.uk", normalized: "jane@hotmail.co.uk", tagged: true },
  { given: "jane-doe@yahoo.com", normalized: "jane-doe@yahoo.com" },
  { given: "jane@ymail.com", normalized: "jane@ymail.com" },
  { given: "jane+x@me.com", normalized: "jane@icloud.com", tagged: true },
  { given: "jane@mac.com", normalized: "jane@icloud.com" },
  { given: "jane+x@fastmail.com", normalized: "jane@fastmail.com", tagged: true },
  { given: "shop@jane.fastmail.com", normalized: "jane@fastmail.com", tagged: true },
  { given: "shop@a.jane.fastmail.com", normalized: "shop@a.jane.fastmail.com" },
  { given: "shop@jane.gmail.com", normalized: "shop@jane.gmail.com" },
  { given: "jane.doe+x@protonmail.com", normalized: "jane.doe@proton.me", tagged: true },
  { given: "jane@pm.me", normalized: "jane@proton.me" },
  { given: "jane.doe@ya.ru", normalized: "jane-doe@yandex.ru" },
  { given: "jane-doe@yandex.com", normalized: "jane-doe@yandex.ru" },
  { given: "jane@bk.ru", normalized: "jane@bk.ru" },
  { given: "jane+x@tuta.com", normalized: "jane+x@tuta.com" },
  { given: "abc+x@privaterelay.appleid.com", normalized: "abc+x@privaterelay.appleid.com" },
  { given: "Jane.Doe+x@company.co", normalized: "jane.doe@company.co", tagged: true },
  { given: "jane-x@company.co", normalized: "jane-x@company.co" },
  { given: "+x@company.co", normalized: "+x@company.co" },
  { given: '"jane.doe"@company.co', normalized: "jane.doe@company.co" },
  { given: '"Jane Doe+x"@company.co', normalized: '"jane doe+x"@company.co' },
  { given: '"a\\"B"@company.co', normalized: '"a\\"b"@company.co' },
  { given: "JO\u0308RG@BÜCHER.de", normalized: "jörg@xn--bcher-kva.de" },
  { given: " \tjane@company.co\t ", normalized: "jane@company.co" },
];

for (const { given, normalized, tagged } of NORMALIZED) {
  Deno.test(`parseEmail normalises ${JSON.stringify(given)}`, () => {
    const input = parseEmail(given);
    assert.equal(input.normalized, normalized);
    assert.equal(input.tagged, tagged ?? false);
    assert.notEqual(input.mailbox, null);
    assert.equal(input.reason, null);
  });
}

Deno.test("parseEmail keeps the local part as its owner chose it, without the tag", () => {
  assert.equal(parseEmail("J.Doe+x@gmail.com").untaggedLocal, "j.doe");
});

Deno.test("emailIdentity folds Proton's equal names and leaves other providers' apart", () => {
  const identity = (email: string) => emailIdentity(parseEmail(email));
  assert.equal(identity("jane.doe@proton.me"), identity("Jane_Doe+x@pm.me"));
  assert.equal(identity("jane.doe@gmail.com"), identity("janedoe@googlemail.com"));
  assert.notEqual(identity("jane.doe@company.co"), identity("janedoe@company.co"));
  assert.notEqual(identity("._-@proton.me"), "@proton.me");
});

Deno.test("parseEmail returns an input with a reason for a text that is not an address", () => {
  const input = parseEmail("Jane@@Example");
  assert.equal(input.mailbox, null);
  assert.equal(input.domain, null);
  assert.equal(input.host, "example");
  assert.equal(input.normalized, "jane@@example");
  assert.ok(input.reason);
});

const BROKEN = [
  ...[
    "jane@company.co\n",
    "jane@company.co\r\n",
    "jane@company.co\n\n",
    "jane@company.co\r\n\r\n",
    "jane@company.co\n\r",
    "\njane@company.co",
    "\n",
    "\r\n",
  ],
  ...[
    "jane@company.co\r\nRCPT TO:<x@company.co>",
    "jane\n@company.co",
    "jane@\ncompany.co",
    '"ja\nne"@company.co',
  ],
  ...["jane@company.co\x00", "jane@company.co\v", "jane@company.co\u2028", "ja\u200bne@company.co"],
];
for (const given of BROKEN) {
  Deno.test(`parseEmail leaves ${JSON.stringify(given)} for the parser to refuse`, () => {
    assert.equal(parseEmail(given).mailbox, null);
  });
}

Deno.test("parseEmail removes what copying leaves at both ends", () => {
  for (
    const pasted of [" ", "\t", "\u00a0", "\u3000", "\ufeff", "\u200b", "\u200f", "\u202a", "\u2069\u00a0 "]
  ) {
    for (const given of [`jane@company.co${pasted}`, `${pasted}jane@company.co`]) {
      assert.equal(parseEmail(given).email, "jane@company.co", JSON.stringify(given));
    }
    assert.equal(parseEmail(pasted).email, "");
  }
});

Deno.test("parseEmail gives a literal no domain name", () => {
  const input = parseEmail("jane@[192.0.2.1]");
  assert.equal(input.host, "[192.0.2.1]");
  assert.equal(input.domain, null);
  assert.equal(input.normalized, "jane@[192.0.2.1]");
});

const MASKED: readonly { given: string; expected: string }[] = [
  { given: "jane@example.com", expected: "j•••@example.com" },
  { given: "𝒿ane@example.com", expected: "𝒿•••@example.com" },
  { given: "no address", expected: "n•••" },
  { given: "", expected: "••••" },
];

for (const { given, expected } of MASKED) {
  Deno.test(`maskEmail shows ${JSON.stringify(given)} as ${expected}`, () => {
    assert.equal(maskEmail(parseEmail(given)), expected);
  });
}
