/** The only I/O of the email signal: lists, DNS, RDAP, website, footprint and the mailbox, inside the request's budget. */
import { all, type Awaitable, chain } from "../../concurrency/awaitable.ts";
import { Budget } from "../../concurrency/budget.ts";
import {
  isFalse,
  isTrue,
  type Known,
  known,
  mapKnown,
  unknown,
  type UnknownFact,
} from "../../model/evidence.ts";
import type { DomainLists } from "../../feeds/domains/domain_lists.ts";
import type { Footprint, MailboxAnswer, MailDomainFacts, Registration } from "../../model/outside_facts.ts";
import { mxProvider } from "../../net/smtp/mx_provider.ts";
import type { CollectContext } from "../signal.ts";
import { listFactsOf, registrationOf, websiteOf } from "../domain/collect.ts";
import { bundledFolds, type Folds } from "../domain/confusable.ts";
import { homographOf } from "../domain/homograph.ts";
import type { EmailEvidence, EmailFootprintFacts, EmailMailFacts } from "./evidence.ts";
import type { MailboxRequest } from "./mailbox/mailbox.ts";
import { spellingsOf } from "./mailbox/mailbox_spelling.ts";
import type { EmailInput } from "./parse.ts";

export interface EmailSources {
  readonly lists: DomainLists;
  readonly mailDomains: {
    /** @param organisational registrable domain, where DMARC falls back to. Each fact is unknown("timeout") after the budget. */
    facts(domain: string, organisational: string, budget: Budget): Awaitable<MailDomainFacts>;
  };
  readonly registrations: { of(domain: string): Awaitable<Known<Registration>> };
  readonly websites: { present(domain: string): Known<boolean> };
  readonly footprints: { of(email: string): Awaitable<Footprint> };
  /** The fold table a refreshed confusables.txt extended; the bundled one when absent. */
  readonly confusables?: { folds(): Folds };
  readonly mailboxes: {
    /** True: verification is switched off, whatever else is known about the domain. */
    readonly off?: boolean;
    ask(request: MailboxRequest): Awaitable<MailboxAnswer>;
    /** What is kept about the address, while nobody is asked; null when nothing is. */
    kept?(request: MailboxRequest): Awaitable<MailboxAnswer | null>;
  };
}

export interface EmailOptions {
  readonly waitForMailbox: boolean;
}

/** What a caller who waits for the mailbox waits for the rest as well. */
const WAIT_MS = 8_000;

export function collectEmail(
  input: EmailInput,
  sources: EmailSources,
  context: CollectContext,
  options: EmailOptions = { waitForMailbox: false },
): Awaitable<EmailEvidence> {
  const base = { input, history: context.history, now: context.now };
  const refused = notAskedAbout(input);
  const homograph = input.domain === null
    ? null
    : homographOf(input.host, sources.confusables?.folds() ?? bundledFolds());
  if (refused !== null) return { ...base, ...nothingFrom(refused), homograph };
  const budget = options.waitForMailbox ? new Budget(WAIT_MS) : context.budget;
  const asked = all([
    collectMail(input, sources, budget, options),
    budget.within(collectRegistration(input, sources)),
    collectFootprint(input.email.toLowerCase(), sources, budget),
  ]);
  return chain(
    asked,
    ([outside, createdAt, footprint]) => ({ ...base, ...outside, homograph, createdAt, footprint }),
  );
}

/** Why nobody outside is asked about the address; null when they are. */
function notAskedAbout({ mailbox, domain }: EmailInput): UnknownFact | null {
  if (mailbox === null) return unknown("not_asked", "the address does not parse");
  if (mailbox.literal) return unknown("not_supported", "address literal");
  return domain === null || domain.isReserved ? unknown("not_asked", "reserved domain") : null;
}

type Outside = Pick<EmailEvidence, "mail" | "lists" | "website" | "mailbox">;

function collectMail(
  input: EmailInput,
  sources: EmailSources,
  budget: Budget,
  options: EmailOptions,
): Awaitable<Outside> {
  const { host, domain } = input;
  return chain(sources.mailDomains.facts(host, domain?.registrable ?? host, budget), (facts) => {
    const mail = mailFactsOf(facts);
    const lists = listFactsOf(host, mail.mx, sources.lists);
    const disposable = lists.disposable !== null || isTrue(lists.disposableMx);
    const asked = disposable
      ? noMailbox("unsupported", unknown("not_asked", "disposable domain"))
      : collectMailbox(input, facts, sources, budget, options);
    return chain<MailboxAnswer, Outside>(asked, (mailbox) => {
      const name = domain ?? { host, registrable: null, owner: null };
      return { mail, lists, website: websiteOf(name, facts.exists, sources.websites), mailbox };
    });
  });
}

