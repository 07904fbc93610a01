import assert from "node:assert/strict";
import { isKnownDomain, MAIL_PROVIDERS } from "../../../../src/signals/email/mail_providers.ts";
import { repairSyntax, typoOf, withDomain } from "../../../../src/signals/email/typo.ts";
import { typoCost } from "../../../../src/signals/email/typo.ts";

const MEANT: readonly { name: string; given: string; expected: string; squat: boolean }[] = [
  { name: "swapped letters", given: "gmial.com", expected: "gmail.com", squat: true },
  { name: "doubled letter", given: "hottmail.com", expected: "hotmail.com", squat: true },
  { name: "missed letter", given: "yaho.com", expected: "yahoo.com", squat: true },
  { name: "neighbouring key", given: "outlokk.com", expected: "outlook.com", squat: true },
  { name: "extra letter", given: "iclouds.co", expected: "icloud.com", squat: false },
  { name: "top-level domain that does not exist", given: "gmail.con", expected: "gmail.com", squat: true },
  { name: "top-level domain that lost a letter", given: "hotmail.co", expected: "hotmail.com", squat: true },
  { name: "country suffix slipped", given: "yahoo.co.ik", expected: "yahoo.co.uk", squat: true },
  { name: "another country's suffix stays", given: "hotmial.fr", expected: "hotmail.fr", squat: true },
  {
    name: "distinctive name under a foreign suffix",
    given: "gmail.net",
    expected: "gmail.com",
    squat: false,
  },
  {
    name: "exact name under the suffix of another provider",
    given: "gmail.de",
    expected: "gmail.com",
    squat: false,
  },
  { name: "exact name at a short provider's suffix", given: "gmail.ru", expected: "gmail.com", squat: false },
  {
    name: "exact name under a suffix that does not exist",
    given: "gmail.dr",
    expected: "gmail.com",
    squat: false,
  },
  { name: "exact name one letter from another", given: "ymail.de", expected: "ymail.com", squat: false },
  {
    name: "exact name, one typo from its own suffix",
    given: "hotmail.rs",
    expected: "hotmail.com",
    squat: false,
  },
  { name: "exact name of a provider with many", given: "outlook.nl", expected: "outlook.com", squat: false },
  { name: "doubled suffix", given: "gmail.com.com", expected: "gmail.com", squat: true },
  { name: "doubled country suffix", given: "web.de.de", expected: "web.de", squat: false },
  { name: "missing dot", given: "gmailcom", expected: "gmail.com", squat: false },
  {
    name: "missing dot before a two-part suffix",
    given: "yahooco.uk",
    expected: "yahoo.co.uk",
    squat: false,
  },
  { name: "missing suffix", given: "hotmail", expected: "hotmail.com", squat: false },
  { name: "missing dot and a slip", given: "gmaillcom", expected: "gmail.com", squat: false },
  {
    name: "nearest of the provider's suffixes",
    given: "hotmail.con.br",
    expected: "hotmail.com.br",
    squat: true,
  },
  { name: "two slips in a long name", given: "protomnial.com", expected: "protonmail.com", squat: false },
  { name: "a neighbour of the first letter", given: "jcloud.com", expected: "icloud.com", squat: false },
  { name: "a neighbour in front", given: "hgmail.com", expected: "gmail.com", squat: false },
  { name: "missing hyphen", given: "tonline.de", expected: "t-online.de", squat: true },
  { name: "China's suffix", given: "outlook.cn", expected: "outlook.com", squat: false },
  { name: "short name", given: "lve.com", expected: "live.com", squat: false },
  {
    name: "any name with a broken suffix",
    given: "acme-widgets.cmo",
    expected: "acme-widgets.com",
    squat: false,
  },
  { name: "any name with a missing dot", given: "acmewidgetsorg", expected: "acmewidgets.org", squat: false },
];

const SHORT: typeof MEANT = [
  { name: "two keys touched in a short name", given: "libve.com", expected: "live.com", squat: false },
  { name: "two keys touched in three letters", given: "gnmx.de", expected: "gmx.de", squat: false },
  { name: "a short name's first letter beside its key", given: "vree.fr", expected: "free.fr", squat: false },
  { name: "three letters of a very large provider", given: "aom.com", expected: "aol.com", squat: false },
  { name: "keys that touch on a German keyboard", given: "zahoo.de", expected: "yahoo.de", squat: false },
  { name: "keys that touch on a French keyboard", given: "gmqil.com", expected: "gmail.com", squat: true },
  {
    name: "a slip in the first part of a suffix",
    given: "tiscali.coo.uk",
    expected: "tiscali.co.uk",
    squat: true,
  },
];
const KEPT: readonly { name: string; given: string }[] = [
  { name: "another letter that is not beside it on the keyboard", given: "wmail.com" },
  { name: "the same in a longer name", given: "hotmaid.fr" },
  { name: "a short name with another first letter", given: "nive.com" },
  { name: "three letters beside those of a provider", given: "aok.de" },
  { name: "three letters with a key beside one of a provider", given: "gms.de" },
  { name: "three letters of another provider", given: "cos.net" },
  { name: "three letters that are a word", given: "all.com" },
  { name: "three letters, two slips from a provider", given: "gma.com" },
  { name: "four letters, two slips from a provider", given: "yoho.com" },
  { name: "the company's own name where its mail is under net", given: "optonline.com" },
  { name: "a short name with one letter more", given: "livre.com" },
  { name: "a letter in front that is no slip", given: "hicloud.com" },
  { name: "a well-known name", given: "cartier.com" },
  { name: "an everyday word", given: "art.com" },
  { name: "two slips from a provider whose name is a word", given: "carters.com" },
  { name: "a provider", given: "gmail.com" },
  { name: "a provider's country form", given: "yahoo.co.in" },
  { name: "a provider's national name", given: "outlook.de" },
  { name: "a provider's national name, near another's", given: "yahoo.de" },
  { name: "a provider's old national name", given: "hotmail.fr" },
  { name: "a short provider's home", given: "mail.de" },
  { name: "an everyday word that is a provider elsewhere", given: "live.xyz" },
  { name: "a provider of one country abroad", given: "yandex.de" },
  { name: "a real name one letter away", given: "mail.com" },
  { name: "a word one letter away", given: "love.com" },
  { name: "an old provider", given: "email.com" },
  { name: "an ordinary company", given: "acme-widgets.de" },
  { name: "a name two slips from a short provider", given: "alot.com" },
  { name: "two slips with another first letter", given: "postmail.com" },
  { name: "a provider's name below another domain", given: "gmail.company.com" },
  { name: "a subdomain of a provider", given: "mail.gmail.com" },
  { name: "a single word", given: "localhost" },
  { name: "a very long name", given: `${"gmail".repeat(12)}.com` },
  { name: "an empty name", given: "" },
];

