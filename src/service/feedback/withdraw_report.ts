/** `DELETE /v1/report`: takes back the account's own reports of values. Free; labels stay. */
import { originOf } from "../../model/access/audit.ts";
import type { Caller } from "../../model/records.ts";
import type { ValueKind } from "../../signals/registry.ts";
import { requireLive } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import { requireActive } from "../access/quota.ts";
import { takeWork, WORK } from "../access/work.ts";
import { readReported } from "./report.ts";

/**
 * All reports of the account on each of the values are taken back, in whatever number of calls they were given.
 * @throws AppError test_key_refused, account_paused, rate_limited; then nothing is taken back
 */
export async function withdrawReport(
  services: Services,
  caller: Caller,
  request: { kind: ValueKind; values: readonly string[] },
) {
  requireLive(caller, "withdraw reports");
  requireActive(caller);
  takeWork(services, caller, WORK.reportedValue * request.values.length);
  const { accepted, skipped } = readReported(services, request, "request");
  const { kind } = request;
  const account = caller.account.id;
  const { reports, histories, audit } = services.store;
  const origin = originOf(caller);
  const counts = await reports.withdraw({
    account,
    kind,
    hashes: accepted,
    audit: (count) => audit.entry({ account, action: "values_withdrawn", count, details: { kind } }, origin),
  });
  const now = services.now();
  const results = await Promise.all(accepted.map(async (hash) => ({
    kind,
    /** How many reports were taken back. */
    withdrawn: counts.get(hash) ?? 0,
    abuse_reports: await histories.abuseReports(kind, hash, account, now),
  })));
  const withdrawn = results.filter((result) => result.withdrawn > 0).length;
  return { withdrawn, not_found: results.length - withdrawn, results, skipped };
}
