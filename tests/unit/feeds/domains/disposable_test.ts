import assert from "node:assert/strict";
import {
  type DomainSource,
  type DomainTables,
  type ListedDomains,
  openDomainLists,
  REFERENCE_FEED,
  writeDomainLists,
} from "../../../../src/feeds/domains/disposable.ts";
import type { DomainLists } from "../../../../src/feeds/domains/domain_lists.ts";

const TABLES: DomainTables = {
  reference: new Set(["mailtrash.com", "sub.dyn-host.de", "trash.me.github.io", "ddns.net", "co.uk"]),
  wide: new Set(["maybe-trash.com", "mailtrash.com"]),
  free: new Set(["gmail.com", "freemail.de"]),
  alias: new Set(["duck.com", "privaterelay.appleid.com"]),
  mx: new Set(["trash-mx.net"]),
  allow: new Set(["yandex.net"]),
};

const lists = openDomainLists(writeDomainLists(TABLES));

function mergedWith(sources: readonly DomainSource[], tables: DomainTables = TABLES): ListedDomains {
  const merged = openDomainLists(writeDomainLists(tables));
  merged.merge(sources);
  return merged;
}

/** `level entry`, or null. */
function disposable(of: DomainLists, host: string): string | null {
  const hit = of.disposable(host);
  return hit === null ? null : `${hit.level} ${hit.entry}`;
}

const hosts: readonly { name: string; given: string; expected: string | null }[] = [
  { name: "the host itself", given: "mailtrash.com", expected: "listed mailtrash.com" },
  { name: "a host below an entry", given: "a.b.mailtrash.com", expected: "listed mailtrash.com" },
  { name: "one wide list only", given: "maybe-trash.com", expected: "suspected maybe-trash.com" },
  {
    name: "an entry below the registrable name",
    given: "x.sub.dyn-host.de",
    expected: "listed sub.dyn-host.de",
  },
  { name: "its parent and neighbours stay clean", given: "dyn-host.de", expected: null },
  { name: "a neighbour of an entry", given: "other.dyn-host.de", expected: null },
  {
    name: "an entry below a private suffix",
    given: "trash.me.github.io",
    expected: "listed trash.me.github.io",
  },
  { name: "the private suffix's other tenants", given: "other.github.io", expected: null },
  { name: "a name that ends in an entry without a dot between", given: "notmailtrash.com", expected: null },
  { name: "an unlisted name", given: "iana.org", expected: null },
  {
    name: "a private suffix that is an entry, by its own name",
    given: "ddns.net",
    expected: "listed ddns.net",
  },
  { name: "names below a private suffix that is an entry", given: "me.ddns.net", expected: null },
  { name: "a registry's suffix that is an entry", given: "co.uk", expected: null },
  { name: "names below a registry's suffix that is an entry", given: "shop.co.uk", expected: null },
  { name: "the empty text", given: "", expected: null },
];

for (const { name, given, expected } of hosts) {
  Deno.test(`disposable: ${name}`, () => assert.equal(disposable(lists, given), expected));
}

Deno.test("free providers by exact host, alias services with their subdomains", () => {
  assert.equal(lists.isFreeProvider("gmail.com"), true);
  assert.equal(lists.isFreeProvider("mail.gmail.com"), false);
  assert.equal(lists.isFreeProvider("duck.com"), false);
  assert.equal(lists.isAliasProvider("duck.com"), true);
  assert.equal(lists.isAliasProvider("me.duck.com"), true);
  assert.equal(lists.isAliasProvider("appleid.com"), false);
  assert.equal(lists.isAliasProvider("notduck.com"), false);
});

Deno.test("disposableMx: named hosts and hosts of listed domains, not of suspected or free ones", () => {
  for (const exchange of ["trash-mx.net", "in.trash-mx.net", "mx.mailtrash.com"]) {
    assert.equal(lists.disposableMx(exchange), true, exchange);
  }
  for (
    const exchange of [
      "mx.maybe-trash.com",
      "gmail-smtp-in.l.google.com",
      "mx.gmail.com",
      "mx.yandex.net",
      "",
    ]
  ) {
    assert.equal(lists.disposableMx(exchange), false, exchange);
  }
});

