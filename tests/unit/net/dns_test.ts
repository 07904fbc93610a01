import assert from "node:assert/strict";
import { type Known, type UnknownReason } from "../../../src/domain/evidence.ts";
import { DnsClient } from "../../../src/net/dns.ts";
import type { Resolver } from "../../../src/net/resolvers.ts";
import {
  type AnswerDns,
  type DnsReply,
  type DnsServer,
  soa,
  startDnsServer,
  zone,
} from "../../support/dns_server.ts";

const CANARIES = {
  "a.root-servers.net": { A: ["198.41.0.4"] },
  "k.root-servers.net": { A: ["193.0.14.129"] },
};
const ROWS = {
  ...CANARIES,
  "shop.test": {
    A: ["93.184.215.14"],
    AAAA: ["2606:2800:21f:cb07::1"],
    MX: [{ preference: 20, exchange: "B.Shop.test" }, { preference: 10, exchange: "a.shop.test" }],
    TXT: [["v=spf1 ", "-all"], "other"],
    NS: ["ns1.shop.test"],
  },
  "alias.test": { CNAME: ["shop.test"] },
  "dangling.test": { CNAME: ["gone.test"] },
};
const QUICK = [60, 60];

async function against<T>(
  answer: AnswerDns,
  ask: (client: DnsClient, server: DnsServer, clock: { now: number }) => Promise<T>,
  options: { tries?: readonly number[]; before?: readonly Resolver[] } = {},
): Promise<T> {
  await using server = await startDnsServer(answer);
  const clock = { now: 1_000_000 };
  const client = new DnsClient({
    resolvers: [...(options.before ?? []), server.resolver],
    offline: false,
    now: () => clock.now,
    tries: options.tries ?? [2_000, 2_000],
  });
  try {
    return await ask(client, server, clock);
  } finally {
    await client.close();
  }
}

function why(fact: Known<unknown>): UnknownReason | "known" {
  return fact.known ? "known" : fact.why;
}

Deno.test("DnsClient reads every record type, in lower case and joined", async () => {
  await against(zone(ROWS), async (client) => {
    const a = await client.a("Shop.Test.");
    assert(a.known && a.value.exists);
    assert.deepEqual(a.value.records.map((address) => address.text), ["93.184.215.14"]);
    const mx = await client.mx("shop.test");
    assert(mx.known);
    assert.deepEqual(mx.value.records, [
      { preference: 20, exchange: "b.shop.test" },
      { preference: 10, exchange: "a.shop.test" },
    ]);
    const txt = await client.txt("shop.test");
    assert.deepEqual(txt, { known: true, value: { exists: true, records: ["v=spf1 -all", "other"] } });
    const ns = await client.ns("shop.test");
    assert(ns.known);
    assert.deepEqual(ns.value.records, ["ns1.shop.test"]);
    const all = await client.addresses("shop.test");
    assert(all.known);
    assert.deepEqual(all.value.map((address) => address.text), ["93.184.215.14", "2606:2800:21f:cb07::1"]);
  });
});