function mailFactsOf(facts: MailDomainFacts): EmailMailFacts {
  const hosts = mapKnown(
    facts.mx,
    (records) => records.map((record) => record.exchange).filter((name) => name !== ""),
  );
  return {
    exists: facts.exists,
    acceptsMail: facts.acceptsMail,
    mx: hosts,
    mxProvider: mapKnown(hosts, ([first]) => first === undefined ? null : mxProvider(first)?.name ?? null),
    spf: facts.spf,
    dmarc: facts.dmarc,
  };
}

function collectMailbox(
  input: EmailInput,
  facts: MailDomainFacts,
  sources: EmailSources,
  budget: Budget,
  options: EmailOptions,
): Awaitable<MailboxAnswer> {
  const { acceptsMail, mx } = facts;
  if (sources.mailboxes.off) return noMailbox("unsupported", unknown("disabled", "mailbox verification"));
  if (isFalse(acceptsMail)) {
    return noMailbox("unavailable", unknown("not_asked", "the domain does not accept mail"));
  }
  const request = {
    spellings: spellingsOf(input),
    domain: input.host,
    mx: mx.known ? mx.value : [],
    wait: options.waitForMailbox && budget,
  };
  if (acceptsMail.known) return askMailbox(request, sources, budget);
  return chain(keptAbout(request, sources), (kept) => {
    if (kept !== null) return kept;
    // The exchangers are known; whether they can be reached will be seen by whoever asks them.
    const goOn = acceptsMail.why === "timeout" && mx.known && mx.value.length > 0;
    return goOn ? askMailbox(request, sources, budget) : withoutMx(acceptsMail);
  });
}

/** A slow or failing lookup of the domain takes nothing from what its mail server said before. */
function keptAbout(request: MailboxRequest, sources: EmailSources): Awaitable<MailboxAnswer | null> {
  const kept = sources.mailboxes.kept?.(request) ?? null;
  return kept instanceof Promise ? kept.catch(() => null) : kept;
}

function askMailbox(
  request: MailboxRequest,
  sources: EmailSources,
  budget: Budget,
): Awaitable<MailboxAnswer> {
  const asked = sources.mailboxes.ask(request);
  if (request.wait) return asked;
  return chain(
    budget.within(chain(asked, (answer) => known(answer))),
    (answer) => answer.known ? answer.value : withoutMx(answer),
  );
}

/** The stage was not reached: `unknown` when time ran out, else `unavailable`. */
function withoutMx(fact: UnknownFact): MailboxAnswer {
  return noMailbox(fact.why === "timeout" ? "unknown" : "unavailable", fact);
}

function noMailbox(status: MailboxAnswer["status"], why: UnknownFact): MailboxAnswer {
  return { status, exists: why, catchAll: why, reply: null };
}

function collectRegistration({ domain, host }: EmailInput, sources: EmailSources): Awaitable<Known<string>> {
  const name = domain ?? { host, registrable: null, owner: null };
  return chain(registrationOf(name, sources.registrations), (registration) => {
    if (!registration.known) return registration;
    const { createdAt } = registration.value;
    return createdAt === null || Number.isNaN(Date.parse(createdAt)) ? unknown("no_data") : known(createdAt);
  });
}

function collectFootprint(
  email: string,
  sources: EmailSources,
  budget: Budget,
): Awaitable<EmailFootprintFacts> {
  const answer = budget.within(chain(sources.footprints.of(email), (footprint) => known(footprint)));
  return chain(
    answer,
    (answer) => answer.known ? answer.value : { hasAvatar: answer, avatarUrl: null, breachCount: answer },
  );
}

/** Nothing outside was asked; the lists cannot hold such a domain. */
function nothingFrom(why: UnknownFact): Omit<EmailEvidence, "input" | "history" | "homograph" | "now"> {
  return {
    lists: { disposable: null, disposableMx: why, freeProvider: false, aliasProvider: false },
    mail: { exists: why, acceptsMail: why, mx: why, mxProvider: why, spf: why, dmarc: why },
    createdAt: why,
    website: why,
    mailbox: noMailbox("unsupported", why),
    footprint: { hasAvatar: why, avatarUrl: null, breachCount: why },
  };
}
