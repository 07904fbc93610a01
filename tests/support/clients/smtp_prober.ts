/** An SmtpProber against a mail server of the test. */
import { parseAddress, parseCidr } from "../../../src/model/address/address.ts";
import { type Known, known, unknown } from "../../../src/model/evidence.ts";
import { type ProbeResult, SmtpProber } from "../../../src/net/smtp/smtp_prober.ts";
import type { SmtpLimits } from "../../../src/net/smtp/smtp_conversation.ts";
import { type SmtpScript, type SmtpServer, startSmtpServer } from "../servers/smtp_server.ts";

export const REAL = "ann@shop.test";
export const MX = [{ preference: 10, exchange: "mx.shop.test" }];
export const FOUND = { [REAL]: "250 2.1.5 Ok" };

export interface Given {
  readonly address?: string;
  readonly mx?: { readonly preference: number; readonly exchange: string }[];
  readonly limits?: Partial<SmtpLimits>;
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
}

export function proberAt(port: number, given: Given = {}): SmtpProber {
  return new SmtpProber({
    egressAllow: [parseCidr("127.0.0.1/32")!],
    resolve: (host) => {
      const hosts: Given["hosts"] = given.hosts ?? { [host]: ["127.0.0.1"] };
      const list = hosts?.[host];
      return Promise.resolve(
        list === undefined ? unknown("unavailable") : known(list.map((text) => parseAddress(text)!)),
      );
    },
    port,
    helo: "probe.test",
    limits: given.limits ?? {},
  });
}

export async function probe(script: SmtpScript, given: Given = {}): Promise<[string, SmtpServer]> {
  await using server = await startSmtpServer(script);
  const prober = proberAt(server.port, given);
  const result = await prober.probe({
    address: given.address ?? REAL,
    domain: "shop.test",
    mx: given.mx ?? MX,
  });
  await prober.close();
  return [probeText(result), server];
}

/** `accepted/false`: the meaning and whether the domain is a catch-all. */
export function probeText(result: ProbeResult): string {
  if (result.kind === "later") return result.busy ? "busy" : "later";
  if (result.kind === "unavailable") return "unavailable";
  return `${result.meaning}/${factText(result.catchAll)}`;
}

function factText(fact: Known<boolean>): string {
  return fact.known ? String(fact.value) : "null";
}