Deno.test("merge: two lists make it listed, one wide list suspected, the reference list listed", () => {
  const merged = mergedWith([
    { name: REFERENCE_FEED, domains: ["fresh-trash.com"] },
    { name: "disposable-domains", domains: ["maybe-trash.com", "wide-only.com"] },
  ]);
  assert.equal(disposable(merged, "fresh-trash.com"), "listed fresh-trash.com");
  assert.equal(disposable(merged, "maybe-trash.com"), "listed maybe-trash.com");
  assert.equal(disposable(merged, "wide-only.com"), "suspected wide-only.com");
  assert.equal(
    disposable(merged, "mailtrash.com"),
    "listed mailtrash.com",
    "still there: the fresh list is a part",
  );
  merged.merge([]);
  assert.equal(disposable(merged, "fresh-trash.com"), null, "the base is not changed");
});

Deno.test("merge: a feed cannot make a suffix, a provider, an alias or an allowed name disposable", () => {
  const poisoned = ["com", "co.uk", "gmail.com", "duck.com", "yandex.net", ""];
  const merged = mergedWith([
    { name: REFERENCE_FEED, domains: poisoned },
    { name: "disposable-domains", domains: poisoned },
  ]);
  for (
    const host of [
      "iana.com",
      "shop.co.uk",
      "me.github.io",
      "gmail.com",
      "me.duck.com",
      "yandex.net",
      "github.io",
    ]
  ) {
    assert.equal(merged.disposable(host), null, host);
  }
  assert.equal(merged.isFreeProvider("gmail.com"), true);
  assert.equal(merged.isAliasProvider("duck.com"), true);
});

Deno.test("merge: a whole fresh reference list takes names off again", () => {
  const many = Array.from({ length: 100 }, (_, index) => `trash${index}.com`);
  const tables = { ...TABLES, reference: new Set(many), wide: new Set(["trash0.com"]) };
  const fresh = mergedWith([{ name: REFERENCE_FEED, domains: many.slice(2) }], tables);
  assert.equal(disposable(fresh, "trash1.com"), null, "taken off upstream");
  assert.equal(disposable(fresh, "trash0.com"), "suspected trash0.com", "the wide list still has it");
  assert.equal(disposable(fresh, "trash2.com"), "listed trash2.com");
  const part = mergedWith([{ name: REFERENCE_FEED, domains: many.slice(50) }], tables);
  assert.equal(disposable(part, "trash1.com"), "listed trash1.com", "half a list takes nothing off");
});

Deno.test("merge of nothing changes nothing; only opened lists can be merged", () => {
  const merged = mergedWith([]);
  for (const { given, expected } of hosts) assert.equal(disposable(merged, given), expected);
  const foreign: DomainLists = {
    disposable: () => null,
    disposableMx: () => false,
    isFreeProvider: () => false,
    isAliasProvider: () => false,
    isPublicSuffix: () => false,
  };
  assert.throws(() => lists.merge.call(foreign as ListedDomains, []), TypeError);
});

const good = new TextDecoder().decode(writeDomainLists(TABLES));
const damaged: readonly { name: string; given: string }[] = [
  { name: "nothing", given: "" },
  { name: "another format", given: good.replace("winnow-domain-lists 1", "winnow-domain-lists 2") },
  { name: "cut in the middle", given: good.slice(0, good.length >> 1) },
  { name: "cut at the last line", given: good.split("\n").slice(0, -2).join("\n") },
  { name: "a wrong count", given: good.replace("#wide 2", "#wide 3") },
  { name: "a huge count", given: good.replace("#wide 2", "#wide 99999999999") },
  { name: "a count that is no number", given: good.replace("#wide 2", "#wide x") },
  { name: "a negative count", given: good.replace("#wide 2", "#wide -1") },
  { name: "a doubled line", given: good.replace("#wide 2\nmailtrash.com", "#wide 2\nmaybe-trash.com") },
];

for (const { name, given } of damaged) {
  Deno.test(`openDomainLists refuses ${name}`, () => {
    assert.throws(() => openDomainLists(new TextEncoder().encode(given)), /domain lists/);
  });
}

Deno.test("openDomainLists refuses bytes that are not UTF-8", () => {
  assert.throws(() => openDomainLists(new Uint8Array([0xff, 0xfe, 0x00])));
});
