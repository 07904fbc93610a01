/** Everything the rules about an email address ask, worked out once from the evidence. */
import { DAY_MS } from "../../model/duration.ts";
import { isFalse, isTrue, type Known, known, mapKnown, unknown } from "../../model/evidence.ts";
import { riskyTld } from "../domain/risky_tld.ts";
import { mixesScripts } from "../domain/scripts.ts";
import type { EmailEvidence, EmailMailboxFacts } from "./evidence.ts";
import { isMachineMade } from "./machine_generated.ts";
import type { EmailInput } from "./parse.ts";
import { isRoleAccount } from "./role.ts";
import { repairSyntax, typoOf, type TypoSuggestion, withDomain } from "./typo.ts";

export interface EmailFacts {
  readonly syntaxValid: boolean;
  /** Dot-atom at a domain name: neither quoted nor an address literal. */
  readonly ordinary: boolean;
  readonly literal: boolean;
  readonly reserved: boolean;
  readonly exists: Known<boolean>;
  readonly acceptsMail: Known<boolean>;
  readonly disposable: Known<boolean>;
  /** Only one wide list says so. */
  readonly disposableSuspected: boolean;
  readonly homograph: Known<boolean>;
  readonly homographWhy: string | null;
  /** 0 to 1: how much of the row's points it deserves. */
  readonly homographShare: number;
  readonly typo: TypoSuggestion | null;
  /** The whole corrected address. */
  readonly didYouMean: string | null;
  readonly role: Known<boolean>;
  readonly freeProvider: Known<boolean>;
  readonly relay: boolean;
  /** A provider of mailboxes or of forwarding that is known by name: nothing about its domain tells about its users. */
  readonly knownProvider: boolean;
  readonly machineMade: Known<boolean>;
  readonly tagged: Known<boolean>;
  readonly riskyTld: Known<boolean>;
  /** 0 to 1. */
  readonly riskyTldShare: number;
  /** Whole days since registration. */
  readonly ageDays: Known<number>;
  readonly newDomain: Known<boolean>;
  readonly spf: Known<boolean>;
  readonly dmarc: Known<boolean>;
  readonly website: Known<boolean>;
  readonly mailbox: EmailMailboxFacts;
  /** An avatar or a breach record: the address has been in use by someone. */
  readonly footprint: Known<boolean>;
}

/** A domain younger than this is new. */
export const NEW_DOMAIN_DAYS = 30;

/** A correction is not offered for a domain that has been in serious use this long, unless it is a squat. */
const ESTABLISHED_DAYS = 730;
/** Mixed scripts in a handle imitate a person, not a company: less than a forged name, more than a mere shape. */
const MIXED_LOCAL_SHARE = 0.6;
const RELAYED = unknown("not_supported", "relay services make up the handle");
const UNPARSED = unknown("not_asked", "the address does not parse");

/** What the text alone says. */
interface TextFacts {
  readonly mixedLocal: boolean;
  readonly tld: { readonly is: boolean; readonly share: number };
  readonly typo: TypoSuggestion | null;
  readonly role: boolean;
  readonly machineMade: Known<boolean>;
}

/** Worked out once for an address that is scored again and again. */
const told = new WeakMap<EmailInput, TextFacts>();

function textFactsOf(input: EmailInput): TextFacts {
  const known = told.get(input);
  if (known !== undefined) return known;
  const parsed = input.mailbox !== null;
  const named = parsed && !input.mailbox!.literal;
  const facts = {
    mixedLocal: parsed && input.handle.split(/[._-]/).some(mixesScripts),
    tld: named ? riskyTld(input.host) : { is: false, share: 0 },
    typo: named ? typoOf(input.host) : null,
    role: parsed && isRoleAccount(input.handle),
    machineMade: parsed ? isMachineMade(input.handle, input.host) : UNPARSED,
  };
  told.set(input, facts);
  return facts;
}

export function factsOf(evidence: EmailEvidence): EmailFacts {
  const { input, lists, mail, homograph } = evidence;
  const parsed = input.mailbox !== null;
  const named = parsed && !input.mailbox!.literal;
  const when = <T>(value: () => T): Known<T> => parsed ? known(value()) : UNPARSED;
  const { mixedLocal, tld, role, machineMade, ...text } = textFactsOf(input);
  const ageDays = mapKnown(
    evidence.createdAt,
    (at) => Math.max(0, Math.floor((evidence.now - Date.parse(at)) / DAY_MS)),
  );
  const typo = establishedTypo(text.typo, evidence, ageDays);
  return {
    syntaxValid: parsed,
    literal: parsed && !named,
    ordinary: named && !input.mailbox!.local.quoted,
    reserved: named && (input.domain === null || input.domain.isReserved),
    exists: mail.exists,
    acceptsMail: mail.acceptsMail,
    disposable: when(() => lists.disposable !== null || isTrue(lists.disposableMx)),
    disposableSuspected: lists.disposable === "suspected" && !isTrue(lists.disposableMx),
    homograph: when(() => mixedLocal || (homograph?.is ?? false)),
    homographWhy: homograph?.why ?? (mixedLocal ? "handle mixes scripts" : null),
    homographShare: homograph?.is ? homograph.share : MIXED_LOCAL_SHARE,
    typo,
    didYouMean: named
      ? typo === null ? null : withDomain(input.email, typo.domain)
      : parsed
      ? null
      : repairSyntax(input.email),
    role: when(() => role),
    freeProvider: when(() => lists.freeProvider),
    relay: lists.aliasProvider,
    knownProvider: lists.freeProvider || lists.aliasProvider,
    machineMade: parsed && lists.aliasProvider ? RELAYED : machineMade,
    tagged: when(() => input.tagged),
    riskyTld: when(() => tld.is),
    riskyTldShare: tld.share,
    ageDays,
    newDomain: mapKnown(ageDays, (days) => days < NEW_DOMAIN_DAYS),
    spf: mail.spf,
    dmarc: mail.dmarc,
    website: evidence.website,
    mailbox: evidence.mailbox,
    footprint: footprintOf(evidence),
  };
}

/** None where the domain is a provider of its own, or in serious use. */
function establishedTypo(
  typo: TypoSuggestion | null,
  { lists, mail }: EmailEvidence,
  ageDays: Known<number>,
): TypoSuggestion | null {
  if (typo === null || lists.freeProvider || lists.aliasProvider) return null;
  if (typo.squat) return typo;
  const established = isTrue(mail.acceptsMail) && ageDays.known && ageDays.value >= ESTABLISHED_DAYS &&
    (isTrue(mail.spf) || isTrue(mail.dmarc));
  return established ? null : typo;
}

function footprintOf({ footprint }: EmailEvidence): Known<boolean> {
  const breached = mapKnown(footprint.breachCount, (count) => count > 0);
  if (isTrue(footprint.hasAvatar) || isTrue(breached)) return known(true);
  if (isFalse(footprint.hasAvatar) && isFalse(breached)) return known(false);
  return footprint.hasAvatar.known ? breached : footprint.hasAvatar;
}