Deno.test("DnsClient follows aliases, in one answer and over several", async () => {
  const split: AnswerDns = (question) =>
    question.name === "first.test"
      ? { answers: [{ type: "CNAME", name: "first.test", ttl: 300, data: "shop.test" }] }
      : question.name === "loop.test"
      ? { answers: [{ type: "CNAME", name: "loop.test", ttl: 300, data: "loop2.test" }] }
      : question.name === "loop2.test"
      ? { answers: [{ type: "CNAME", name: "loop2.test", ttl: 300, data: "loop.test" }] }
      : zone(ROWS)(question);
  await against(split, async (client) => {
    for (const name of ["alias.test", "first.test"]) {
      const answer = await client.a(name);
      assert(answer.known, name);
      assert.deepEqual(answer.value.records.map((address) => address.text), ["93.184.215.14"], name);
    }
    const dangling = await client.a("dangling.test");
    assert.deepEqual(dangling, { known: true, value: { exists: true, records: [] } });
    assert.equal(why(await client.a("loop.test")), "unavailable");
  });
});

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
  { name: "NXDOMAIN to everything", given: () => noName, expected: "unavailable" },
  { name: "NOERROR and empty to everything", given: () => ({}), expected: "unavailable" },
  {
    name: "NXDOMAIN and the root's SOA to everything, as an isolated network says",
    given: () => ({ ...noName, authorities: [soa("")] }),
    expected: "unavailable",
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
    expected: "unavailable",
  },
  {
    name: "one address for everything",
    given: ({ name, type }) => ({
      answers: type === "A" ? [{ type, name, ttl: 60, data: "93.184.215.99" }] : [],
    }),
    expected: "unavailable",
  },
  {
    name: "one address for everything makes its empty answers worthless too",
    given: ({ name, type }) => ({
      answers: type === "A" ? [{ type, name, ttl: 60, data: "93.184.215.99" }] : [],
    }),
    ask: "mx",
    expected: "unavailable",
  },
  { name: "SERVFAIL", given: () => ({ rcode: "SERVFAIL" }), expected: "unavailable" },
  { name: "REFUSED", given: () => ({ rcode: "REFUSED" }), expected: "unavailable" },
  { name: "FORMERR to everything", given: () => ({ rcode: "FORMERR" }), expected: "unavailable" },
];

for (const row of verdicts) {
  Deno.test(`DnsClient takes for a fact or not: ${row.name}`, async () => {
    const answer = await against(
      row.given,
      (client): Promise<Known<{ exists: boolean }>> => client[row.ask ?? "a"]("asked.test"),
    );
    if (typeof row.expected === "string") assert.equal(why(answer), row.expected);
    else assert.deepEqual(answer, { known: true, value: { ...row.expected, records: [] } });
  });
}

Deno.test("DnsClient believes a hijacking resolver's other answers", async () => {
  const hijack: AnswerDns = (question) => {
    const honest = zone(ROWS, { soa: false })(question) as DnsReply;
    if (honest.rcode !== "NXDOMAIN" || question.type !== "A") return { ...honest, rcode: "NOERROR" };
    return { answers: [{ type: "A", name: question.name, ttl: 60, data: "93.184.215.99" }] };
  };
  await against(hijack, async (client) => {
    assert.equal(why(await client.a("shop.test")), "known");
    assert.equal(why(await client.a("nobody.test")), "unavailable");
  });
});

Deno.test("DnsClient waits past answers to another question", async (t) => {
  const rows: { name: string; tamper: NonNullable<DnsReply["tamper"]> }[] = [
    { name: "a wrong id", tamper: (right) => [flip(right, 0), right] },
    { name: "another question", tamper: (right) => [flip(right, 14), right] },
    { name: "a query instead of a response", tamper: (right) => [flip(right, 2, 0x80), right] },
    {
      name: "garbage and an empty datagram",
      tamper: (right) => [new Uint8Array(0), right.subarray(0, 40), right],
    },
    { name: "letter case of its own", tamper: (right) => [flip(right, 13, 0x20)] },
  ];
  for (const row of rows) {
    await t.step(row.name, async () => {
      const tampered: AnswerDns = async (question) => {
        const reply = await zone(ROWS)(question);
        return reply === null ? null : { ...reply, tamper: row.tamper };
      };
      await against(tampered, async (client, server) => {
        const answer = await client.a("shop.test");
        assert(answer.known);
        assert.deepEqual(answer.value.records.map((address) => address.text), ["93.184.215.14"]);
        assert.equal(server.seen.filter((line) => line === "A shop.test").length, 1);
      });
    });
  }
  await t.step("only wrong ids is a time-out", async () => {
    const wrong: AnswerDns = () => ({ tamper: (right) => [flip(right, 1)] });
    const answer = await against(wrong, (client) => client.a("shop.test"), { tries: QUICK });
    assert.equal(why(answer), "timeout");
  });
});

