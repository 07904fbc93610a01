import assert from "node:assert/strict";
import { Budget } from "../../../../src/concurrency/budget.ts";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { openDomainLists, writeDomainLists } from "../../../../src/feeds/domains/disposable.ts";
import { collectDomain } from "../../../../src/signals/domain/collect.ts";
import { bundledFolds, withConfusables } from "../../../../src/signals/domain/confusable.ts";
import { parseDomain } from "../../../../src/signals/domain/parse.ts";
import {
  domainSources,
  HISTORY,
  NOW,
  type SourceChanges,
} from "../../../support/fixtures/domain_evidence.ts";

const CONTEXT = {
  budget: new Budget(Infinity),
  history: HISTORY,
  now: NOW,
};

const lists = openDomainLists(writeDomainLists({
  reference: new Set(["throwaway.example.net", "trashbox.com"]),
  wide: new Set(["maybe-trash.com"]),
  free: new Set(["gmail.com"]),
  alias: new Set(["duck.com"]),
  mx: new Set(["trash-mx.net"]),
  allow: new Set(),
}));

async function collect(host: string, given: SourceChanges = {}, context = CONTEXT) {
  const name = parseDomain(host);
  assert.ok("host" in name);
  const { sources, asked } = domainSources({ lists, ...given });
  return { evidence: await collectDomain(name, sources, context), asked };
}

Deno.test("collectDomain asks DNS for the host, RDAP for the registrant, the website for the owner", async () => {
  const { evidence, asked } = await collect("mail.shop.co.uk");
  assert.deepEqual(asked.toSorted(), ["dns mail.shop.co.uk shop.co.uk", "rdap shop.co.uk", "web shop.co.uk"]);
  assert.deepEqual(evidence.dns, {
    resolves: known(true),
    acceptsMail: known(true),
    spf: known(true),
    dmarc: known(false),
  });
  assert.deepEqual(evidence.registration, known({ createdAt: null, registrar: "R" }));
});

Deno.test("collectDomain below a private suffix checks the owner's website; the suffix's registration is not the owner's", async () => {
  for (const host of ["me.github.io", "fresh-phish.vercel.app"]) {
    const { asked, evidence } = await collect(host);
    const suffix = host.slice(host.indexOf(".") + 1);
    assert.deepEqual(asked.toSorted(), [`dns ${host} ${suffix}`, `web ${host}`]);
    assert.deepEqual(evidence.registration, unknown("not_supported", "subdomain of a shared domain"));
  }
  assert.ok((await collect("github.io")).asked.includes("rdap github.io"), "the suffix's own");
});

Deno.test("collectDomain queries no source about a reserved name", async () => {
  const { evidence, asked } = await collect("shop.test");
  assert.deepEqual(asked, []);
  assert.deepEqual(evidence.registration, unknown("not_asked", "reserved domain"));
  assert.deepEqual(evidence.dns.resolves, unknown("not_asked", "reserved domain"));
});

Deno.test("collectDomain asks no registry about a suffix", async () => {
  const { evidence, asked } = await collect("co.uk");
  assert.deepEqual(asked, ["dns co.uk co.uk", "web co.uk"]);
  assert.equal(evidence.registration.known, false);
});

Deno.test("collectDomain: a name that does not exist has no website; one without an address is checked", async () => {
  const gone = { exists: known(false), resolves: known(false) };
  const rows = [
    { name: "no such name", host: "iana.org", facts: gone, website: known(false), asked: [] },
    {
      name: "no address",
      host: "iana.org",
      facts: { resolves: known(false) },
      website: known(true),
      asked: ["web iana.org"],
    },
    {
      name: "no such name below the site's",
      host: "mail.iana.org",
      facts: gone,
      website: known(true),
      asked: ["web iana.org"],
    },
  ];
  for (const row of rows) {
    const { evidence, asked } = await collect(row.host, { facts: row.facts });
    assert.deepEqual(evidence.website, row.website, row.name);
    assert.deepEqual(asked.filter((line) => line.startsWith("web")), row.asked, row.name);
  }
});

Deno.test("collectDomain: a registry that fails or is late leaves an unknown", async () => {
  const failing = await collect("iana.org", { registration: Promise.reject(new Error("boom")) });
  assert.deepEqual(failing.evidence.registration, unknown("unavailable"));
  const late = await collect("iana.org", { registration: new Promise(() => {}) }, {
    ...CONTEXT,
    budget: new Budget(0),
  });
  assert.deepEqual(late.evidence.registration, unknown("timeout"));
});

Deno.test("collectDomain: lists, with the mail host as proof", async () => {
  const facts = (exchange: string) => ({ facts: { mx: known([{ preference: 0, exchange }]) } });
  assert.equal((await collect("a.trashbox.com")).evidence.lists.disposable, "listed");
  assert.equal((await collect("maybe-trash.com")).evidence.lists.disposable, "suspected");
  assert.deepEqual(
    (await collect("iana.org", facts("in.trash-mx.net"))).evidence.lists.disposableMx,
    known(true),
  );
  assert.deepEqual(
    (await collect("iana.org", facts("mx.trashbox.com"))).evidence.lists.disposableMx,
    known(true),
  );
  assert.deepEqual(
    (await collect("iana.org", facts("mx.maybe-trash.com"))).evidence.lists.disposableMx,
    known(false),
  );
  assert.deepEqual((await collect("iana.org", facts(""))).evidence.lists.disposableMx, known(false));
  assert.deepEqual((await collect("gmail.com", facts("in.trash-mx.net"))).evidence.lists, {
    disposable: null,
    disposableMx: known(false),
    freeProvider: true,
    aliasProvider: false,
  });
  assert.equal((await collect("me.duck.com")).evidence.lists.aliasProvider, true);
  const dark = await collect("iana.org", { facts: { mx: unknown("timeout") } });
  assert.deepEqual(dark.evidence.lists.disposableMx, unknown("timeout"));
});

Deno.test("collectDomain uses the refreshed fold table when there is one", async () => {
  const folds = withConfusables(bundledFolds(), "A7FB ;\t0061 ;\tMA\t# made up for this test\n");
  assert.equal((await collect("krꟻken.com")).evidence.homograph.target, null);
  const { evidence } = await collect("krꟻken.com", { confusables: { folds: () => folds } });
  assert.equal(evidence.homograph.target, "kraken");
});
