/** Stored nouns that the whole service knows. Times are milliseconds since the epoch unless they say otherwise. */
import type { KeyScope } from "./access/key_scope.ts";
import type { Role } from "./access/role.ts";
import type { AuditOrigin } from "./access/audit.ts";
import { DAY_MS } from "./duration.ts";
import type { Claimable, ComponentKind } from "./component.ts";
import type { Actor } from "./actor.ts";
import type { AgentAction } from "./agent_policy.ts";
import type { StoredConditions } from "./conditions/stored.ts";
import type { StoredEdgeSettings } from "./access/edge_settings.ts";
import type { Facts } from "./facts/fact.ts";
import type { Linkage } from "./linkage/linkage.ts";
import type { Ring } from "./linkage/ring.ts";
import type { SignupId } from "./linkage/ring_texts.ts";
import type { RuleAction, RuleKind } from "./rules/rule.ts";
import type { InvalidComponent } from "./invalid_component.ts";
import type { Scored, Thresholds, Verdict } from "./verdict.ts";

export const KEY_MODES = ["live", "test"] as const;
export type KeyMode = typeof KEY_MODES[number];

/** Members' reports and labels count for other accounts; guests score with all the service knows and move nothing. */
export type Standing = "member" | "guest";

export interface Account extends StoredEdgeSettings {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly paused: boolean;
  /** Lookups a calendar month (UTC); null: no limit. */
  readonly monthlyQuota: number | null;
  /** Requests per minute of a new key; absent: the setting's. */
  readonly ratePerMinute?: number;
  readonly madeBy: "operator" | "signup";
  /** Whether links between sign-ups are part of the score; they are only reported by default. */
  readonly linkageScoring?: LinkageScoring;
  /** People whose sign-up was not allowed can appeal; absent: they cannot. */
  readonly appeals?: true;
  /** Those of scores whose request names no strictness; absent: those of the default strictness. */
  readonly thresholds?: Thresholds;
  /** Hours within which a review is to be decided; absent: REVIEW_TARGET_HOURS. */
  readonly reviewTarget?: number;
  /** How the compatibility layer writes what is not known, where the account has chosen. */
  readonly compat?: Partial<CompatChoice>;
  /** The operator's word on the account's standing; without it, who made the account decides (`standingOf`). */
  readonly standing?: Standing;
  /** The address given at sign-up, not proven and not unique. Never in clear: a keyed hash, and a masked form a person may see. */
  readonly email?: { readonly hash: string; readonly mask: string };
  /** The network (/24 of IPv4, /48 of IPv6) that the account signed up from: a keyed hash. Its siblings have the same. */
  readonly signupNetwork?: string;
  /** False: the console is opened by people only, and no longer with keys. */
  readonly keySignIn?: boolean;
}

/** What links between sign-ups do: they are reported only, or they are part of the score. */
export const LINKAGE_SCORING = ["report", "score"] as const;
export type LinkageScoring = typeof LINKAGE_SCORING[number];

/** A balance, which is not kept: `null` as specified, or `zero` for clients whose types do not allow null there. */
export const COMPAT_BALANCES = ["null", "zero"] as const;
export type CompatBalance = typeof COMPAT_BALANCES[number];
/** Other facts that are not known: `null` as specified, or left out as the vendor does. */
export const COMPAT_UNKNOWNS = ["null", "omit"] as const;
export type CompatUnknown = typeof COMPAT_UNKNOWNS[number];

export interface CompatChoice {
  readonly balance: CompatBalance;
  readonly unknown: CompatUnknown;
}

/** Members were made or admitted by the operator; an account that signed up by itself is a guest until it is admitted. */
export function standingOf({ standing, madeBy }: Pick<Account, "standing" | "madeBy">): Standing {
  return standing ?? (madeBy === "operator" ? "member" : "guest");
}

/**
 * The reporter that an account is for other accounts: members that signed up from one network are one reporter. Null for
 * guests and paused accounts, whose reports count for no other account.
 */
export function reporterOf(account: Account): string | null {
  if (account.paused || standingOf(account) !== "member") return null;
  return account.signupNetwork ?? account.id;
}