Deno.test("DnsClient does not take a datagram from another port", async () => {
  const spoofing: AnswerDns = async (question) => ({ ...await zone(ROWS)(question), spoofed: true });
  const answer = await against(spoofing, (client) => client.a("shop.test"), { tries: QUICK });
  assert.equal(why(answer), "timeout");
});

Deno.test("DnsClient asks again over TCP when the answer was cut off", async (t) => {
  await t.step("and takes the whole answer", async () => {
    const long = Array.from({ length: 60 }, (_, index) => `${"x".repeat(60)} ${index}`);
    const cut: AnswerDns = (question) => {
      if (question.name !== "long.test") return zone(ROWS)(question);
      return question.over === "udp"
        ? { truncated: true, tamper: (right) => [right.subarray(0, 27)] }
        : { answers: long.map((data) => ({ type: "TXT", name: "long.test", ttl: 300, data })) };
    };
    await against(cut, async (client, server) => {
      const answer = await client.txt("long.test");
      assert.deepEqual(answer, { known: true, value: { exists: true, records: long } });
      assert(server.seen.includes("TXT long.test/tcp"));
    });
  });
  await t.step("and gives up when TCP says nothing useful", async () => {
    const cut: AnswerDns = ({ over }) => over === "udp" ? { truncated: true } : null;
    const answer = await against(cut, (client) => client.txt("long.test"), { tries: QUICK });
    assert.equal(why(answer), "timeout");
  });
});

Deno.test("DnsClient asks without EDNS when the resolver does not know it", async () => {
  const old: AnswerDns = (question) =>
    question.edns
      ? { rcode: "FORMERR", tamper: (right) => [right.slice(0, 12).fill(0, 4)] }
      : zone(ROWS)(question);
  assert.equal(why(await against(old, (client) => client.a("shop.test"))), "known");
});

Deno.test("DnsClient tries the next resolver, and a dropped question again", async (t) => {
  await t.step("SERVFAIL at the first", async () => {
    await using broken = await startDnsServer(() => ({ rcode: "SERVFAIL" }));
    const answer = await against(zone(ROWS), (client) => client.a("shop.test"), {
      before: [broken.resolver],
    });
    assert.equal(why(answer), "known");
    assert.deepEqual(broken.seen, ["A shop.test"]);
  });
  await t.step("a liar at the first", async () => {
    await using liar = await startDnsServer(() => noName);
    const answer = await against(zone(ROWS), (client) => client.a("shop.test"), { before: [liar.resolver] });
    assert.equal(why(answer), "known");
  });
  await t.step("the first question is lost", async () => {
    let lost = false;
    const lossy: AnswerDns = (question) => {
      if (question.name === "shop.test" && !lost) return lost = true, null;
      return zone(ROWS)(question);
    };
    assert.equal(
      why(await against(lossy, (client) => client.a("shop.test"), { tries: [60, 2_000] })),
      "known",
    );
  });
  await t.step("an answer that comes too late", async () => {
    const given = Promise.withResolvers<void>();
    const late: AnswerDns = async (question) => {
      await given.promise;
      return await zone(ROWS)(question);
    };
    await against(late, async (client, _server, clock) => {
      assert.equal(why(await client.a("shop.test")), "timeout");
      given.resolve();
      assert.equal(why(await client.a("shop.test")), "timeout");
      clock.now += 10_000;
      assert.equal(why(await client.a("shop.test")), "known");
    }, { tries: [60, 400] });
  });
  await t.step("silence", async () => {
    assert.equal(
      why(await against(() => null, (client) => client.a("shop.test"), { tries: QUICK })),
      "timeout",
    );
  });
});

