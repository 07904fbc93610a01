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
  "rules_changed",
  "agent_policy_changed",
  "values_reported",
  "values_withdrawn",
  "scores_labelled",
  "labels_imported",
  "label_import_undone",
  "score_noted",
  "campaign_changed",
  "person_invited",
  "person_joined",
  "person_changed",
  "person_removed",
  "password_changed",
  "second_factor_set",
  "second_factor_reset",
  "recovery_code_used",
  "session_ended",
  "review_assigned",
  "filter_saved",
  "filter_deleted",
  "alert_created",
  "alert_changed",
  "alert_deleted",
  "alert_tested",
  "appeal_opened",
  "appeal_decided",
  "decision_lifted",
  "data_exported",
  "data_erased",
  "webhook_created",
  "webhook_changed",
  "webhook_deleted",
  "webhook_disabled",
  "delivery_resent",
  "guard_settings_changed",
  "guard_lifted",
  "store_restored",
  "secret_rotated",
] as const;

export type AuditAction = typeof AUDIT_ACTIONS[number];

/** Who acted, and from where. */
export interface AuditOrigin {
  /** Id of the API key that the request or the console session used; null for a person, a visitor and the command line. */
  readonly key: string | null;
  /** Id of the person (`psn_…`) who acted; null where a key did, or nobody who is known. */
  readonly person: string | null;
  /** What the person was called then, so that the entry stays readable when they are gone. */
  readonly name?: string;
  readonly via: "api" | "console" | "command" | "service";
  /** The /24 or /48 of the client, masked as in stored scores; null on the command line and where it is not known. */
  readonly network: string | null;
}

/** The origin of what an authenticated caller does. */
export function originOf({ key, person, origin }: {
  readonly key: { readonly id: string };
  readonly person?: { readonly id: string; readonly name: string };
  readonly origin?: () => Pick<AuditOrigin, "via" | "network">;
}): AuditOrigin {
  const who = person === undefined
    ? { key: key.id, person: null }
    : { key: null, person: person.id, name: person.name.slice(0, MAX_NAME_CHARS) };
  return { ...who, ...origin?.() ?? { via: "api", network: null } };
}

/** The operator at the command line. */
export const COMMAND_LINE: AuditOrigin = { key: null, person: null, via: "command", network: null };

/** What the service does by itself. */
export const THE_SERVICE: AuditOrigin = { key: null, person: null, via: "service", network: null };

type AuditChanges = Readonly<Record<string, readonly [from: string, to: string]>>;

/** What differs between two states in words; what one of them lacks is `none` there. */
export function changesOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): AuditChanges {
  const names = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(names.map((name) => [name, [before[name] ?? "none", after[name] ?? "none"]]));
}

/** How the text of a note changed, which may hold anything and is not in the log itself; nothing where it did not. */
export function noteChange(
  before: string | null | undefined,
  after: string | null | undefined,
): AuditChanges {
  if ((before ?? "") === (after ?? "")) return {};
  return { note: [before ? "a text" : "none", !after ? "none" : before ? "another text" : "a text"] };
}

/** What happened. */
export interface AuditEvent {
  /** Id of the account it concerns; null for the whole service. */
  readonly account: string | null;
  readonly action: AuditAction;
  /** How many things it changed. */
  readonly count?: number;
  /** Ids of what it changed: keys, rules, requests. */
  readonly subjects?: readonly string[];
  /** What these are in words, with values masked: a rule is gone when the entry is read. */
  readonly names?: readonly string[];
  /** What was changed, from what to what. Events that changed something else are entries of their own. */
  readonly changes?: AuditChanges;
  /** The changes are those of each subject; otherwise of the subjects together. */
  readonly ofEach?: true;
  /** What else there is to say, in closed words: `{"action": "block"}`. */
  readonly details?: Readonly<Record<string, string>>;
}

