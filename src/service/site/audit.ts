/** The account's audit log for the console, in pages. */
import type { AuditEntry } from "../../model/access/audit.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";

const ENTRIES_PER_PAGE = 50;

export interface ListedEntry extends AuditEntry {
  readonly id: string;
}

export interface AuditPage {
  readonly entries: readonly ListedEntry[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** @throws AppError not_found */
export async function auditEntry(services: Services, caller: Caller, id: string): Promise<ListedEntry> {
  const entry = await services.store.audit.get(caller.account.id, id);
  if (entry === null) throw new AppError("not_found", "The audit log of your account has no such entry.");
  return { ...entry, id };
}

/** @param before `next` of the page before; null for the newest entries */
export async function auditPage(
  services: Services,
  caller: Caller,
  before: string | null,
): Promise<AuditPage> {
  const limit = ENTRIES_PER_PAGE + 1;
  const found = await services.store.audit.list(caller.account.id, { limit, before });
  const shown = found.slice(0, ENTRIES_PER_PAGE);
  return {
    entries: shown.map(({ id, entry }) => ({ ...entry, id })),
    next: found.length > shown.length ? shown.at(-1)!.id : null,
  };
}
