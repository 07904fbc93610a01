/** A DnsClient against a resolver of the test, with a clock the test moves. */
import type { Known, UnknownReason } from "../../../src/model/evidence.ts";
import { DnsClient } from "../../../src/net/dns/dns_client.ts";
import type { Resolver } from "../../../src/net/dns/resolvers.ts";
import { type AnswerDns, type DnsServer, startDnsServer } from "../servers/dns_server.ts";

export const CANARIES = {
  "a.root-servers.net": { A: ["198.41.0.4"] },
  "k.root-servers.net": { A: ["193.0.14.129"] },
};
export const ROWS = {
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
export const QUICK = [60, 60];

export async function against<T>(
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

/** The reason, or `known`. */
export function why(fact: Known<unknown>): UnknownReason | "known" {
  return fact.known ? "known" : fact.why;
}