export interface ApiKey {
  /** `key_…`, shown in lists and used to revoke. */
  readonly id: string;
  readonly account: string;
  readonly mode: KeyMode;
  readonly name: string;
  /** SHA-256 of the key, hex. The key itself is never stored. */
  readonly hash: string;
  /** The last four characters, so that a person can tell keys apart. */
  readonly tail: string;
  readonly ratePerMinute: number;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  /** What the key may do; absent: everything (`model/access/key_scope.ts`). Empty for a key with a role. */
  readonly scopes?: readonly KeyScope[];
  /** Decides in place of the scopes (`model/access/action.ts`). */
  readonly role?: Role;
  /** From then on the key is refused; absent: never. */
  readonly expiresAt?: number;
  /** The id of the key that replaced it, by a rotation. */
  readonly replacedBy?: string;
}

/** The person who is signed in. */
export interface CallerPerson {
  /** `psn_…` */
  readonly id: string;
  /** "" where none was given. */
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** The authenticated caller of a request. */
export interface Caller {
  readonly account: Account;
  /** Of a person: one of mode live without scopes, whose id is the person's. It is not stored. */
  readonly key: ApiKey;
  /** Absent: a key was sent, or signed in. */
  readonly person?: CallerPerson;
  /** Where the request came from; absent where nobody sent one. */
  readonly origin?: () => Pick<AuditOrigin, "via" | "network">;
  /** Whose word it is, where neither a person nor a key gave it. */
  readonly actor?: { readonly id: string; readonly name: string };
}

/** The sightings that all members see and add to. */
export const SERVICE_WIDE = "";

/** Whose sightings a caller sees and adds to: everybody's, its own account's (the id), or none (null). */
export function sightingsOf({ account, key }: Caller): string | null {
  if (key.mode === "test") return null;
  return standingOf(account) === "member" ? SERVICE_WIDE : account.id;
}

/** Sign-ups with test keys are linked among themselves, apart from the live ones, and forgotten sooner. */
export const TEST_LINKS_MS = 7 * DAY_MS;

/** The name under which an account's links between sign-ups are stored: those of live and of test keys apart. */
export function linksOwner(account: string, mode: KeyMode): string {
  return mode === "test" ? `${account}.test` : account;
}

/** A rule that decided, in the form of the API. */
export interface RuleApplied {
  readonly id: string;
  readonly action: RuleAction;
  readonly kind: RuleKind;
  readonly value: string;
  /** The rule holds the hash of a value, and `value` is masked. */
  readonly hashed?: true;
  /** Of a rule that trusts: why, and the id of the key that made it. */
  readonly note?: string;
  readonly author?: string;
}

/** `[name, group, points, text]` */
export type StoredFinding = readonly [name: string, group: string, points: number, text: string];

export interface StoredComponent {
  readonly kind: ComponentKind;
  /** HMAC-SHA-256 of the canonical identifier under the service's secret, base64url. */
  readonly hash: string;
  /** HMACs of what a rule can name other than the value: parent domains, the /24 or /48, the ASN. */
  readonly relatedHashes: readonly string[];
  /** Of an e-mail address at no provider: the hash of its domain, which is one of its values. */
  readonly domainHash?: string;
  /** The form a person may see, for example `203.0.113.•`. */
  readonly mask: string;
  readonly score: number;
  readonly verdict: Verdict;
  readonly findings: readonly StoredFinding[];
  /** `[name, factor, text]` */
  readonly trust: readonly (readonly [name: string, factor: number, text: string])[];
  readonly unknown: Readonly<Record<string, string>>;
  readonly rule: RuleApplied | null;
}

/** What is stored of a whole sign-up in addition to its components. */
export interface StoredSignup {
  readonly linkage: Linkage;
  /** As it was. */
  readonly ring: Ring | null;
  /** Leads to the ring as it is: the oldest member that was known, or the sign-up itself. */
  readonly node: SignupId;
  /** The oldest of those that it shares something with that nobody can merely claim; absent: `node`. */
  readonly group?: SignupId;
  /** What the customer had verified as the user's; absent: nothing. */
  readonly verified?: readonly Claimable[];
  readonly actor: Actor;
  /** The agent block of the response; null when the request carried no agent. */
  readonly agent: Readonly<Record<string, unknown>> | null;
  /** The customer's own reference. */
  readonly userId: string | null;
  /** Hash of who the user is at another service, as of users who log in; absent: it was not sent. */
  readonly external?: string;
  /** At least how many people who share nothing else had its device id; absent: none, or nobody else. */
  readonly devicePeople?: number;
  /** What could not be read of it; absent where it had to be valid. */
  readonly invalid?: readonly InvalidComponent[];
  /** What a browser without a device id adds to the score; absent: nothing. */
  readonly browser?: { readonly score: number; readonly findings: readonly StoredFinding[] };
  /** What the account's labels on other sign-ups of its groups add; absent: nothing. */
  readonly groups?: { readonly score: number; readonly findings: readonly StoredFinding[] };
  /** What the links to other sign-ups add, and whether that was part of the score. */
  readonly links: {
    readonly score: number;
    readonly findings: readonly StoredFinding[];
    readonly counted: boolean;
  };
}

/** What was found of how a sign-up hangs together with others, whether it was part of the score or not. */
export function linkedFindings(
  signup: Pick<StoredSignup, "links" | "groups"> | undefined,
): readonly StoredFinding[] {
  if (signup === undefined) return [];
  return signup.groups === undefined
    ? signup.links.findings
    : [...signup.groups.findings, ...signup.links.findings];
}

/** Score records are kept for this long (180 days). */
export const RETENTION_MS = 180 * DAY_MS;
/** Those of test keys. */
const TEST_RETENTION_MS = 7 * DAY_MS;

export function retentionOf(mode: KeyMode): number {
  return mode === "test" ? TEST_RETENTION_MS : RETENTION_MS;
}

/** How a scoring request comes in. */
export const SCORED_VIA = ["single", "user", "batch", "compat", "hook", "edge"] as const;

/** A scoring decision, kept for `retentionOf` its mode. Identifiers only as hashes. */
export interface ScoreRecord extends Scored {
  readonly id: string;
  readonly account: string;
  readonly key: string;
  readonly mode: KeyMode;
  /** `user` for a whole sign-up, otherwise the single component. */
  readonly subject: ComponentKind | "user";
  readonly via: typeof SCORED_VIA[number];
  readonly at: number;
  readonly expiresAt: number;
  readonly score: number;
  readonly verdict: Verdict;
  readonly summary: string | null;
  readonly topSignals: readonly string[];
  readonly rule: RuleApplied | null;
  readonly agentDecision: AgentAction | null;
  readonly components: readonly StoredComponent[];
  /** Names the bundle and lists in force. */
  readonly dataVersion: string;
  /** The customer's own id of the event (compatibility `event.transaction_id`), hashed. */
  readonly transaction?: string;
  /** Only of a whole sign-up; records before 2026-11-22 lack it. */
  readonly signup?: StoredSignup;
  /** What is known of its values that identifies nobody; scores before 2026-11-23 have none. */
  readonly facts?: Facts;
  /** Absent where no condition was judged, or none was true. */
  readonly conditions?: StoredConditions;
}

export const OUTCOMES = ["fraud", "legit"] as const;
export type Outcome = typeof OUTCOMES[number];

/** What kind of fraud a label says that it was. */
export const LABEL_TYPES = [
  "fake_account",
  "bonus_abuse",
  "spam",
  "takeover",
  "chargeback",
  "sms_pumping",
  "scraping",
  "other",
] as const;
export type LabelType = typeof LABEL_TYPES[number];

export interface OutcomeLabel {
  readonly requestId: string;
  readonly account: string;
  readonly outcome: Outcome;
  /** Of fraud; absent: it was not said. */
  readonly type?: LabelType;
  /** When it happened, for example the chargeback; absent: it was not said. */
  readonly happenedAt?: number;
  /** Whose word it is, where another service gave it: `ssf:` and the issuer; absent: somebody of the account's. */
  readonly source?: string;
  /** Values that the label was said to be about, sorted; absent: none in particular. */
  readonly values?: readonly ComponentKind[];
  /** When the score was labelled. */
  readonly at: number;
  readonly score: number;
  readonly verdict: Verdict;
  readonly expiresAt: number;
}
