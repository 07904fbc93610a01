/** minFraud transaction reports as labels: on the score that they name, or on an address alone. Free, as `/v1/outcome` is. */
import type { Address } from "../../model/address/address.ts";
import { originOf } from "../../model/access/audit.ts";
import type { Caller, Outcome } from "../../model/records.ts";
import { SIGNALS } from "../../signals/registry.ts";
import type { Services } from "../context.ts";
import { labelOutcomes } from "./outcome.ts";

interface TransactionLabel {
  /** Null: take an earlier label back. */
  readonly outcome: Outcome | null;
  readonly requestId: string | null;
  /** The customer's own id of the event. */
  readonly transaction: string | null;
  readonly address: Address | null;
}

/**
 * Labels the score that the request id names, or else the newest with the customer's id. Without such a score it labels the
 * address: then only the counter of the address changes.
 * @returns false when there was nothing to label
 * @throws AppError test_key_refused, account_paused
 */
export async function reportTransaction(
  services: Services,
  caller: Caller,
  report: TransactionLabel,
): Promise<boolean> {
  // Applies the same access checks as /v1/outcome.
  await labelOutcomes(services, caller, []);
  const { account } = caller;
  if (report.requestId !== null && await labelScore(services, caller, report.requestId, report.outcome)) {
    return true;
  }
  if (report.transaction !== null) {
    const hash = services.hasher.hash("transaction", report.transaction);
    const requestId = await services.store.transactions.find(account.id, hash);
    if (requestId !== null && await labelScore(services, caller, requestId, report.outcome)) return true;
  }
  if (report.address === null) return false;
  const identity = SIGNALS.ip.identity(report.address);
  if (identity !== null) {
    const hash = services.hasher.hash("ip", identity);
    const { addressLabels, audit } = services.store;
    const outcome = report.outcome === "fraud" ? "fraud" : "none";
    const entry = {
      account: account.id,
      action: "values_reported",
      details: { kind: "ip", outcome },
    } as const;
    await addressLabels.relabel(
      account.id,
      hash,
      outcome === "fraud",
      services.now(),
      audit.entry(entry, originOf(caller)),
    );
  }
  return true;
}

/** False when the account has no such score. */
async function labelScore(
  services: Services,
  caller: Caller,
  requestId: string,
  outcome: Outcome | null,
): Promise<boolean> {
  const { account } = caller;
  if (outcome === null) {
    const score = await services.store.scores.get(account.id, requestId, services.now());
    if (score === null) return false;
    const label = await services.store.labels.newest(account.id, requestId);
    if (label?.outcome !== "fraud") return true;
  }
  const { recorded } = await labelOutcomes(services, caller, [{ requestId, outcome: outcome ?? "legit" }]);
  return recorded === 1;
}
