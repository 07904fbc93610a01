/** The only I/O of the domain signal: lists in memory, DNS and RDAP within the request's budget. */
import { all, type Awaitable, chain } from "../../concurrency/awaitable.ts";
import type { Budget } from "../../concurrency/budget.ts";
import { isFalse, type Known, known, mapKnown, unknown } from "../../model/evidence.ts";
import type { DomainLists } from "../../feeds/domains/domain_lists.ts";
import type { MailDomainFacts, Registration } from "../../model/outside_facts.ts";
import type { CollectContext } from "../signal.ts";
import { bundledFolds, type Folds } from "./confusable.ts";
import type { DomainEvidence, DomainListFacts } from "./evidence.ts";
import { homographOf } from "./homograph.ts";
import { domainIdentity, type DomainName } from "./parse.ts";

export interface DomainSources {
  readonly lists: DomainLists;
  readonly mailDomains: {
    /** @param organisational registrable domain, the fallback for DMARC. Each fact is unknown("timeout") after the budget. */
    facts(domain: string, organisational: string, budget: Budget): Awaitable<MailDomainFacts>;
  };
  readonly registrations: { of(registrable: string, budget: Budget): Awaitable<Known<Registration>> };
  readonly websites: { present(domain: string, budget: Budget): Known<boolean> };
  /** The fold table, extended by a refreshed confusables.txt; the bundled one when absent. */
  readonly confusables?: { folds(): Folds };
}

export function collectDomain(
  name: DomainName,
  sources: DomainSources,
  { budget, history, now }: CollectContext,
): Awaitable<DomainEvidence> {
  const { lists } = sources;
  const folds = sources.confusables?.folds() ?? bundledFolds();
  const homograph = homographOf(name.host, folds);
  const widelyShared = history.abuseRisk > 0 && isWidelyShared(name, lists);
  const base = { name, homograph, widelyShared, history, now };
  if (name.isReserved) {
    const why = unknown("not_asked", "reserved domain");
    const dns = { resolves: why, acceptsMail: why, spf: why, dmarc: why };
    return { ...base, lists: listFactsOf(name.host, known([]), lists), dns, registration: why, website: why };
  }
  const pending = all([
    sources.mailDomains.facts(name.host, name.registrable ?? name.host, budget),
    budget.within(registrationOf(name, sources.registrations, budget)),
  ]);
  return chain(pending, ([facts, registration]) => {
    const mx = mapKnown(facts.mx, (records) => records.map((record) => record.exchange));
    const { resolves, acceptsMail, spf, dmarc } = facts;
    return {
      ...base,
      lists: listFactsOf(name.host, mx, lists),
      dns: { resolves, acceptsMail, spf, dmarc },
      registration,
      website: websiteOf(name, facts.exists, sources.websites, budget),
    };
  });
}

/** Reports are counted by the owner's name, so it decides: `mail.gmail.com` is as shared as `gmail.com`. */
function isWidelyShared(name: DomainName, lists: DomainLists): boolean {
  const identity = domainIdentity(name);
  return name.owner === null || lists.isFreeProvider(identity) || lists.isAliasProvider(identity);
}

type Owned = Pick<DomainName, "host" | "registrable" | "owner">;

/** The registration describes the owner only where the owner registered the name: not below `github.io`. */
export function registrationOf(
  { registrable, owner }: Owned,
  registrations: DomainSources["registrations"],
  budget: Budget,
): Awaitable<Known<Registration>> {
  if (registrable === null) {
    return unknown("not_supported", "a public suffix has no registrant");
  }
  if (owner !== null && owner !== registrable) {
    return unknown("not_supported", "subdomain of a shared domain");
  }
  return registrations.of(registrable, budget);
}

/**
 * Whether the registrant, or below a private suffix (`me.github.io`) the owner, has a website. False without a request
 * when the site's own name is known not to exist: then no `www` below it exists either (RFC 8020).
 */
export function websiteOf(
  { host, registrable, owner }: Owned,
  exists: Known<boolean>,
  websites: DomainSources["websites"],
  budget: Budget,
): Known<boolean> {
  const site = owner ?? registrable ?? host;
  return site === host && isFalse(exists) ? known(false) : websites.present(site, budget);
}

/** What the lists in memory contain about a host and, when they are known, its mail hosts. */
export function listFactsOf(host: string, mx: Known<readonly string[]>, lists: DomainLists): DomainListFacts {
  const freeProvider = lists.isFreeProvider(host);
  const aliasProvider = lists.isAliasProvider(host);
  const isProvider = freeProvider || aliasProvider;
  return {
    disposable: isProvider ? null : lists.disposable(host)?.level ?? null,
    disposableMx: isProvider
      ? known(false)
      : mapKnown(mx, (hosts) => hosts.some((exchange) => exchange !== "" && lists.disposableMx(exchange))),
    freeProvider,
    aliasProvider,
  };
}
