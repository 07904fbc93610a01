/** DNS facts about a domain that may receive mail: MX (RFC 5321 section 5, RFC 7505), SPF (RFC 7208), DMARC (RFC 7489). */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import type { Budget } from "../../concurrency/budget.ts";
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import type { Address, Cidr } from "../../model/address/address.ts";
import { isTrue, type Known, known, mapKnown, unknown, type UnknownFact } from "../../model/evidence.ts";
import { mayConnect } from "../address_guard.ts";
import type { DnsAnswer, DnsClient } from "./dns_client.ts";
import type { MailDomainFacts, MxRecord } from "../../model/outside_facts.ts";
import { until } from "../../concurrency/until.ts";

interface MailDomainOptions {
  readonly dns: DnsClient;
  /** Private addresses that the operator allows count as reachable. */
  readonly egressAllow: readonly Cidr[];
  readonly now: () => number;
}

/** How long combined facts are cached; the DNS answers they are made of have their own times to live. */
const RECENT_MS = 1_000;
const RECENT_ENTRIES = 10_000;
/** Mail exchangers whose addresses are looked up; senders do not try more. */
const MAX_TARGETS = 8;
const SPF = /^v=spf1(?:\s|$)/i;
const DMARC = /^v\s*=\s*DMARC1\s*(?:;|$)/i;

export class MailDomains {
  readonly #options: MailDomainOptions;
  readonly #recent: TtlCache<MailDomainFacts>;

  constructor(options: MailDomainOptions) {
    this.#options = options;
    this.#recent = new TtlCache({ max: RECENT_ENTRIES, now: options.now });
  }

  /**
   * All queries run in parallel, and a fact does not wait for further answers once it is decided. A fact that exceeds the
   * budget is `timeout`; its queries continue in the background.
   * @param organisational the registrable domain, where DMARC falls back to
   */
  facts(domain: string, organisational: string, budget: Budget): Awaitable<MailDomainFacts> {
    return this.#recent.peek(`${domain} ${organisational}`) ?? this.#ask(domain, organisational, budget);
  }

  async #ask(domain: string, organisational: string, budget: Budget): Promise<MailDomainFacts> {
    const { dns } = this.#options;
    const a = dns.a(domain, budget);
    const aaaa = dns.aaaa(domain, budget);
    const mx = dns.mx(domain, budget);
    const txt = dns.txt(domain, budget);
    const sorted = mx.then((answer) => mapKnown(answer, ({ records }) => records.toSorted(byPreference)));
    const [exists, resolves, records, acceptsMail, spf, dmarc] = await budget.all([
      // NXDOMAIN is about the name, not the record type, so one answer that the name exists decides.
      until<Known<DnsAnswer<unknown>>>([mx, a], nameExists).then((answers) => anyIs(answers, nameExists)),
      until([a, aaaa], hasAddress).then((answers) => anyIs(answers, hasAddress)),
      sorted,
      this.#acceptsMail(domain, sorted, budget),
      txt.then((answer) => mapKnown(answer, hasSpf)),
      this.#dmarc(domain, organisational, budget),
    ]);
    const nullMx = mapKnown(records, isNullMx);
    const facts: MailDomainFacts = { exists, resolves, mx: records, nullMx, acceptsMail, spf, dmarc };
    if (!Object.values(facts).some(isLate)) {
      this.#recent.set(`${domain} ${organisational}`, facts, RECENT_MS);
    }
    return facts;
  }

  async #acceptsMail(
    domain: string,
    sorted: Promise<Known<readonly MxRecord[]>>,
    budget: Budget,
  ): Promise<Known<boolean>> {
    const mx = await sorted;
    if (!mx.known) return mx;
    if (isNullMx(mx.value)) return known(false);
    const named = mx.value.length === 0 ? [domain] : mx.value.map((record) => record.exchange);
    const targets = [...new Set(named.filter((target) => target !== ""))];
    const questions = targets.slice(0, MAX_TARGETS).map((target) => this.#reachable(target, budget));
    const found = await until(questions, isTrue);
    if (found.some(isTrue)) return known(true);
    const open = found.find(isUnknown);
    if (open !== undefined) return open;
    return targets.length > MAX_TARGETS ? unknown("not_asked", "too many mail exchangers") : known(false);
  }

  /** False for a target that is not a host name. */
  async #reachable(target: string, budget: Budget): Promise<Known<boolean>> {
    const { dns, egressAllow } = this.#options;
    const isPublic = (answer: Known<DnsAnswer<Address>>) =>
      answer.known && answer.value.records.some((address) => mayConnect(address, egressAllow));
    const answers = await until([dns.a(target, budget), dns.aaaa(target, budget)], isPublic);
    if (answers.some(isPublic)) return known(true);
    const open = answers.find(isUnknown);
    return open === undefined || open.why === "not_supported" ? known(false) : open;
  }

  async #dmarc(domain: string, organisational: string, budget: Budget): Promise<Known<boolean>> {
    const names = [...new Set([domain, organisational])];
    const questions = names.map(async (name) =>
      mapKnown(await this.#options.dns.txt(`_dmarc.${name}`, budget), hasDmarc)
    );
    const facts = await until(questions, isTrue);
    return anyIs(facts, isTrue);
  }
}

function byPreference(one: MxRecord, other: MxRecord): number {
  return one.preference - other.preference || (one.exchange < other.exchange ? -1 : 1);
}

/** True when one of the answers satisfies the predicate; unknown when none does and one is unknown. */
function anyIs<T>(answers: readonly Known<T>[], predicate: (answer: Known<T>) => boolean): Known<boolean> {
  return answers.some(predicate) ? known(true) : answers.find(isUnknown) ?? known(false);
}

function nameExists(answer: Known<DnsAnswer<unknown>>): boolean {
  return answer.known && answer.value.exists;
}

function hasAddress(answer: Known<DnsAnswer<unknown>>): boolean {
  return answer.known && answer.value.records.length > 0;
}

function isUnknown(fact: Known<unknown>): fact is UnknownFact {
  return !fact.known;
}

/** Such a fact may be known for the next caller. */
function isLate(fact: Known<unknown>): boolean {
  return !fact.known && fact.why === "timeout";
}

function isNullMx(records: readonly MxRecord[]): boolean {
  return records.length === 1 && records[0]!.exchange === "";
}

/** Two records count as none (RFC 7208 section 4.5). */
function hasSpf(answer: DnsAnswer<string>): boolean {
  return answer.records.filter((record) => SPF.test(record)).length === 1;
}

/** Two records count as none (RFC 7489 section 6.6.3). */
function hasDmarc(answer: DnsAnswer<string>): boolean {
  return answer.records.filter((record) => DMARC.test(record)).length === 1;
}
