/** What a silent zone costs: its own account's next questions below it, and nothing else. */
import assert from "node:assert/strict";
import { Budget } from "../../../../src/concurrency/budget.ts";
import { DnsClient } from "../../../../src/net/dns/dns_client.ts";
import { against, CANARIES, ROWS, why } from "../../../support/clients/dns_client.ts";
import { type AnswerDns, startDnsServer, zone } from "../../../support/servers/dns_server.ts";

const QUICK = [300, 300];
const budgetOf = (id: string) => new Budget(Infinity, { id, madeBy: "signup" });

/** Names below `dead.` of any domain are not answered. */
const SOME_DEAD: AnswerDns = (question) => question.name.includes("dead.") ? null : zone(ROWS)(question);

Deno.test("DnsClient cuts a silent zone off for the account that asked it, and for no other", async () => {
  await against(SOME_DEAD, async (client, server, clock) => {
    await client.a("alias.test", budgetOf("flooding"));
    const flood = Array.from(
      { length: 30 },
      (_, i) => client.a(`n${i}.dead.shop.test`, budgetOf("flooding")),
    );
    assert.deepEqual(new Set((await Promise.all(flood)).map(why)), new Set(["unavailable"]));
    const before = server.seen.length;
    const answer = await client.a("more.dead.shop.test", budgetOf("flooding"));
    assert.deepEqual(answer, {
      known: false,
      why: "timeout",
      detail: "not asked: the zone has not answered lately",
    });
    assert.equal(server.seen.length, before);
    assert.equal(why(await client.mx("shop.test", budgetOf("flooding"))), "timeout");
    assert.equal(why(await client.mx("shop.test", budgetOf("other"))), "known", "another account");
    assert.equal(why(await client.mx("shop.test", budgetOf("flooding"))), "known", "what is cached");
    assert.equal(why(await client.a("gone.test", budgetOf("flooding"))), "known", "another zone");
    clock.now += 10_000;
    assert.equal(why(await client.txt("shop.test", budgetOf("flooding"))), "known", "later");
    assert.equal(why(await client.ns("shop.test", budgetOf("flooding"))), "known", "and on");
  }, { tries: QUICK });
});

Deno.test("DnsClient: a question holds its slot for the sum of its tries, however many resolvers there are", async () => {
  const silent: AnswerDns = (question) => question.name in CANARIES ? zone(CANARIES)(question) : null;
  await using one = await startDnsServer(silent);
  await using two = await startDnsServer(silent);
  await using three = await startDnsServer(silent);
  const servers = [one, two, three];
  const resolvers = servers.map((server) => server.resolver);
  const client = new DnsClient({ resolvers, offline: false, now: () => 0, tries: QUICK });
  assert.equal(why(await client.a("shop.test")), "unavailable");
  await client.close();
  const asked = servers.flatMap(({ seen }) => seen.filter((line) => line === "A shop.test"));
  assert(asked.length <= 3, `${asked.length} of 6 tries`);
});

Deno.test("DnsClient: a silent zone does not make a resolver of internal names count as unresponsive", async () => {
  const internal: AnswerDns = (question) => question.name.endsWith("shop.test") ? zone(ROWS)(question) : null;
  await against(internal, async (client, server) => {
    assert.equal(why(await client.a("shop.test")), "known");
    for (let round = 0; round < 3; round++) {
      const names = Array.from({ length: 5 }, (_, index) => `n${index}.round${round}.test`);
      assert.deepEqual(
        new Set((await Promise.all(names.map((name) => client.a(name)))).map(why)),
        new Set(["unavailable"]),
      );
    }
    const before = server.seen.length;
    assert.equal(why(await client.mx("shop.test")), "known");
    assert(server.seen.length > before);
  }, { tries: [300, 300] });
});
