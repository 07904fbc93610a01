import assert from "node:assert/strict";
import type { Known, UnknownReason } from "../../../../src/model/evidence.ts";
import { against, CANARIES, ROWS, why } from "../../../support/clients/dns_client.ts";
import { type AnswerDns, type DnsReply, soa, zone } from "../../../support/servers/dns_server.ts";

const noName = { rcode: "NXDOMAIN" } as const;
const verdicts: {
  name: string;
  given: AnswerDns;
  ask?: "a" | "mx";
  expected: UnknownReason | { exists: boolean };
}[] = [
  { name: "NXDOMAIN with the zone's SOA", given: zone(ROWS), expected: { exists: false } },
  {
    name: "NXDOMAIN without an SOA from a resolver whose canary answers",
    given: zone(ROWS, { soa: false }),
    expected: { exists: false },
  },
  {
    name: "NODATA with the zone's SOA",
    given: zone({ "asked.test": { TXT: ["x"] } }),
    expected: { exists: true },
  },
  {
    name: "NODATA without an SOA from a resolver whose canary answers",
    given: zone({ ...CANARIES, "asked.test": { TXT: ["x"] } }, { soa: false }),
    expected: { exists: true },
  },
  { name: "NXDOMAIN to everything", given: () => noName, expected: "no_source" },
  { name: "NOERROR and empty to everything", given: () => ({}), expected: "no_source" },
  {
    name: "NXDOMAIN and the root's SOA to everything, as in an isolated network",
    given: () => ({ ...noName, authorities: [soa("")] }),
    expected: "no_source",
  },
  {
    name: "the root's SOA from a resolver whose canary answers",
    given: (question) =>
      question.name in CANARIES ? zone(CANARIES)(question) : { ...noName, authorities: [soa("")] },
    expected: { exists: false },
  },
  {
    name: "an SOA of another zone proves nothing",
    given: () => ({ ...noName, authorities: [soa("elsewhere.org")] }),
    expected: "no_source",
  },
  {
    name: "one address for everything",
    given: ({ name, type }) => ({
      answers: type === "A" ? [{ type, name, ttl: 60, data: "93.184.215.99" }] : [],
    }),
    expected: "no_source",
  },
  {
    name: "one address for everything makes its empty answers worthless too",
    given: ({ name, type }) => ({
      answers: type === "A" ? [{ type, name, ttl: 60, data: "93.184.215.99" }] : [],
    }),
    ask: "mx",
    expected: "no_source",
  },
  { name: "SERVFAIL to everything", given: () => ({ rcode: "SERVFAIL" }), expected: "no_source" },
  {
    name: "SERVFAIL for one name",
    given: (question) => question.name === "asked.test" ? { rcode: "SERVFAIL" } : zone(ROWS)(question),
    expected: "unavailable",
  },
  { name: "silence", given: () => null, expected: "no_source" },
  {
    name: "silence for one name",
    given: (question) => question.name === "asked.test" ? null : zone(ROWS)(question),
    expected: "unavailable",
  },
  { name: "REFUSED", given: () => ({ rcode: "REFUSED" }), expected: "no_source" },
  { name: "FORMERR to everything", given: () => ({ rcode: "FORMERR" }), expected: "no_source" },
];

for (const row of verdicts) {
  Deno.test(`DnsClient takes for a fact or not: ${row.name}`, async () => {
    const answer = await against(
      row.given,
      (client): Promise<Known<{ exists: boolean }>> => client[row.ask ?? "a"]("asked.test"),
      { tries: [200, 200] },
    );
    if (typeof row.expected === "string") assert.equal(why(answer), row.expected);
    else assert.deepEqual(answer, { known: true, value: { ...row.expected, records: [] } });
  });
}

Deno.test("DnsClient trusts a hijacking resolver's other answers", async () => {
  const hijack: AnswerDns = (question) => {
    const honest = zone(ROWS, { soa: false })(question) as DnsReply;
    if (honest.rcode !== "NXDOMAIN" || question.type !== "A") return { ...honest, rcode: "NOERROR" };
    return { answers: [{ type: "A", name: question.name, ttl: 60, data: "93.184.215.99" }] };
  };
  await against(hijack, async (client) => {
    assert.equal(why(await client.a("shop.test")), "known");
    assert.equal(why(await client.a("nobody.test")), "no_source");
  });
});

Deno.test("DnsClient trusts no address of a resolver whose made-up addresses change", async () => {
  let last = 0;
  const rotating: AnswerDns = (question) => {
    const honest = zone(ROWS)(question) as DnsReply;
    if (honest.rcode !== "NXDOMAIN" || question.type !== "A") return honest;
    return { answers: [{ type: "A", name: question.name, ttl: 60, data: `93.184.215.${last++ % 8}` }] };
  };
  await against(rotating, async (client, server, clock) => {
    assert.equal(why(await client.a("nobody.test")), "no_source");
    assert.equal(why(await client.a("shop.test")), "no_source");
    assert.equal(why(await client.mx("shop.test")), "known");
    const probes = server.seen.filter((line) => /^A w[0-9a-f]{32}\.com$/.test(line)).length;
    clock.now += 60_000;
    last = 0;
    assert.equal(why(await client.a("late.test")), "no_source");
    assert.equal(server.seen.filter((line) => /^A w[0-9a-f]{32}\.com$/.test(line)).length, 2 * probes);
  });
});
