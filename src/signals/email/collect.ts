/** The only I/O of the e-mail signal: lists, DNS, RDAP, website, footprint and the mailbox, within the request's budget. */
import { all, type Awaitable, chain } from "../../concurrency/awaitable.ts";
import { Budget } from "../../concurrency/budget.ts";
import { DECLINED_TEXT } from "../../concurrency/outside_question.ts";
import {
  isFalse,
  isTrue,
  type Known,
  known,
  mapKnown,
  unknown,
  type UnknownFact,
} from "../../model/evidence.ts";
import type { EmailTokenAnswer, EmailTokenClaim } from "../../model/facts/email_token.ts";
import type { Footprint, MailboxAnswer, MailDomainFacts } from "../../model/outside_facts.ts";
import { mxProvider } from "../../net/smtp/mx_provider.ts";
import type { CollectContext } from "../signal.ts";
import { type DomainSources, listFactsOf, registrationOf, websiteOf } from "../domain/collect.ts";
import { bundledFolds } from "../domain/confusable.ts";
import { homographOf } from "../domain/homograph.ts";
import type { EmailEvidence, EmailMailFacts } from "./evidence.ts";
import type { MailboxRequest } from "./mailbox/mailbox.ts";
import { spellingsOf } from "./mailbox/mailbox_spelling.ts";
import { emailIdentity, type EmailInput } from "./parse.ts";
import { NOT_AN_ADDRESS } from "./text_facts.ts";

export interface EmailSources extends DomainSources {
  /** Checks a token that came with an address. Absent: none is checked. */
  readonly emailTokens?: {
    verify(
      claim: EmailTokenClaim,
      input: EmailInput,
      now: number,
      budget: Budget,
    ): Promise<EmailTokenAnswer>;
  };
  readonly footprints: { of(email: string, budget: Budget): Awaitable<Footprint> };
  readonly mailboxes: {
    /** True: verification is switched off for every domain. */
    readonly off?: boolean;
    verify(request: MailboxRequest): Awaitable<MailboxAnswer>;
    /** The stored answer, without contacting the mail server; null when there is none. */
    stored?(request: MailboxRequest): Awaitable<MailboxAnswer | null>;
    /** Deletes what is known of addresses, and what waits for the account. @param emails their hashes, as scores have them */
    erase?(emails: ReadonlySet<string>, account: string): Promise<void>;
    /** What is in memory is read again. */
    forget?(): void;
  };
}

/** What the steps of one collection share. */
interface Asking {
  readonly input: EmailInput;
  readonly sources: EmailSources;
  readonly budget: Budget;
  readonly waitForMailbox: boolean;
}

interface Options {
  readonly waitForMailbox?: boolean;
  readonly token?: EmailTokenClaim | null;
}

/** Budget of the mailbox, and of the DNS lookups that it needs, when the caller waits for it. */
const WAIT_MS = 8_000;

export function collectEmail(
  input: EmailInput,
  sources: EmailSources,
  context: CollectContext,
  { waitForMailbox = false, token = null }: Options = {},
): Awaitable<EmailEvidence> {
  const { emailTokens } = sources;
  const others = collectOthers(input, sources, context, waitForMailbox);
  if (token === null || emailTokens === undefined) {
    return chain(others, (evidence) => ({ ...evidence, token: null }));
  }
  const verified = emailTokens.verify(token, input, context.now, context.budget);
  return chain(all([others, verified]), ([evidence, token]) => ({ ...evidence, token }));
}

function collectOthers(
  input: EmailInput,
  sources: EmailSources,
  context: CollectContext,
  waitForMailbox: boolean,
): Awaitable<Omit<EmailEvidence, "token">> {
  const base = { input, history: context.history, now: context.now };
  const notCollected = whyNotCollected(input);
  const homograph = input.domain === null
    ? null
    : homographOf(input.host, sources.confusables?.folds() ?? bundledFolds());
  if (notCollected !== null) return { ...base, ...nothingCollected(notCollected), homograph };
  const pending = waitForMailbox
    ? askAndWait(input, sources, context.budget)
    : askAll({ input, sources, budget: context.budget, waitForMailbox });
  return chain(
    pending,
    ([outside, createdAt, footprint]) => ({ ...base, ...outside, homograph, createdAt, footprint }),
  );
}

type Answers = [outside: Outside, createdAt: Known<string>, footprint: Footprint];

function askAll(asking: Asking): Awaitable<Answers> {
  const { input, sources, budget } = asking;
  return all([
    collectMail(asking),
    budget.within(collectRegistration(input, sources, budget)),
    inTime(sources.footprints.of(input.email.toLowerCase(), budget), budget, noFootprint),
  ]);
}

/**
 * The long budget is for the mailbox only. The rest counts when it is there by then or within the request's own budget, so
 * that a registry that does not answer holds up nothing that is known.
 */
async function askAndWait(input: EmailInput, sources: EmailSources, budget: Budget): Promise<Answers> {
  // Never rejects while no caller waits for it.
  const background = new Budget(Infinity, budget.account);
  const long = new Budget(WAIT_MS, budget.account);
  const registration = background.within(collectRegistration(input, sources, long));
  const footprint = background.within(
    chain(sources.footprints.of(input.email.toLowerCase(), long), (value) => known(value)),
  );
  const outside = await collectMail({ input, sources, budget: long, waitForMailbox: true });
  const [createdAt, found] = await all([budget.within(registration), budget.within(footprint)]);
  return [outside, createdAt, found.known ? found.value : noFootprint(found)];
}