/** Equal events of one minute are one entry with their counts added. Times are milliseconds since the epoch. */
export interface AuditEntry extends Omit<AuditOrigin, "person"> {
  /** Absent where no person acted, and in entries of before there were people. */
  readonly person?: string;
  readonly account: string | null;
  readonly action: AuditAction;
  readonly at: number;
  /** The last of them. */
  readonly until: number;
  readonly times: number;
  readonly count: number;
  /** At most MAX_AUDIT_SUBJECTS: more are in further entries of the minute. */
  readonly subjects: readonly string[];
  /** As many at most. Entries of earlier versions have none. */
  readonly names?: readonly string[];
  readonly changes?: AuditChanges;
  readonly details: Readonly<Record<string, string>>;
  /** The events that it stands for, where there are several: when, how many things each changed, and how many subjects it is the first to name. */
  readonly events?: readonly AuditTime[];
}

type AuditTime = readonly [at: number, count: number, subjects: number];

/** Of one entry, so that it fits a value of the store (64 KiB) whatever the names are. */
export const MAX_AUDIT_SUBJECTS = 250;
const MAX_NAME_CHARS = 80;
/** Most bytes of a subject with its name: an id, and two bytes a character of a name that is not Latin. */
export const AUDIT_SUBJECT_BYTES = 220;
/** Of one event; further ones are only counted. */
export const MAX_AUDIT_NAMES = 10_000;

/** A large event as several that fit an entry each. */
export function* partsOf(event: AuditEvent): IterableIterator<AuditEvent> {
  const { subjects = [], names = [], count = 1 } = event;
  const size = Math.max(subjects.length, names.length);
  if (size <= MAX_AUDIT_SUBJECTS) return yield event;
  // The id of an import stays with each part of its rules.
  const [common, ids] = subjects.length < names.length ? [subjects, []] : [[], subjects];
  for (let from = 0; from < size; from += MAX_AUDIT_SUBJECTS) {
    const to = Math.min(size, from + MAX_AUDIT_SUBJECTS);
    const rest = from === 0 ? Math.max(0, count - size) : 0;
    yield {
      ...event,
      count: to - from + rest,
      subjects: [...common, ...ids.slice(from, to)],
      names: names.slice(from, to),
    };
  }
}

/** The entry after one more event of the same kind. */
export function withEvent(
  entry: AuditEntry | null,
  event: AuditEvent,
  origin: AuditOrigin,
  now: number,
): AuditEntry {
  const { account, action, count = 1, subjects = [], details = {}, changes } = event;
  const names = (event.names ?? []).map((name) => name.slice(0, MAX_NAME_CHARS));
  if (entry === null) {
    const { key, person, name, via, network } = origin;
    const first = subjects.slice(0, MAX_AUDIT_SUBJECTS);
    return {
      account,
      action,
      key,
      ...(person === null ? {} : { person }),
      ...(name === undefined ? {} : { name }),
      via,
      network,
      at: now,
      until: now,
      times: 1,
      count,
      subjects: first,
      ...(names.length === 0 ? {} : { names: names.slice(0, MAX_AUDIT_SUBJECTS) }),
      ...(changes === undefined ? {} : { changes }),
      details,
    };
  }
  const named = [...entry.names ?? [], ...names].slice(0, MAX_AUDIT_SUBJECTS);
  // Of an entry of an earlier version it is not known which of its events changed what.
  const isKnown = entry.times === 1 || entry.events !== undefined;
  const { events = [[entry.at, entry.count, entry.subjects.length]] } = entry;
  const all = [...new Set([...entry.subjects, ...subjects])].slice(0, MAX_AUDIT_SUBJECTS);
  return {
    ...entry,
    until: Math.max(entry.until, now),
    times: entry.times + 1,
    count: entry.count + count,
    subjects: all,
    ...(named.length === 0 ? {} : { names: named }),
    ...(isKnown ? { events: [...events, [now, count, all.length - entry.subjects.length]] } : {}),
  };
}
