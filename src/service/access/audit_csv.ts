/** The audit log as CSV, page by page as the client reads it. */
import type { Caller } from "../../model/records.ts";
import { csvLine } from "../csv.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { type AuditFilter, type AuditPage, auditPage, entryBody } from "./audit_log.ts";
import { workRoom } from "./work.ts";

const COLUMNS = [
  "audit_id",
  "at",
  "until",
  "times",
  "action",
  "by",
  "by_id",
  "person",
  "key",
  "via",
  "network",
  "count",
  "objects",
  "names",
  "changes",
  "details",
];
/** Entries of a page, each with up to 250 ids. */
export const AUDIT_CSV_PAGE = 100;

/** @param first the first page, which was read to find errors before the answer begins */
export async function* auditCsv(
  services: Services,
  caller: Caller,
  filter: AuditFilter,
  first: AuditPage,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const slice = new TimeSlice();
  let lines = csvLine(COLUMNS);
  for (let page = first;;) {
    for (const entry of page.entries) {
      if (slice.isOver) await slice.next();
      lines += lineOf(entryBody(services, entry));
    }
    yield encoder.encode(lines);
    const { cursor } = page;
    if (cursor === null) return;
    lines = "";
    await workRoom(services, caller);
    page = await auditPage(services, caller, filter, { cursor, limit: AUDIT_CSV_PAGE });
  }
}

function lineOf(entry: ReturnType<typeof entryBody>): string {
  const { audit_id, at, until, times, action, by, by_id, person, key, via, network, count } = entry;
  return csvLine([
    ...[audit_id, at, until, String(times), action, by],
    ...[by_id, person, key].map((id) => id ?? ""),
    ...[via, network ?? "", String(count)],
    entry.objects.join("; "),
    entry.names.join("; "),
    entry.changes.map(({ name, from, to }) => `${name}: ${from} → ${to}`).join("; "),
    Object.entries(entry.details).map(([name, text]) => `${name}: ${text}`).join("; "),
  ]);
}
