/** The audit log: who changed what, when, and from which network. It holds no identifier of a customer's user in clear. */

export const AUDIT_ACTIONS = [
  "signed_in",
  "sign_in_failed",
  "signed_out",
  "signed_out_everywhere",
  "account_created",
  "account_admitted",
  "account_dismissed",
  "account_paused",
  "account_resumed",
  "account_forgotten",
  "account_changed",
  "key_created",
  "key_rotated",
  "key_revoked",
  "hook_created",
  "hook_changed",
  "hook_deleted",
  "rules_added",
  "rules_imported",
  "rules_deleted",
  "agent_policy_changed",
  "values_reported",
  "values_withdrawn",
  "scores_labelled",
  "score_noted",
  "webhook_created",
  "webhook_changed",
  "webhook_deleted",
  "webhook_disabled",
  "store_restored",
  "secret_rotated",
] as const;

export type AuditAction = typeof AUDIT_ACTIONS[number];

/** Who acted, and from where. */
export interface AuditOrigin {
  /** Id of the API key that the request or the console session used; null for a visitor and for the command line. */
  readonly key: string | null;
  readonly via: "api" | "console" | "command" | "service";
  /** The /24 or /48 of the client, masked as in stored scores; null on the command line and where it is not known. */
  readonly network: string | null;
}

/** The origin of what an authenticated caller does. */
export function originOf(caller: {
  readonly key: { readonly id: string };
  readonly origin?: () => Pick<AuditOrigin, "via" | "network">;
}): AuditOrigin {
  return { key: caller.key.id, ...caller.origin?.() ?? { via: "api", network: null } };
}

/** The operator at the command line. */
export const COMMAND_LINE: AuditOrigin = { key: null, via: "command", network: null };

/** What the service does by itself. */
export const THE_SERVICE: AuditOrigin = { key: null, via: "service", network: null };

/** What happened. */
export interface AuditEvent {
  /** Id of the account it concerns; null for the whole service. */
  readonly account: string | null;
  readonly action: AuditAction;
  /** How many things it changed. */
  readonly count?: number;
  /** Ids of what it changed: keys, rules, requests. */
  readonly subjects?: readonly string[];
  /** What else there is to say, in closed words: `{"action": "block"}`. */
  readonly details?: Readonly<Record<string, string>>;
}

/** Equal events of one minute are one entry with their counts added. Times are milliseconds since the epoch. */
export interface AuditEntry extends AuditOrigin {
  readonly account: string | null;
  readonly action: AuditAction;
  readonly at: number;
  /** The last of them. */
  readonly until: number;
  readonly times: number;
  readonly count: number;
  /** The first MAX_AUDIT_SUBJECTS. */
  readonly subjects: readonly string[];
  readonly details: Readonly<Record<string, string>>;
}

export const MAX_AUDIT_SUBJECTS = 50;

/** The entry after one more event of the same kind. */
export function withEvent(
  entry: AuditEntry | null,
  event: AuditEvent,
  origin: AuditOrigin,
  now: number,
): AuditEntry {
  const { account, action, count = 1, subjects = [], details = {} } = event;
  if (entry === null) {
    const { key, via, network } = origin;
    const first = subjects.slice(0, MAX_AUDIT_SUBJECTS);
    return {
      account,
      action,
      key,
      via,
      network,
      at: now,
      until: now,
      times: 1,
      count,
      subjects: first,
      details,
    };
  }
  return {
    ...entry,
    until: Math.max(entry.until, now),
    times: entry.times + 1,
    count: entry.count + count,
    subjects: subjects.length === 0 || entry.subjects.length >= MAX_AUDIT_SUBJECTS
      ? entry.subjects
      : [...new Set([...entry.subjects, ...subjects])].slice(0, MAX_AUDIT_SUBJECTS),
  };
}
