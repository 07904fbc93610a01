/** The operator of a mail exchanger, from its host name, and how its servers respond to RCPT. */
import exchangersText from "../../../data/mail_exchangers.csv" with { type: "text" };
import { lazy } from "../../concurrency/lazy.ts";
import { rowsOf } from "../../model/table_text.ts";

export interface ProbingRules {
  /** False: replies are not evidence, or the operator does not want to be probed; the mailbox is `unsupported`. */
  readonly supported: boolean;
  /** True: a random local part is probed after the real one, to detect a catch-all. */
  readonly testsCatchAll: boolean;
  /** True: a refusal counts only with an enhanced code 5.1.x; these hosts answer unknown clients with a bare 550. */
  readonly strict: boolean;
  /** Time limit of one command, when it is longer than the general one. */
  readonly commandMs?: number;
}

interface MxProvider {
  /** As in the field `mx_provider`. */
  readonly name: string;
  readonly probing: ProbingRules;
}

const ORDINARY: ProbingRules = { supported: true, testsCatchAll: true, strict: false };

/** By their name in the table. */
const PROBING: ReadonlyMap<string, ProbingRules> = new Map([
  ["", ORDINARY],
  // Truthful at RCPT and never a catch-all, so a second probe would only cost reputation.
  ["one_probe", { ...ORDINARY, testsCatchAll: false }],
  ["one_probe_strict", { supported: true, testsCatchAll: false, strict: true }],
  ["strict", { ...ORDINARY, strict: true }],
  // Accepts any address at RCPT and bounces later.
  ["silent", { supported: false, testsCatchAll: false, strict: false }],
  ["slow", { ...ORDINARY, commandMs: 45_000 }],
]);

/** The host itself or any host below it; the longest suffix wins. */
const BY_SUFFIX = lazy((): ReadonlyMap<string, MxProvider> =>
  new Map(
    rowsOf(exchangersText).slice(1).map((row) => {
      const [suffix = "", name = "", words = ""] = row.split(",");
      const probing = PROBING.get(words);
      if (probing === undefined) throw new Error(`mail_exchangers.csv: ${row}`);
      return [suffix, { name, probing }];
    }),
  )
);
/** `inbound-smtp.<region>.amazonaws.com` */
const SES = /^inbound-smtp\.[a-z0-9-]+\.amazonaws\.com$/;

/** The operator of a mail exchanger, or null when it is not in the table. */
export function mxProvider(exchange: string): MxProvider | null {
  const host = exchange.toLowerCase().replace(/\.$/, "");
  if (SES.test(host)) return { name: "amazon_ses", probing: ORDINARY };
  for (let at = 0; at >= 0;) {
    const found = BY_SUFFIX().get(host.slice(at));
    if (found !== undefined) return found;
    const dot = host.indexOf(".", at);
    at = dot < 0 ? -1 : dot + 1;
  }
  return null;
}

/** How a mail exchanger is probed. */
export function probingOf(exchange: string): ProbingRules {
  return mxProvider(exchange)?.probing ?? ORDINARY;
}

/** A name for the operator of a mail exchanger: from the table, otherwise the parent domain (`mx1.mail.example` → `mail.example`). */
export function mailProvider(exchange: string): string {
  const provider = mxProvider(exchange);
  if (provider !== null) return provider.name;
  const dot = exchange.indexOf(".");
  return exchange.indexOf(".", dot + 1) < 0 ? exchange : exchange.slice(dot + 1);
}
