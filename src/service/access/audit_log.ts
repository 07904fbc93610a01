/** The audit log of an account, for its owner: filtered, page by page. */
import type { AuditAction, AuditEntry } from "../../model/access/audit.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { requireLive } from "./seen_mode.ts";
import { addWork, requireWork, WORK } from "./work.ts";

/** Null: any. */
export interface AuditFilter {
  /** Id of the person who acted. */
  readonly person: string | null;
  /** Id of the key that acted. */
  readonly key: string | null;
  readonly action: AuditAction | null;
  /** The id of what was changed, the name of a setting, or a value as the log names it. */
  readonly object: string | null;
  /** Milliseconds since the epoch: from then on, and before then. */
  readonly from: number | null;
  readonly to: number | null;
}

export interface ListedEntry extends AuditEntry {
  readonly id: string;
}

export interface AuditPage {
  readonly entries: readonly ListedEntry[];
  /** Where the next page begins, also where this one has no entry that fits; null at the end. */
  readonly cursor: string | null;
}

/** The form of an entry's id, which is a cursor too. */
export const AUDIT_ID = /^[0-9a-f-]{1,60}$/;
/** Entries that one page looks at. */
const MAX_SCANNED = 5_000;
/** Subjects that belong to the work of an entry. */
const SUBJECTS_PER_WORK = 20;

/** @throws AppError test_key_refused, not_found */
export async function auditEntry(services: Services, caller: Caller, id: string): Promise<ListedEntry> {
  requireLive(caller, "read the audit log");
  const entry = AUDIT_ID.test(id) ? await services.store.audit.get(caller.account.id, id) : null;
  if (entry === null) throw new AppError("not_found", "The audit log of your account has no such entry.");
  return { ...entry, id };
}

/** The newest first. @throws AppError test_key_refused, rate_limited */
export async function auditPage(
  services: Services,
  caller: Caller,
  filter: AuditFilter,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<AuditPage> {
  requireLive(caller, "read the audit log");
  requireWork(services, caller);
  const { from, to } = filter;
  const span = { before: cursor, ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
  const entries: ListedEntry[] = [];
  const slice = new TimeSlice();
  let [scanned, work] = [0, 0];
  let last: string | null = null;
  let hasMore = false;
  try {
    for await (const { id, entry } of services.store.audit.scan(caller.account.id, span)) {
      if (entries.length === limit || scanned === MAX_SCANNED) {
        hasMore = true;
        break;
      }
      scanned++;
      work += 1 + entry.subjects.length / SUBJECTS_PER_WORK;
      last = id;
      if (fits(entry, filter)) entries.push({ ...entry, id });
      if (slice.isOver) await slice.next();
    }
  } finally {
    addWork(services, caller, WORK.auditEntry * work);
  }
  return { entries, cursor: hasMore ? last : null };
}

function fits(entry: AuditEntry, { person, key, action, object, from, to }: AuditFilter): boolean {
  return (person === null || entry.person === person) &&
    (key === null || entry.key === key) &&
    (action === null || entry.action === action) &&
    (from === null || entry.until >= from) &&
    (to === null || entry.at < to) &&
    (object === null || isAbout(entry, object));
}

function isAbout({ subjects, names = [], changes = {}, details }: AuditEntry, object: string): boolean {
  return subjects.includes(object) || names.includes(object) || Object.hasOwn(changes, object) ||
    Object.hasOwn(details, object);
}

/** Who acted, in words, and the id of the person or key. */
export function whoOf(
  { store }: Pick<Services, "store">,
  { person, name, key, via }: Pick<AuditEntry, "person" | "name" | "key" | "via">,
): { readonly by: string; readonly by_id: string | null } {
  if (person !== undefined) return { by: name || person, by_id: person };
  if (key?.startsWith("hook_")) return { by: `hook ${key}`, by_id: key };
  if (key !== null) return { by: `key ${store.accounts.key(key)?.name || key}`, by_id: key };
  return { by: NOBODY[via] ?? "a visitor", by_id: null };
}

/** Who acted where no person and no key did. */
const NOBODY: Partial<Readonly<Record<AuditEntry["via"], string>>> = {
  command: "the operator",
  service: "this service",
};

/** An entry as the API returns it. */
export function entryBody(services: Pick<Services, "store">, entry: ListedEntry) {
  const { id, action, at, until, times, count, via, network, person = null, key } = entry;
  const { subjects, names = [], changes = {}, details, events = [] } = entry;
  return {
    audit_id: id,
    at: timestamp(at),
    until: timestamp(until),
    times,
    action,
    ...whoOf(services, entry),
    person,
    key,
    via,
    network,
    count,
    objects: subjects,
    names,
    changes: Object.entries(changes).map(([name, [from, to]]) => ({ name, from, to })),
    details,
    events: events.map(([at, count, objects]) => ({ at: timestamp(at), count, objects })),
  };
}