Deno.test("DnsClient caches by time to live and asks once for callers at the same time", async () => {
  await against(zone(ROWS), async (client, server, clock) => {
    const count = (line: string) => server.seen.filter((seen) => seen === line).length;
    await Promise.all([client.a("shop.test"), client.a("shop.test"), client.a("SHOP.test")]);
    assert.equal(count("A shop.test"), 1);
    clock.now += 299_000;
    await client.a("shop.test");
    assert.equal(count("A shop.test"), 1);
    clock.now += 1_000;
    await client.a("shop.test");
    assert.equal(count("A shop.test"), 2);
    await client.a("none.test");
    clock.now += 59_000;
    await client.a("none.test");
    assert.equal(count("A none.test"), 1);
    clock.now += 1_000;
    await client.a("none.test");
    assert.equal(count("A none.test"), 2);
  });
});

Deno.test("DnsClient keeps a failure for seconds only", async () => {
  let broken = true;
  const flapping: AnswerDns = (question) => broken ? { rcode: "SERVFAIL" } : zone(ROWS)(question);
  await against(flapping, async (client, _server, clock) => {
    assert.equal(why(await client.a("shop.test")), "unavailable");
    broken = false;
    assert.equal(why(await client.a("shop.test")), "unavailable");
    clock.now += 10_000;
    assert.equal(why(await client.a("shop.test")), "known");
  });
});

Deno.test("DnsClient stops asking a dead resolver and comes back to it", async () => {
  let dead = true;
  const dying: AnswerDns = (question) => dead ? null : zone(ROWS)(question);
  await against(dying, async (client, server, clock) => {
    for (let index = 0; index < 3; index++) await client.a(`n${index}.test`);
    const before = server.seen.filter((line) => line.endsWith(".test")).length;
    assert.equal(before, 5);
    const answer = await client.a("shop.test");
    assert.equal(why(answer), "unavailable");
    assert.equal(server.seen.filter((line) => line.endsWith(".test")).length, before);
    dead = false;
    clock.now += 15_000;
    assert.equal(why(await client.a("shop.test")), "known");
  }, { tries: [30, 250] });
});

Deno.test("DnsClient does not let one domain's silent servers cut the resolver off", async () => {
  const answers = Promise.withResolvers<void>();
  const partly: AnswerDns = (question) => {
    if (question.name.endsWith("blackhole.test")) return null;
    if (question.name === "k.root-servers.net") answers.resolve();
    return zone(ROWS)(question);
  };
  await against(partly, async (client) => {
    for (let index = 0; index < 3; index++) await client.a(`n${index}.blackhole.test`);
    await answers.promise;
    let last: Known<unknown> = await client.a("n0.shop.test");
    for (let index = 1; index < 50 && !last.known; index++) {
      await new Promise((resolve) => setTimeout(resolve));
      last = await client.a(`n${index}.shop.test`);
    }
    assert.equal(why(last), "known");
    assert.equal(why(await client.a("shop.test")), "known");
  }, { tries: [30, 250] });
});

Deno.test("DnsClient asks nothing when it may not or need not", async () => {
  await using server = await startDnsServer(zone(ROWS));
  const offline = new DnsClient({ resolvers: [server.resolver], offline: true, now: () => 0 });
  assert.equal(why(await offline.a("shop.test")), "offline");
  assert.equal(why(await offline.addresses("shop.test")), "offline");
  const client = new DnsClient({ resolvers: [server.resolver], offline: false, now: () => 0 });
  for (
    const name of [
      "",
      ".",
      "a..b",
      "-x.test",
      `${"a".repeat(64)}.test`,
      "sp ace.test",
      `${"a.".repeat(127)}ab`,
    ]
  ) {
    assert.equal(why(await client.a(name)), "not_supported", name);
  }
  const none = new DnsClient({ resolvers: [], offline: false, now: () => 0 });
  assert.equal(why(await none.a("shop.test")), "unavailable");
  await client.close();
  assert.equal(why(await client.a("shop.test")), "unavailable");
  assert.deepEqual(server.seen, []);
});

function flip(bytes: Uint8Array<ArrayBuffer>, at: number, mask = 0xff): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  copy[at] = copy[at]! ^ mask;
  return copy;
}
