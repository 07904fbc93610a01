import assert from "node:assert/strict";
import { parseMailbox } from "../../../../src/signals/email/syntax.ts";

const LOCAL_64 = "a".repeat(64);
const LABEL_63 = "b".repeat(63);

const ACCEPTED: readonly { name: string; given: string; local?: string; quoted?: boolean; host: string }[] = [
  { name: "plain", given: "jane.doe@Example.COM", local: "jane.doe", host: "example.com" },
  { name: "every atext sign", given: "!#$%&'*+/=?^_`{|}~-@b.co", local: "!#$%&'*+/=?^_`{|}~-", host: "b.co" },
  { name: "top-level domain alone", given: "jane@io", host: "io" },
  { name: "digits as top-level domain", given: "jane@192.0.2.1", host: "192.0.2.1" },
  { name: "64 octets of local part", given: `${LOCAL_64}@b.co`, host: "b.co" },
  { name: "63 octets of label", given: `a@${LABEL_63}.co`, host: `${LABEL_63}.co` },
  { name: "hyphens inside a label", given: "a@b--c.co", host: "b--c.co" },
  { name: "quotes that are needed", given: '"a b"@c.co', local: "a b", quoted: true, host: "c.co" },
  { name: "quotes that are not needed", given: '"a.b"@c.co', local: "a.b", quoted: false, host: "c.co" },
  { name: "empty quotes", given: '""@c.co', local: "", quoted: true, host: "c.co" },
  { name: "@ in quotes", given: '"a@b"@c.co', local: "a@b", quoted: true, host: "c.co" },
  { name: "escaped quote", given: '"a\\"b"@c.co', local: 'a"b', quoted: true, host: "c.co" },
  { name: "UTF-8 in quotes", given: '"jörg b"@c.co', local: "jörg b", quoted: true, host: "c.co" },
  { name: "UTF-8 local part", given: "伊昭傑@b.co", local: "伊昭傑", host: "b.co" },
  { name: "IDN", given: "a@Bücher.example", host: "xn--bcher-kva.example" },
  { name: "ideographic dot", given: "a@郵件。商務", host: "xn--5nqv22n.xn--lhr59c" },
  { name: "A-label", given: "a@XN--bcher-kva.example", host: "xn--bcher-kva.example" },
  { name: "IPv4 literal", given: "a@[192.0.2.1]", host: "[192.0.2.1]" },
  { name: "IPv6 literal", given: "a@[IPv6:2001:DB8::1]", host: "[ipv6:2001:db8::1]" },
  { name: "IPv6 literal, full", given: "a@[IPv6:1:2:3:4:5:6:7:8]", host: "[ipv6:1:2:3:4:5:6:7:8]" },
  { name: "IPv6 literal, all zeros", given: "a@[IPv6:::]", host: "[ipv6:::]" },
  { name: "IPv6 with IPv4 at its end", given: "a@[IPv6:1:2::192.0.2.1]", host: "[ipv6:1:2::192.0.2.1]" },
];

