/** The vendor's transaction reports as our labels: on the score they name, or on an address alone. Free, as `/v1/outcome` is. */
import type { Address } from "../../model/address.ts";
import type { Outcome } from "../../model/records.ts";
import { SIGNALS } from "../../signals/registry.ts";
import { WriteConflict } from "../../store/failure.ts";
import { addressLabelKey } from "../../store/records/labels.ts";
import { type CellUpdate, RETENTION_MS } from "../../store/commit/write_batch.ts";
import type { ScoringContext, Services } from "../context.ts";
import { labelOutcomes } from "../feedback/outcome.ts";

export interface TransactionLabel {
  /** Null takes an earlier label back. */
  readonly outcome: Outcome | null;
  readonly requestId: string | null;
  /** The customer's own id of the event. */
  readonly transaction: string | null;
  readonly address: Address | null;
}

/**
 * Labels the score that the request id names, else the newest with the customer's id. Without such a score the address
 * carries the label: only its own counter moves, because nothing else was reported.
 * @returns false when there was nothing to label
 * @throws AppError test_key_refused, account_paused
 */
export async function reportTransaction(
  services: Services,
  context: ScoringContext,
  report: TransactionLabel,
): Promise<boolean> {
  // Refuses whom /v1/outcome refuses, also when only an address is labelled.
  await labelOutcomes(services, context, []);
  const { account } = context.caller;
  if (report.requestId !== null && await labelScore(services, context, report.requestId, report.outcome)) {
    return true;
  }
  if (report.transaction !== null) {
    const hash = services.hasher.hash("transaction", report.transaction);
    const requestId = await services.store.transactions.find(account.id, hash);
    if (requestId !== null && await labelScore(services, context, requestId, report.outcome)) return true;
  }
  if (report.address === null) return false;
  await labelAddress(services, account.id, report.address, report.outcome === "fraud");
  return true;
}

/** False when the account has no such score. */
async function labelScore(
  services: Services,
  context: ScoringContext,
  requestId: string,
  outcome: Outcome | null,
): Promise<boolean> {
  const { account } = context.caller;
  if (outcome === null) {
    const score = await services.store.scores.get(account.id, requestId, services.now());
    if (score === null) return false;
    const label = await services.store.labels.newest(account.id, requestId);
    if (label?.outcome !== "fraud") return true;
  }
  const { recorded } = await labelOutcomes(services, context, [{ requestId, outcome: outcome ?? "legit" }]);
  return recorded === 1;
}

type AddressLabel = { readonly at: number };

/** Another call labelled the address between reading and writing. */
class LabelChanged extends WriteConflict {
  override readonly name = "LabelChanged";
}

const MAX_TRIES = 10;

async function labelAddress(
  services: Services,
  account: string,
  address: Address,
  fraud: boolean,
): Promise<void> {
  const identity = SIGNALS.ip.identity(address);
  if (identity === null) return;
  const hash = services.hasher.hash("ip", identity);
  for (let attempt = 1;; attempt++) {
    try {
      return await writeAddressLabel(services, account, hash, fraud);
    } catch (error) {
      if (!(error instanceof LabelChanged) || attempt === MAX_TRIES) throw error;
    }
  }
}

/** One label an account and address: the same again changes nothing, the opposite takes it back. */
async function writeAddressLabel(
  services: Services,
  account: string,
  hash: string,
  fraud: boolean,
): Promise<void> {
  const { engine, histories, writer } = services.store;
  const now = services.now();
  const key = addressLabelKey(account, hash);
  // From the store: another process may have labelled since this one last heard of it.
  const [entry] = await engine.get([key]);
  writer.forget(key);
  const found = (entry?.value ?? null) as AddressLabel | null;
  const before = found === null || found.at + RETENTION_MS <= now ? null : found;
  if ((before !== null) === fraud) return;
  const label: CellUpdate = {
    key,
    exact: true,
    ...(fraud ? { expiresAt: now + RETENTION_MS } : {}),
    change: (current) => {
      if ((current as AddressLabel | null)?.at !== found?.at) throw new LabelChanged();
      return fraud ? { at: now } : null;
    },
  };
  const change = { kind: "label", at: before?.at ?? now, by: fraud ? 1 : -1 } as const;
  await writer.write({
    cells: [label, histories.abuse("ip", hash, account, change)],
    changes: [key, histories.changed("ip", hash)],
  });
}
