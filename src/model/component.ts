/** The five kinds of values that are scored, and what scoring one of them yields. */
import { type Known, reasonText } from "./evidence.ts";

export const COMPONENT_KINDS = ["ip", "email", "phone", "domain", "device"] as const;
export type ComponentKind = (typeof COMPONENT_KINDS)[number];
/** Anybody can give somebody else's in a sign-up. The address and the device are those of who signs up. */
export const CLAIMABLE = ["email", "phone", "domain"] as const satisfies readonly ComponentKind[];
export type Claimable = (typeof CLAIMABLE)[number];
export const CLAIMED_KINDS: ReadonlySet<ComponentKind> = new Set(CLAIMABLE);
/** What a finding is about: a value, or how a sign-up hangs together with others. */
export type FindingSource = ComponentKind | "linkage";

/** A weighted fact that applies. `points` is what its row adds in its group: 0 when a stronger row of the group applies too. */
export interface Finding {
  readonly component: FindingSource;
  readonly name: string;
  readonly group: string;
  readonly points: number;
  /** A sentence fragment for people, for example "commercial VPN exit". */
  readonly text: string;
}

/** A fact that lowers the score: it is multiplied by `factor` (0 to 1). */
export interface Trust {
  readonly component: FindingSource;
  readonly name: string;
  readonly factor: number;
  readonly text: string;
}

/** How a component's score comes about. Complete, so that it can be computed again without one of the findings. */
export interface Breakdown {
  /** Integer 0 to 100. */
  readonly score: number;
  readonly findings: readonly Finding[];
  readonly trust: readonly Trust[];
}

/** What a signal's `score` returns: the score with its parts, the wire fields, and why each null is null. */
export interface Component<Fields = unknown> {
  readonly kind: ComponentKind;
  readonly breakdown: Breakdown;
  /** Every field of the single-endpoint result except risk_score, verdict, rule_applied, request_id and processing_time_sec. */
  readonly fields: Fields;
  /** Wire path of each null (`signals.is_tor`) and its reason (`not_loaded`). */
  readonly unknown: Readonly<Record<string, string>>;
}

export interface OwnHistory {
  readonly count: number;
  /** How many of them weigh in full; absent: all. */
  readonly inFull?: number;
  readonly risk: number;
  /** The risk is that of labels on a value that anybody could have given. */
  readonly isClaimed?: true;
  readonly recent: boolean;
}

/** What the service remembers about a value. `firstSeen` and `timesSeen` already count the scoring that is under way. */
export interface History {
  /** Reports and fraud labels of the caller and of all members. */
  readonly abuseReports: number;
  /** One of them is from the last 30 days. */
  readonly recentAbuse: boolean;
  /** Whether that adds to the score: the caller itself reported, or several members did. */
  readonly recentAbuseCounts: boolean;
  /** 0 to 1: the weight of the reports for the caller, by reporters and age. One other account alone has none. */
  readonly abuseRisk: number;
  /** The caller's own part in that; absent when it reported nothing. */
  readonly own?: OwnHistory;
  /** RFC 3339; null for a caller that is not told. */
  readonly firstSeen: string | null;
  readonly timesSeen: number | null;
}

/** Collects why fields are null while they are filled in: `nulls.value("signals.is_tor", fact)`. */
export class NullReasons {
  readonly reasons: Record<string, string> = {};

  /** The value; when it is unknown null, and its reason is noted under the wire path. */
  value<T>(path: string, fact: Known<T>): T | null {
    if (fact.known) return fact.value;
    this.reasons[path] = reasonText(fact);
    return null;
  }
}
/** A value as services return it: nothing in it may be changed. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
