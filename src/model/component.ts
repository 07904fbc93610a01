/** The five things that are scored, and what scoring one of them yields. */
import { type Known, reasonText } from "./evidence.ts";

export const COMPONENT_KINDS = ["ip", "email", "phone", "domain", "device"] as const;
export type ComponentKind = (typeof COMPONENT_KINDS)[number];

/** A named, weighted fact that fired. `points` is what the row adds inside its group, 0 when a stronger row of a strongest-only group took its place. */
export interface Finding {
  readonly component: ComponentKind;
  readonly name: string;
  readonly group: string;
  readonly points: number;
  /** A sentence fragment for people, for example "commercial VPN exit". */
  readonly text: string;
}

/** A fact that lowers the risk: the component's score is multiplied by `factor` (0 to 1). */
export interface Trust {
  readonly component: ComponentKind;
  readonly name: string;
  readonly factor: number;
  readonly text: string;
}

export interface GroupRule {
  readonly take: "strongest" | "sum";
  /** Most points the group can give, 0 to 100. */
  readonly max: number;
}

/** The arithmetic of one component, kept whole so that a finding can be taken out and the rest computed again. */
export interface Evaluation {
  /** Integer 0 to 100. */
  readonly score: number;
  readonly findings: readonly Finding[];
  readonly trust: readonly Trust[];
  readonly groups: Readonly<Record<string, GroupRule>>;
}

/** What a signal's `score` returns: the arithmetic, the wire fields, and why each null is null. */
export interface Component<Fields = Record<string, unknown>> {
  readonly kind: ComponentKind;
  readonly evaluation: Evaluation;
  /** Every field of the single-endpoint result except risk_score, verdict, rule_applied, request_id and processing_time_sec. */
  readonly fields: Fields;
  /** Wire path of each null (`signals.is_tor`) and its reason (`not_loaded`). */
  readonly unknown: Readonly<Record<string, string>>;
}

/**
 * What the service remembers about a value before this scoring. The service reads it and hands it to the
 * collector; times_seen and first_seen already count this scoring.
 */
export interface History {
  /** Reports and fraud labels over all accounts. */
  readonly abuseReports: number;
  /** Any of them in the last 30 days. */
  readonly recentAbuse: boolean;
  /** The caller, or several accounts whose voices count, gave those: only then does it weigh that they are recent. */
  readonly recentVoice: boolean;
  /** 0 to 1: how much the reports weigh for the caller after voices and decay. */
  readonly abuseRisk: number;
  /** RFC 3339. */
  readonly firstSeen: string;
  readonly timesSeen: number;
}

/** Collects `null` reasons while a body is rendered: `render.bool("signals.is_tor", fact)`. */
export class NullReasons {
  readonly reasons: Record<string, string> = {};

  /** The value, or null with the reason remembered under the wire path. */
  value<T>(path: string, fact: Known<T>): T | null {
    if (fact.known) return fact.value;
    this.reasons[path] = reasonText(fact);
    return null;
  }
}
