/** DNS facts about a domain that may receive mail: MX (RFC 5321 section 5, RFC 7505), SPF (RFC 7208), DMARC (RFC 7489). */
import type { Awaitable } from "../cache/awaitable.ts";
import type { Budget } from "../cache/budget.ts";
import { Cached } from "../cache/cached.ts";
import type { Address, Cidr } from "../domain/address.ts";
import { type Known, known, mapKnown, unknown, type UnknownFact } from "../domain/evidence.ts";
import { mayConnect } from "./address_guard.ts";
import type { DnsAnswer, DnsClient } from "./dns.ts";
import type { MailDomainFacts, MxRecord } from "./facts.ts";

export interface MailDomainOptions {
  readonly dns: DnsClient;
  /** Private addresses that count as reachable because the operator says so. */
  readonly egressAllow: readonly Cidr[];
  readonly now: () => number;
}

/** How long facts are handed out as they were put together; the answers under them keep their own times to live. */
const LATELY_MS = 1_000;
const LATELY_ENTRIES = 10_000;
/** Mail exchangers whose addresses are looked up; senders do not try more. */
const MOST_TARGETS = 8;
const SPF = /^v=spf1(?:\s|$)/i;
const DMARC = /^v\s*=\s*DMARC1\s*(?:;|$)/i;

export class MailDomains {
  readonly #options: MailDomainOptions;
  readonly #lately: Cached<MailDomainFacts>;

  constructor(options: MailDomainOptions) {
    this.#options = options;
    this.#lately = new Cached({ max: LATELY_ENTRIES, now: options.now });
  }

  /**
   * All questions at once. What the budget has no time for is `timeout` and goes on in the background.
   * @param organisational the registrable domain, where DMARC falls back to
   */
  facts(domain: string, organisational: string, budget: Budget): Awaitable<MailDomainFacts> {
    return this.#lately.peek(`${domain} ${organisational}`) ?? this.#ask(domain, organisational, budget);
  }

  async #ask(domain: string, organisational: string, budget: Budget): Promise<MailDomainFacts> {
    const { dns } = this.#options;
    const a = dns.a(domain);
    const aaaa = dns.aaaa(domain);
    const mx = dns.mx(domain);
    const txt = dns.txt(domain);
    const sorted = mx.then((answer) => mapKnown(answer, ({ records }) => records.toSorted(byPreference)));
    const [exists, resolves, records, acceptsMail, spf, dmarc] = await budget.all([
      Promise.all([mx, a]).then(existenceOf),
      Promise.all([a, aaaa]).then(resolutionOf),
      sorted,
      this.#acceptsMail(domain, sorted),
      txt.then((answer) => mapKnown(answer, hasSpf)),
      this.#dmarc(domain, organisational),
    ]);
    const nullMx = mapKnown(records, isNullMx);
    const facts: MailDomainFacts = { exists, resolves, mx: records, nullMx, acceptsMail, spf, dmarc };
    if (!Object.values(facts).some(isLate)) {
      this.#lately.set(`${domain} ${organisational}`, facts, LATELY_MS);
    }
    return facts;
  }

  async #acceptsMail(domain: string, sorted: Promise<Known<readonly MxRecord[]>>): Promise<Known<boolean>> {
    const mx = await sorted;
    if (!mx.known) return mx;
    if (isNullMx(mx.value)) return known(false);
    const named = mx.value.length === 0 ? [domain] : mx.value.map((record) => record.exchange);
    const targets = [...new Set(named.filter((target) => target !== ""))];
    const found = await Promise.all(targets.slice(0, MOST_TARGETS).map((target) => this.#reachable(target)));
    if (found.some((fact) => fact.known && fact.value)) return known(true);
    const open = found.find(isUnknown);
    if (open !== undefined) return open;
    return targets.length > MOST_TARGETS ? unknown("not_asked", "too many mail exchangers") : known(false);
  }

  /** A target whose name is not a host name is as good as none. */
  async #reachable(target: string): Promise<Known<boolean>> {
    const addresses = await this.#options.dns.addresses(target);
    if (!addresses.known && addresses.why === "not_supported") return known(false);
    return mapKnown(
      addresses,
      (list: readonly Address[]) => list.some((address) => mayConnect(address, this.#options.egressAllow)),
    );
  }

  async #dmarc(domain: string, organisational: string): Promise<Known<boolean>> {
    const names = [...new Set([domain, organisational])];
    const answers = await Promise.all(names.map((name) => this.#options.dns.txt(`_dmarc.${name}`)));
    const facts = answers.map((answer) => mapKnown(answer, hasDmarc));
    return facts.find((fact) => fact.known && fact.value) ?? facts.find((fact) => !fact.known) ??
      known(false);
  }
}

function byPreference(one: MxRecord, other: MxRecord): number {
  return one.preference - other.preference || (one.exchange < other.exchange ? -1 : 1);
}

/** NXDOMAIN is about the name, whatever was asked, so one answer that the name exists outweighs the rest. */
function existenceOf(answers: readonly Known<DnsAnswer<unknown>>[]): Known<boolean> {
  if (answers.some((answer) => answer.known && answer.value.exists)) return known(true);
  return answers.find(isUnknown) ?? known(false);
}

function resolutionOf(answers: readonly Known<DnsAnswer<unknown>>[]): Known<boolean> {
  if (answers.some((answer) => answer.known && answer.value.records.length > 0)) return known(true);
  return answers.find(isUnknown) ?? known(false);
}

function isUnknown(fact: Known<unknown>): fact is UnknownFact {
  return !fact.known;
}

/** It may come yet, for the next caller. */
function isLate(fact: Known<unknown>): boolean {
  return !fact.known && fact.why === "timeout";
}

function isNullMx(records: readonly MxRecord[]): boolean {
  return records.length === 1 && records[0]!.exchange === "";
}

/** Two records are as bad as none (RFC 7208 section 4.5). */
function hasSpf(answer: DnsAnswer<string>): boolean {
  return answer.records.filter((record) => SPF.test(record)).length === 1;
}

/** Two records are as bad as none (RFC 7489 section 6.6.3). */
function hasDmarc(answer: DnsAnswer<string>): boolean {
  return answer.records.filter((record) => DMARC.test(record)).length === 1;
}
