import assert from "node:assert/strict";
import { against, QUICK, ROWS, why } from "../../../support/clients/dns_client.ts";
import { type AnswerDns, type DnsReply, zone } from "../../../support/servers/dns_server.ts";

Deno.test("DnsClient waits past answers to another question", async (t) => {
  const rows: { name: string; tamper: NonNullable<DnsReply["tamper"]> }[] = [
    { name: "a wrong id", tamper: (right) => [flip(right, 0), right] },
    { name: "another question", tamper: (right) => [flip(right, 14), right] },
    { name: "a query instead of a response", tamper: (right) => [flip(right, 2, 0x80), right] },
    {
      name: "garbage and an empty datagram",
      tamper: (right) => [new Uint8Array(0), flip(right, 1).subarray(0, 40), right],
    },
    { name: "its own letter case", tamper: (right) => [flip(right, 13, 0x20)] },
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
    assert.equal(why(answer), "no_source");
  });
});

Deno.test("DnsClient does not take a datagram from another port", async () => {
  const spoofing: AnswerDns = async (question) => ({ ...await zone(ROWS)(question), spoofed: true });
  const answer = await against(spoofing, (client) => client.a("shop.test"), { tries: QUICK });
  assert.equal(why(answer), "no_source");
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
  await t.step("and gives up when the TCP response is unusable", async () => {
    const cut: AnswerDns = ({ over }) => over === "udp" ? { truncated: true } : null;
    const answer = await against(cut, (client) => client.txt("long.test"), { tries: QUICK });
    assert.equal(why(answer), "no_source");
  });
});

Deno.test("DnsClient asks without EDNS when the resolver does not know it", async () => {
  const old: AnswerDns = (question) =>
    question.edns
      ? { rcode: "FORMERR", tamper: (right) => [right.slice(0, 12).fill(0, 4)] }
      : zone(ROWS)(question);
  assert.equal(why(await against(old, (client) => client.a("shop.test"))), "known");
  const garbled: AnswerDns = async (question) => ({
    ...await zone(ROWS)(question),
    tamper: (right) => [question.edns ? right.subarray(0, right.length - 3) : right],
  });
  assert.equal(why(await against(garbled, (client) => client.a("shop.test"))), "known");
  const firewall: AnswerDns = (question) => question.edns ? null : zone(ROWS)(question);
  assert.equal(
    why(await against(firewall, (client) => client.a("shop.test"), { tries: [60, 2_000] })),
    "known",
  );
  assert.equal(
    why(
      await against(
        () => ({ tamper: (right) => [right.subarray(0, 14)] }),
        (client) => client.a("shop.test"),
        { tries: QUICK },
      ),
    ),
    "no_source",
  );
});

function flip(bytes: Uint8Array<ArrayBuffer>, at: number, mask = 0xff): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  copy[at] = copy[at]! ^ mask;
  return copy;
}
