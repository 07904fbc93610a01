import assert from "node:assert/strict";
import type { Known } from "../../../../src/model/evidence.ts";
import { DnsClient } from "../../../../src/net/dns/dns_client.ts";
import { against, QUICK, ROWS, why } from "../../../support/clients/dns_client.ts";
import { type AnswerDns, startDnsServer, zone } from "../../../support/servers/dns_server.ts";

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
    assert.deepEqual(broken.seen.filter((line) => line.endsWith(".test")), ["A shop.test"]);
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
  await t.step("an answer after the timeout", async () => {
    const given = Promise.withResolvers<void>();
    const late: AnswerDns = async (question) => {
      if (question.name === "shop.test") await given.promise;
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
      "no_source",
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
  const flapping: AnswerDns = (question) =>
    broken && question.name === "shop.test" ? { rcode: "SERVFAIL" } : zone(ROWS)(question);
  await against(flapping, async (client, _server, clock) => {
    assert.equal(why(await client.a("shop.test")), "unavailable");
    broken = false;
    assert.equal(why(await client.a("shop.test")), "unavailable");
    clock.now += 10_000;
    assert.equal(why(await client.a("shop.test")), "known");
  });
});

Deno.test("DnsClient stops asking a dead resolver and retries it later", async () => {
  let dead = true;
  const dying: AnswerDns = (question) => dead ? null : zone(ROWS)(question);
  await against(dying, async (client, server, clock) => {
    const asked = () => server.seen.filter((line) => line.endsWith(".test")).length;
    assert.equal(why(await client.a("shop.test")), "no_source");
    const before = asked();
    for (const name of ["shop.test", "n0.test", "n1.test"]) {
      assert.equal(why(await client.a(name)), "no_source");
    }
    assert.equal(asked(), before);
    dead = false;
    clock.now += 5_000;
    assert.equal(why(await client.a("shop.test")), "known");
    assert.equal(why(await client.a("n0.test")), "known", "a rejected query is not cached");
  }, { tries: [100, 100] });
});

Deno.test("DnsClient waits no longer for a resolver that turned out to be dead", async () => {
  await against(() => null, async (client) => {
    assert.equal(why(await client.a("shop.test")), "no_source");
  }, { tries: [100, 3_600_000] });
});

Deno.test("DnsClient does not let one domain's silent servers blind the others", async () => {
  const partly: AnswerDns = (question) =>
    question.name.endsWith("blackhole.test") ? null : zone(ROWS)(question);
  await against(partly, async (client) => {
    const silent = Array.from({ length: 12 }, (_, index) => client.a(`n${index}.blackhole.test`));
    const during: Known<unknown>[] = [];
    const stop = Promise.all(silent).then(() => true);
    for (let index = 0, over = false; !over; index++) {
      during.push(await client.a(`n${index}.shop.test`));
      over = await Promise.race([stop, new Promise<false>((go) => setTimeout(() => go(false)))]);
    }
    assert.deepEqual(new Set((await Promise.all(silent)).map(why)), new Set(["unavailable"]));
    assert.deepEqual(new Set(during.map(why)), new Set(["known"]));
  }, { tries: [150, 150] });
});

Deno.test("DnsClient asks the canary before it gives a resolver up for one silent name", async () => {
  const partly: AnswerDns = (question) => question.name === "gone.test" ? null : zone(ROWS)(question);
  await against(partly, async (client) => {
    assert.equal(why(await client.a("gone.test")), "unavailable");
    assert.equal(why(await client.a("shop.test")), "known");
  }, { tries: [200, 200] });
});

Deno.test("DnsClient takes a slow resolver for slow, not for dead", async () => {
  const slow: AnswerDns = async (question) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return await zone(ROWS)(question);
  };
  await against(slow, async (client) => {
    assert.equal(why(await client.a("shop.test")), "known");
    assert.equal(why(await client.a("n1.shop.test")), "known");
  }, { tries: [200, 2_000] });
});

Deno.test("DnsClient keeps using a resolver that answers its own names and no canary", async () => {
  const own: AnswerDns = (question) => question.name.endsWith("shop.test") ? zone(ROWS)(question) : null;
  await against(own, async (client) => {
    const first = why(await client.a("shop.test"));
    assert.equal(why(await client.a("gone.test")), "unavailable");
    assert.equal(why(await client.a("n1.shop.test")), first, "a timeout of one name does not affect others");
  }, { tries: [100, 100] });
});

Deno.test("DnsClient gives the addresses of one family when the other is silent", async (t) => {
  for (const type of ["A", "AAAA"]) {
    await t.step(`${type} is silent`, async () => {
      const half: AnswerDns = (question) => question.type === type ? null : zone(ROWS)(question);
      await against(half, async (client) => {
        const found = await client.addresses("shop.test");
        assert(found.known);
        assert.equal(found.value.length, 1);
        assert.equal(found.value[0]!.family, type === "A" ? 6 : 4);
      }, { tries: [60_000] });
    });
  }
  await t.step("an empty family proves nothing", async () => {
    const half: AnswerDns = (question) =>
      question.type === "A" && question.name === "v4.test"
        ? null
        : zone({ ...ROWS, "v4.test": {} })(question);
    await against(half, async (client) => {
      assert.equal(why(await client.addresses("v4.test")), "unavailable");
    }, { tries: [150, 150] });
  });
});

Deno.test("DnsClient reads every TXT record of a long answer", async () => {
  const long = {
    ...ROWS,
    "long.test": { TXT: [...Array.from({ length: 300 }, (_, i) => `x${i}`), "v=spf1 -all"] },
  };
  await against(zone(long), async (client) => {
    const answer = await client.txt("long.test");
    assert(answer.known);
    assert.equal(answer.value.records.length, 301);
    assert.equal(answer.value.records.at(-1), "v=spf1 -all");
  });
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