/** Why no outside source is queried about the address; null when they are. */
function whyNotCollected({ mailbox, domain }: EmailInput): UnknownFact | null {
  if (mailbox === null) return NOT_AN_ADDRESS;
  if (mailbox.literal) return unknown("not_supported", "address literal");
  return domain === null || domain.isReserved ? unknown("not_asked", "reserved domain") : null;
}

type Outside = Pick<EmailEvidence, "mail" | "lists" | "website" | "mailbox">;

function collectMail(asking: Asking): Awaitable<Outside> {
  const { input: { host, domain }, sources, budget } = asking;
  return chain(sources.mailDomains.facts(host, domain?.registrable ?? host, budget), (facts) => {
    const mail = mailFactsOf(facts);
    const lists = listFactsOf(host, mail.mx, sources.lists);
    const disposable = lists.disposable !== null || isTrue(lists.disposableMx);
    const pending = disposable
      ? noMailbox("unsupported", unknown("not_asked", "disposable domain"))
      : collectMailbox(asking, facts);
    return chain<MailboxAnswer, Outside>(pending, (mailbox) => {
      const name = domain ?? { host, registrable: null, owner: null };
      return { mail, lists, website: websiteOf(name, facts.exists, sources.websites, budget), mailbox };
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
  { input, sources, budget, waitForMailbox }: Asking,
  { acceptsMail, mx }: MailDomainFacts,
): Awaitable<MailboxAnswer> {
  if (sources.mailboxes.off) return noMailbox("unsupported", unknown("disabled", "mailbox verification"));
  if (isFalse(acceptsMail)) {
    return noMailbox("unavailable", unknown("not_asked", "the domain does not accept mail"));
  }
  const request = {
    spellings: spellingsOf(input),
    identity: emailIdentity(input),
    domain: input.host,
    mx: mx.known ? mx.value : [],
    wait: waitForMailbox && budget,
    account: budget.account.id,
  };
  if (acceptsMail.known && budget.mayAsk) return askMailbox(request, sources, budget);
  return chain(storedAnswer(request, sources), (stored) => {
    if (stored !== null) return stored;
    if (acceptsMail.known) return noMailbox("unknown", unknown("timeout", DECLINED_TEXT.memory));
    if (!budget.mayAsk) return withoutMx(acceptsMail);
    // The MX hosts are known although their addresses are not yet: the probe itself finds out whether they can be reached.
    const proceed = acceptsMail.why === "timeout" && mx.known && mx.value.length > 0;
    return proceed ? askMailbox(request, sources, budget) : withoutMx(acceptsMail);
  });
}

/** A mail server's earlier answer stays valid when the lookup of its domain is slow or fails. */
function storedAnswer(request: MailboxRequest, sources: EmailSources): Awaitable<MailboxAnswer | null> {
  const stored = sources.mailboxes.stored?.(request) ?? null;
  return stored instanceof Promise ? stored.catch(() => null) : stored;
}

function askMailbox(
  request: MailboxRequest,
  sources: EmailSources,
  budget: Budget,
): Awaitable<MailboxAnswer> {
  const pending = sources.mailboxes.verify(request);
  if (request.wait) return pending;
  return inTime(pending, budget, withoutMx);
}

/** The answer; after the budget what `late` makes of the reason. */
function inTime<T>(pending: Awaitable<T>, budget: Budget, late: (why: UnknownFact) => T): Awaitable<T> {
  const answer = budget.within(chain(pending, (value) => known(value)));
  return chain(answer, (answer) => answer.known ? answer.value : late(answer));
}

/** The mailbox was not checked: `unknown` when time ran out, else `unavailable`. */
function withoutMx(fact: UnknownFact): MailboxAnswer {
  return noMailbox(fact.why === "timeout" ? "unknown" : "unavailable", fact);
}

function noMailbox(status: MailboxAnswer["status"], why: UnknownFact): MailboxAnswer {
  return { status, exists: why, catchAll: why, reply: null };
}

function collectRegistration(
  { domain, host }: EmailInput,
  sources: EmailSources,
  budget: Budget,
): Awaitable<Known<string>> {
  const name = domain ?? { host, registrable: null, owner: null };
  return chain(registrationOf(name, sources.registrations, budget), (registration) => {
    if (!registration.known) return registration;
    const { createdAt } = registration.value;
    return createdAt === null || Number.isNaN(Date.parse(createdAt)) ? unknown("no_data") : known(createdAt);
  });
}

function noFootprint(why: UnknownFact): Footprint {
  return { hasAvatar: why, avatarUrl: null, breachCount: why };
}

/** No outside source was queried, and the lists cannot contain such a domain. */
function nothingCollected(
  why: UnknownFact,
): Omit<EmailEvidence, "input" | "history" | "homograph" | "now" | "token"> {
  return {
    lists: { disposable: null, disposableMx: why, freeProvider: false, aliasProvider: false },
    mail: { exists: why, acceptsMail: why, mx: why, mxProvider: why, spf: why, dmarc: why },
    createdAt: why,
    website: why,
    mailbox: noMailbox("unsupported", why),
    footprint: noFootprint(why),
  };
}
