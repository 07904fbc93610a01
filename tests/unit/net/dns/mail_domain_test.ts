import assert from "node:assert/strict";
import { Budget } from "../../../../src/concurrency/budget.ts";
import { type Cidr, parseCidr } from "../../../../src/model/address/address.ts";
import { orNull } from "../../../../src/model/evidence.ts";
import { DnsClient } from "../../../../src/net/dns/dns_client.ts";
import type { MailDomainFacts } from "../../../../src/model/outside_facts.ts";
import { MailDomains } from "../../../../src/net/dns/mail_domain.ts";
import { type AnswerDns, startDnsServer, zone } from "../../../support/servers/dns_server.ts";

const PUBLIC = "93.184.215.14";
const mx = (preference: number, exchange: string) => ({ preference, exchange });

const ROWS = {
  "full.test": {
    A: [PUBLIC],
    MX: [mx(20, "b.full.test"), mx(10, "z.full.test"), mx(10, "a.full.test")],
    TXT: ["v=spf1 include:_spf.full.test -all", "google-site-verification=x"],
  },
  "a.full.test": { A: [PUBLIC] },
  "_dmarc.full.test": { TXT: ["v=DMARC1; p=reject"] },
  "mail.full.test": { A: [PUBLIC] },
  "null.test": { A: [PUBLIC], MX: [mx(0, ".")] },
  "implicit.test": { AAAA: ["2606:2800:21f:cb07::1"] },
  "nothing.test": { TXT: ["v=spf1 -all", "v=spf1 ~all"] },
  "private.test": {
    MX: [mx(10, "inside.test"), mx(20, "loop.test"), mx(30, "gone.test"), mx(40, "10.0.0.1")],
  },
  "inside.test": { A: ["10.1.2.3"] },
  "loop.test": { A: ["127.0.0.1"] },
  "half.test": { MX: [mx(10, "inside.test"), mx(20, "mail.full.test")] },
  "spoof.test": { A: [PUBLIC], TXT: ["v=spf10 -all"] },
  "_dmarc.spoof.test": { TXT: ["v=DMARC1; p=none", "v=DMARC1; p=reject"] },
  "upper.test": { A: [PUBLIC], TXT: ["V=SPF1"] },
  "_dmarc.upper.test": { TXT: ["v = DMARC1 ;p=none"] },
  "many.test": {
    MX: Array.from({ length: 12 }, (_, index) => mx(index, index < 9 ? `i${index}.test` : "mail.full.test")),
  },
  ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`i${index}.test`, { A: ["10.0.0.1"] }])),
};

async function factsOf(
  answer: AnswerDns,
  domain: string,
  options: { organisational?: string; budget?: Budget; allow?: readonly Cidr[]; offline?: boolean } = {},
): Promise<MailDomainFacts> {
  await using server = await startDnsServer(answer);
  const dns = new DnsClient({
    resolvers: [server.resolver],
    offline: options.offline ?? false,
    now: () => 0,
    tries: [500, 2_000],
  });
  const domains = new MailDomains({ dns, egressAllow: options.allow ?? [], now: () => 0 });
  try {
    return await domains.facts(
      domain,
      options.organisational ?? domain,
      options.budget ?? new Budget(Infinity),
    );
  } finally {
    await dns.close();
  }
}

/** Values, or null when unknown. */
function plain(facts: MailDomainFacts) {
  const mxRecords = orNull(facts.mx);
  return [
    orNull(facts.exists),
    orNull(facts.resolves),
    mxRecords === null ? null : mxRecords.map((record) => record.exchange),
    orNull(facts.nullMx),
    orNull(facts.acceptsMail),
    orNull(facts.spf),
    orNull(facts.dmarc),
  ];
}

const rows: { name: string; domain: string; organisational?: string; expected: ReturnType<typeof plain> }[] =
  [
    {
      name: "MX sorted by preference, then name",
      domain: "full.test",
      expected: [true, true, ["a.full.test", "z.full.test", "b.full.test"], false, true, true, true],
    },
    { name: "null MX", domain: "null.test", expected: [true, true, [""], true, false, false, false] },
    {
      name: "an address without MX is the implicit MX",
      domain: "implicit.test",
      expected: [true, true, [], false, true, false, false],
    },
    {
      name: "neither MX nor address, two SPF records",
      domain: "nothing.test",
      expected: [true, false, [], false, false, false, false],
    },
    {
      name: "targets that are private, missing or no names",
      domain: "private.test",
      expected: [
        true,
        false,
        ["inside.test", "loop.test", "gone.test", "10.0.0.1"],
        false,
        false,
        false,
        false,
      ],
    },
    {
      name: "one public target is enough",
      domain: "half.test",
      expected: [true, false, ["inside.test", "mail.full.test"], false, true, false, false],
    },
    { name: "no such domain", domain: "none.test", expected: [false, false, [], false, false, false, false] },
    {
      name: "DMARC of the organisational domain",
      domain: "mail.full.test",
      organisational: "full.test",
      expected: [true, true, [], false, true, false, true],
    },
    {
      name: "look-alike SPF and two DMARC records",
      domain: "spoof.test",
      expected: [true, true, [], false, true, false, false],
    },
    {
      name: "letter case and blanks",
      domain: "upper.test",
      expected: [true, true, [], false, true, true, true],
    },
  ];

