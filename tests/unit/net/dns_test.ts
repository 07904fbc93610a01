import assert from "node:assert/strict";
import type { Known } from "../../../src/domain/evidence.ts";
import { DnsClient } from "../../../src/net/dns.ts";
import { against, QUICK, ROWS, why } from "../../support/dns_client.ts";
import { type AnswerDns, startDnsServer, zone } from "../../support/dns_server.ts";

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
    await using liar = await startDnsServer(() => ({ rcode: "NXDOMAIN" }));
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
      assert.equal(why(await client.a("shop.test")), "unavailable");
      given.resolve();
      assert.equal(why(await client.a("shop.test")), "unavailable");
      clock.now += 10_000;
      assert.equal(why(await client.a("shop.test")), "known");
    }, { tries: [60, 400] });
  });
  await t.step("silence", async () => {
    assert.equal(
      why(await against(() => null, (client) => client.a("shop.test"), { tries: QUICK })),
      "unavailable",
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
  assert.equal(why(await none.a("shop.test")), "no_source");
  await client.close();
  assert.equal(why(await client.a("shop.test")), "unavailable");
  assert.deepEqual(server.seen, []);
});