for (const { name, given, expected, squat } of [...MEANT, ...SHORT]) {
  Deno.test(`typoOf corrects ${name}`, () => {
    assert.deepEqual(pickOf(given), { domain: expected, squat });
  });
}

for (const { name, given } of KEPT) {
  Deno.test(`typoOf leaves ${name} alone`, () => assert.equal(typoOf(given), null));
}

Deno.test("typoOf suggests no other provider where the name is exactly one's own", () => {
  for (const { name, suffixes, distinctive } of MAIL_PROVIDERS) {
    if (!distinctive || (suffixes[0] !== "com" && suffixes[0] !== "net")) continue;
    for (const tail of ["de", "ru", "ch", "pl", "ee", "xyz", "co", "io", "con", "dr"]) {
      const host = `${name}.${tail}`;
      if (isKnownDomain(host)) continue;
      assert.equal(typoOf(host)?.domain.split(".")[0], name, host);
    }
  }
});

function pickOf(host: string) {
  const typo = typoOf(host);
  return typo === null ? null : { domain: typo.domain, squat: typo.squat };
}

Deno.test("typoOf never corrects a provider's own name, nor suggests anything but a provider's", () => {
  for (const { name, suffixes, parked } of MAIL_PROVIDERS) {
    for (const suffix of suffixes) {
      if (!parked.has(suffix)) assert.equal(typoOf(`${name}.${suffix}`), null, `${name}.${suffix}`);
    }
    const dropped = typoOf(`${name.slice(0, -1)}.${suffixes[0]}`);
    if (dropped !== null) assert.ok(isKnownDomain(dropped.domain), dropped.domain);
  }
});

const COSTS: readonly { typed: string; meant: string; expected: number }[] = [
  { typed: "gmail", meant: "gmail", expected: 0 },
  { typed: "gmial", meant: "gmail", expected: 0.7 },
  { typed: "gmaill", meant: "gmail", expected: 0.6 },
  { typed: "hmail", meant: "gmail", expected: 0.8 },
  { typed: "pmail", meant: "gmail", expected: 1 },
  { typed: "gmal", meant: "gmail", expected: 0.9 },
  { typed: "gmaixl", meant: "gmail", expected: 0.9 },
  { typed: "yahooo.co", meant: "yahoo", expected: Infinity },
  { typed: "", meant: "gmail", expected: Infinity },
];

for (const { typed, meant, expected } of COSTS) {
  Deno.test(`typoCost of "${typed}" for "${meant}"`, () => {
    const cost = typoCost(typed, meant, 2);
    assert.ok(cost === expected || Math.abs(cost - expected) < 1e-9, String(cost));
  });
}

Deno.test("withDomain keeps the local part and its tag as typed", () => {
  assert.equal(withDomain("Jane.Doe+Shop@gmial.com", "gmail.com"), "Jane.Doe+Shop@gmail.com");
  assert.equal(withDomain('"a@b"@gmial.com', "gmail.com"), '"a@b"@gmail.com');
});

const REPAIRED: readonly { name: string; given: string; expected: string | null }[] = [
  { name: "comma for dot", given: "jane@gmail,com", expected: "jane@gmail.com" },
  { name: "two dots", given: "jane..doe@company..co", expected: "jane.doe@company.co" },
  { name: "dot at the end", given: "jane.@company.co.", expected: "jane@company.co" },
  { name: "space inside", given: "jane @ company.co", expected: "jane@company.co" },
  { name: "angle brackets", given: "<jane@company.co>", expected: "jane@company.co" },
  { name: "mailto", given: "mailto:jane@company.co", expected: "jane@company.co" },
  { name: "dot and a mistyped domain", given: "jane.@gmial.com", expected: "jane@gmail.com" },
  { name: "no @", given: "jane.company.co", expected: null },
  { name: "two @", given: "jane@doe@company.co", expected: null },
  { name: "nothing that helps", given: "jane@company!.co", expected: null },
  { name: "nothing", given: "", expected: null },
];

for (const { name, given, expected } of REPAIRED) {
  Deno.test(`repairSyntax: ${name}`, () => assert.equal(repairSyntax(given), expected));
}