for (const row of rows) {
  Deno.test(`MailDomains: ${row.name}`, async () => {
    const facts = await factsOf(zone(ROWS), row.domain, { organisational: row.organisational ?? row.domain });
    assert.deepEqual(plain(facts), row.expected);
  });
}

Deno.test("MailDomains counts a private exchanger that the operator allows", async () => {
  const facts = await factsOf(zone(ROWS), "private.test", { allow: [parseCidr("127.0.0.1")!] });
  assert.deepEqual(facts.acceptsMail, { known: true, value: true });
});

Deno.test("MailDomains does not decide by the first exchangers of very many", async () => {
  const facts = await factsOf(zone(ROWS), "many.test");
  assert.equal(orNull(facts.acceptsMail), null);
});

Deno.test("MailDomains has unknown facts, not false ones, when a resolver fails", async (t) => {
  const unknowns = [null, null, null, null, null, null, null];
  const broken: [name: string, answer: AnswerDns][] = [
    ["SERVFAIL", () => ({ rcode: "SERVFAIL" })],
    ["NXDOMAIN to everything", () => ({ rcode: "NXDOMAIN" })],
    ["silence", () => null],
  ];
  for (const [name, answer] of broken) {
    await t.step(name, async () => assert.deepEqual(plain(await factsOf(answer, "full.test")), unknowns));
  }
  await t.step("offline", async () => {
    const facts = await factsOf(zone(ROWS), "full.test", { offline: true });
    assert.deepEqual(plain(facts), unknowns);
    assert.deepEqual(facts.spf, { known: false, why: "offline" });
  });
  await t.step("one failing question leaves the others known", async () => {
    const partly: AnswerDns = (question) =>
      question.type === "TXT" ? { rcode: "SERVFAIL" } : zone(ROWS)(question);
    assert.deepEqual(plain(await factsOf(partly, "full.test")).slice(3), [false, true, null, null]);
  });
  await t.step("an exchanger that could not be looked up leaves it open", async () => {
    const partly: AnswerDns = (question) =>
      question.name === "loop.test" ? { rcode: "SERVFAIL" } : zone(ROWS)(question);
    assert.equal(orNull((await factsOf(partly, "private.test")).acceptsMail), null);
  });
});

Deno.test("MailDomains keeps to the budget and has the answer later", async () => {
  const open = Promise.withResolvers<void>();
  await using server = await startDnsServer(async (question) => {
    await open.promise;
    return await zone(ROWS)(question);
  });
  const dns = new DnsClient({ resolvers: [server.resolver], offline: false, now: () => 0, tries: [10_000] });
  const domains = new MailDomains({ dns, egressAllow: [], now: () => 0 });
  const early = await domains.facts("full.test", "full.test", new Budget(0));
  assert.deepEqual(early.mx, { known: false, why: "timeout" });
  assert.deepEqual(early.dmarc, { known: false, why: "timeout" });
  open.resolve();
  const later = await domains.facts("full.test", "full.test", new Budget(Infinity));
  assert.equal(orNull(later.acceptsMail), true);
  assert.equal(server.seen.filter((line) => line === "MX full.test").length, 1);
  await dns.close();
});

Deno.test("MailDomains does not wait for a silent lookup when another settles the fact", async (t) => {
  const rows = {
    ...ROWS,
    "two.test": { A: [PUBLIC], AAAA: [], MX: [mx(10, "a.full.test"), mx(20, "slow.test")] },
    "only.test": { MX: [mx(10, "slow.test")] },
    "quiet.test": { MX: [mx(10, "empty.test"), mx(20, "slow.test")] },
    "empty.test": { TXT: ["x"] },
  };
  const silent = new Set([
    "A slow.test",
    "AAAA slow.test",
    "AAAA two.test",
    "AAAA a.full.test",
    "TXT _dmarc.two.test",
  ]);
  await using server = await startDnsServer((question) =>
    silent.has(`${question.type} ${question.name}`) ? null : zone(rows)(question)
  );
  const dns = new DnsClient({ resolvers: [server.resolver], offline: false, now: () => 0, tries: [60_000] });
  const domains = new MailDomains({ dns, egressAllow: [], now: () => 0 });
  const cases = [
    {
      name: "one exchanger of two, one family of two",
      domain: "two.test",
      settled: [true, true, true, null],
    },
    { name: "no other exchanger", domain: "only.test", settled: [true, false, null, false] },
    {
      name: "an exchanger without an address settles nothing",
      domain: "quiet.test",
      settled: [true, false, null, false],
    },
  ];
  for (const { name, domain, settled } of cases) {
    await t.step(name, async () => {
      const facts = await domains.facts(domain, domain, new Budget(250));
      const { exists, resolves, acceptsMail, dmarc } = facts;
      assert.deepEqual([exists, resolves, acceptsMail, dmarc].map(orNull), settled);
    });
  }
  await dns.close();
});