const REFUSED: readonly { name: string; given: string }[] = [
  { name: "empty", given: "" },
  { name: "no @", given: "jane.example.com" },
  { name: "nothing before @", given: "@b.co" },
  { name: "nothing after @", given: "a@" },
  { name: "two @", given: "a@b@c.co" },
  { name: "leading dot", given: ".a@b.co" },
  { name: "trailing dot of local part", given: "a.@b.co" },
  { name: "two dots", given: "a..b@c.co" },
  { name: "65 octets of local part", given: `${LOCAL_64}a@b.co` },
  { name: "65 octets in 33 characters", given: `${"é".repeat(33)}@b.co` },
  { name: "64 octets of label", given: `a@${LABEL_63}b.co` },
  { name: "254 octets", given: `${LOCAL_64}@${LABEL_63}.${LABEL_63}.${LABEL_63}.co` },
  { name: "254 octets as A-labels", given: `a@${"ü.".repeat(40)}co` },
  { name: "empty label", given: "a@b..co" },
  { name: "leading dot of domain", given: "a@.b.co" },
  { name: "trailing dot of domain", given: "a@b.co." },
  { name: "leading hyphen", given: "a@-b.co" },
  { name: "trailing hyphen", given: "a@b-.co" },
  { name: "hyphen at the end of the top-level domain", given: "a@b.co-" },
  { name: "underscore in domain", given: "a@b_c.co" },
  { name: "slash in domain", given: "a@b/c.co" },
  { name: "port", given: "a@b.co:25" },
  { name: "space inside", given: "a b@c.co" },
  { name: "space after @", given: "a@ b.co" },
  { name: "line break", given: "a@b.co\r\n" },
  { name: "NUL", given: "a\0@b.co" },
  { name: "comment", given: "(note)a@b.co" },
  { name: "display name", given: "Jane <a@b.co>" },
  { name: "unclosed quotes", given: '"a@b.co' },
  { name: "text after quotes", given: '"a"b@c.co' },
  { name: "backslash at the end of quotes", given: '"a\\"@b.co' },
  { name: "line break in quotes", given: '"a\r\nRCPT TO:<b>"@c.co' },
  { name: "escaped control character", given: '"a\\\n"@b.co' },
  { name: "escaped UTF-8", given: '"\\é"@b.co' },
  { name: "half a surrogate pair", given: "a\ud800@b.co" },
  { name: "zero-width character", given: "a\u200bb@c.co" },
  { name: "right-to-left override", given: "a\u202eb@c.co" },
  { name: "full-width @", given: "a\uff20b@c.co" },
  { name: "full-width comma", given: "a\uff0cb@c.co" },
  { name: "combining mark first", given: "\u0301a@b.co" },
  { name: "hyphens in third and fourth place", given: "a@bc--d.co" },
  { name: "punycode that decodes to nothing", given: "a@xn--0.co" },
  { name: "punycode of plain ASCII", given: "a@xn--abc-.co" },
  { name: "percent in IDN", given: "a@ü%2e.co" },
  { name: "IDN that becomes an address", given: "a@１.２.３.４" },
  { name: "literal with text before", given: "a@b[192.0.2.1]" },
  { name: "literal with text after", given: "a@[192.0.2.1].co" },
  { name: "literal unclosed", given: "a@[192.0.2.1" },
  { name: "IPv4 with three parts", given: "a@[192.0.2]" },
  { name: "IPv4 over 255", given: "a@[192.0.2.256]" },
  { name: "IPv6 without tag", given: "a@[2001:db8::1]" },
  { name: "IPv6 with nine groups", given: "a@[IPv6:1:2:3:4:5:6:7:8:9]" },
  { name: "IPv6 with seven groups", given: "a@[IPv6:1:2:3:4:5:6:7]" },
  { name: "IPv6 with two gaps", given: "a@[IPv6:1::2::3]" },
  { name: "IPv6 gap of one group", given: "a@[IPv6:1:2:3:4:5:6::8]" },
  { name: "IPv6 with a letter too far", given: "a@[IPv6:1::g]" },
  { name: "general literal", given: "a@[tag:content]" },
];

for (const { name, given, local, quoted, host } of ACCEPTED) {
  Deno.test(`parseMailbox accepts ${name}`, () => {
    const mailbox = parseMailbox(given);
    assert.ok(!("reason" in mailbox), JSON.stringify(mailbox));
    assert.equal(mailbox.host, host);
    assert.equal(mailbox.literal, host.startsWith("["));
    if (local !== undefined) assert.equal(mailbox.local.text, local);
    if (quoted !== undefined) assert.equal(mailbox.local.quoted, quoted);
  });
}

for (const { name, given } of REFUSED) {
  Deno.test(`parseMailbox refuses ${name}`, () => {
    const mailbox = parseMailbox(given);
    assert.ok("reason" in mailbox, JSON.stringify(mailbox));
    assert.notEqual(mailbox.reason, "");
  });
}

Deno.test("parseMailbox does not repeat control characters in its reason", () => {
  const mailbox = parseMailbox("a\u0007@b.co");
  assert.ok("reason" in mailbox);
  assert.equal(mailbox.reason, "character not allowed: U+0007");
});
