/** `POST /v1/report`: confirmed fraud by value. One lookup for any number of values; counted for all accounts. */
import { hash as digest } from "node:crypto";
import { originOf } from "../../model/access/audit.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { VALUE_SIGNALS, type ValueKind } from "../../signals/registry.ts";
import { COUNTED_ELSEWHERE } from "../../records/labels/reports.ts";
import { isAbandoned } from "../../records/state.ts";
import { requireLive } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import type { SingleExecution } from "../access/single_execution.ts";
import { excerpt } from "../excerpt.ts";
import { charge, requireActive } from "../access/quota.ts";
import { takeWork, WORK } from "../access/work.ts";

export const MAX_REPORT_VALUES = 500;

/**
 * A report that was interrupted (the store failed, the process ended) is resumed when it is sent again within a day.
 * @throws AppError test_key_refused, account_paused, rate_limited, quota_exceeded; then nothing is counted
 */
export async function report(
  services: Services,
  caller: Caller,
  request: { kind: ValueKind; values: readonly string[] },
  single?: SingleExecution,
) {
  requireLive(caller, "report fraud");
  requireActive(caller);
  takeWork(services, caller, WORK.reportedValue * request.values.length);
  const { accepted, skipped } = readReported(services, request, "report");
  const now = services.now();
  if (accepted.length > 0 && single?.isExecuted !== true) {
    services.storageLimit.takeReports(caller.account, accepted.length);
    await count(services, caller, request.kind, accepted, single);
  }
  const { histories } = services.store;
  const results = await Promise.all(accepted.map(async (hash) => ({
    kind: request.kind,
    abuse_reports: await histories.abuseReports(request.kind, hash, caller.account.id, now),
  })));
  return { reported: accepted.length, results, skipped };
}

async function count(
  services: Services,
  caller: Caller,
  kind: ValueKind,
  accepted: readonly string[],
  single: SingleExecution | undefined,
): Promise<void> {
  const { store, now } = services;
  // Sorted, so that a report is recognised when its values are sent in another order.
  const hashes = accepted.toSorted();
  const id = () => digest("sha256", `${kind} ${hashes.join(" ")}`, "base64url");
  const account = caller.account.id;
  const audit = (values: number) =>
    store.audit.entry(
      { account, action: "values_reported", count: values, details: { kind } },
      originOf(caller),
    );
  const last = single === undefined ? {} : { last: single.executed() };
  const report = { account, id, kind, hashes, audit, ...last };
  try {
    await store.reports.count(report, now, () => charge(store, caller, 1, now()));
  } catch (error) {
    if (!isAbandoned(error, COUNTED_ELSEWHERE)) throw error;
    // Of one request with an Idempotency-Key, both are the same.
    const code = single === undefined ? "unavailable" : "idempotency_in_progress";
    throw new AppError(code, "another process is counting the same report; send it again", { retryAfter: 1 });
  }
}

export function readReported(
  services: Services,
  { kind, values }: { kind: ValueKind; values: readonly string[] },
  called: "report" | "request",
) {
  const accepted = new Set<string>();
  const skipped: { value: string; reason: string }[] = [];
  for (const value of values) {
    const skip = (reason: string) => skipped.push({ value: excerpt(value), reason });
    try {
      const hash = services.hasher.hash(kind, identityOf(services, kind, value));
      if (accepted.has(hash)) skip(`the value is already in this ${called}`);
      else accepted.add(hash);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skip(error.message);
    }
  }
  return { accepted: [...accepted], skipped };
}

/** @throws AppError invalid_value when nothing can be reported about such a value */
function identityOf<K extends ValueKind>({ valueReader }: Services, kind: K, text: string): string {
  const row = VALUE_SIGNALS[kind];
  const refuse = (why: string) => new AppError("invalid_value", `not a valid ${kind}: ${why}`);
  const input = valueReader.read(kind, text, refuse);
  const refusal = row.reportRefusal(input);
  const identity = row.identity(input);
  if (refusal === null && identity !== null) return identity;
  throw new AppError("invalid_value", refusal ?? "no reputation is kept for such a value");
}
