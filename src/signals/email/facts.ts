/** The facts that the rules about an e-mail address test, derived once from the evidence. */
import type { DeepReadonly } from "../../model/component.ts";
import { isFalse, isTrue, type Known, known, mapKnown, unknown } from "../../model/evidence.ts";
import { daysSince, NEW_DOMAIN_DAYS, OLD_DOMAIN_DAYS } from "../domain/score.ts";
import type { EmailEvidence } from "./evidence.ts";
import { NOT_AN_ADDRESS } from "./text_facts.ts";
import { repairSyntax, type TypoSuggestion, withDomain } from "./typo.ts";

export type EmailFacts = DeepReadonly<ReturnType<typeof factsOf>>;

/** Mixed scripts in a local part imitate a person, not a company: weaker than a forged domain, stronger than an unusual shape. */
const MIXED_LOCAL_SHARE = 0.6;
const RELAYED = unknown("not_supported", "relay services generate the handle");

export function factsOf(evidence: EmailEvidence) {
  const { input, lists, mail, homograph } = evidence;
  const parsed = input.mailbox !== null;
  const hasDomainName = parsed && !input.mailbox!.literal;
  const ifParsed = <T>(value: () => T): Known<T> => parsed ? known(value()) : NOT_AN_ADDRESS;
  const text = input.textFacts();
  const { mixedLocal, tld } = text;
  const ageDays = mapKnown(evidence.createdAt, (at) => daysSince(Date.parse(at), evidence.now));
  const typo = plausibleTypo(text.typo, evidence, ageDays);
  const isProven = evidence.token?.status === "verified";
  return {
    syntaxValid: parsed,
    isAddressLiteral: parsed && !hasDomainName,
    /** The local part is a dot-atom (RFC 5322) and the domain a name: neither quoted nor an address literal. */
    isDotAtom: hasDomainName && !input.mailbox!.local.quoted,
    isReserved: hasDomainName && (input.domain === null || input.domain.isReserved),
    exists: mail.exists,
    acceptsMail: mail.acceptsMail,
    disposable: ifParsed(() => lists.disposable !== null || isTrue(lists.disposableMx)),
    /** Only on a list that is known to be too wide. */
    disposableSuspected: lists.disposable === "suspected" && !isTrue(lists.disposableMx),
    homograph: ifParsed(() => mixedLocal || (homograph?.detected ?? false)),
    homographWhy: homograph?.why ?? (mixedLocal ? "handle mixes letters of different scripts" : null),
    /** 0 to 1: share of the row's points. */
    homographShare: homograph?.detected ? homograph.share : MIXED_LOCAL_SHARE,
    typo,
    /** The whole corrected address. */
    didYouMean: hasDomainName
      ? typo === null ? null : withDomain(input.email, typo.domain)
      : parsed
      ? null
      : repairSyntax(input.email),
    role: ifParsed(() => text.role),
    freeProvider: ifParsed(() => lists.freeProvider),
    relay: lists.aliasProvider,
    /** A known provider of mailboxes or forwarding: facts about its domain say nothing about its users. */
    knownProvider: lists.freeProvider || lists.aliasProvider,
    machineGenerated: parsed && lists.aliasProvider ? RELAYED : text.machineGenerated,
    tagged: ifParsed(() => input.tagged),
    riskyTld: ifParsed(() => tld.risky),
    /** 0 to 1. */
    riskyTldShare: tld.share,
    /** Whole days since registration. */
    ageDays,
    newDomain: mapKnown(ageDays, (days) => days < NEW_DOMAIN_DAYS),
    spf: mail.spf,
    dmarc: mail.dmarc,
    website: evidence.website,
    mailbox: isProven ? provenMailbox(evidence) : evidence.mailbox,
    token: evidence.token,
    /** The mailbox's provider said, by a token, that the person is signed in to it. */
    isProven,
    /** An avatar or a breach record: the address has been in use. */
    footprint: footprintOf(evidence),
  };
}

/**
 * Null where the domain is a provider itself, or is old and has mail: then it is its owner's name. What looks like a squat
 * keeps its suggestion, because squats grow old too, but is no longer called one.
 */
function plausibleTypo(
  typo: TypoSuggestion | null,
  { lists, mail }: EmailEvidence,
  ageDays: Known<number>,
): TypoSuggestion | null {
  if (typo === null || lists.freeProvider || lists.aliasProvider) return null;
  const established = isTrue(mail.acceptsMail) && ageDays.known && ageDays.value >= OLD_DOMAIN_DAYS;
  if (!established) return typo;
  return typo.squat ? { ...typo, squat: false } : null;
}

/** Whatever its mail server said: somebody is signed in to it. */
function provenMailbox({ mailbox: { catchAll } }: EmailEvidence): EmailEvidence["mailbox"] {
  return { status: "verified", exists: known(true), catchAll, reply: null };
}

function footprintOf({ footprint }: EmailEvidence): Known<boolean> {
  const breached = mapKnown(footprint.breachCount, (count) => count > 0);
  if (isTrue(footprint.hasAvatar) || isTrue(breached)) return known(true);
  if (isFalse(footprint.hasAvatar) && isFalse(breached)) return known(false);
  return footprint.hasAvatar.known ? breached : footprint.hasAvatar;
}
