/** Changes of an account's rules in the audit log. */
import { type AuditEvent, originOf } from "../../model/access/audit.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";

/** Records a change of the account's rules; nothing when there was none. */
export async function recordRules(
  { store }: Services,
  caller: Caller,
  event: Required<Pick<AuditEvent, "action" | "subjects">> & Pick<AuditEvent, "count" | "details">,
): Promise<void> {
  const count = event.count ?? event.subjects.length;
  if (count === 0) return;
  await store.audit.record({ ...event, count, account: caller.account.id }, originOf(caller));
}
