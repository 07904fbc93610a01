/** A stored score as lists show it: masked, with its label, and the ring of its sign-up as it is now. */
import type { Outcome, ScoreRecord } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Services } from "../context.ts";
import { refOf } from "./value_ref.ts";

export interface FoundScore {
  readonly record: ScoreRecord;
  readonly label: Outcome | null;
  readonly ringId: string | null;
}

/** Adds the labels and rings of an account's records. */
export async function withLabels(
  { store, now }: Services,
  account: string,
  records: readonly ScoreRecord[],
): Promise<FoundScore[]> {
  const nodes = records.flatMap(({ signup }) => signup === undefined ? [] : [signup.node]);
  const [ringOf, labels] = await Promise.all([
    store.rings.idsNow(account, nodes, now()),
    Promise.all(records.map(({ id }) => store.labels.get(account, id))),
  ]);
  return records.map((record, at) => ({
    record,
    label: labels[at]?.outcome ?? null,
    ringId: record.signup === undefined
      ? null
      : ringOf(record.signup.node) ?? record.signup.ring?.ring_id ?? null,
  }));
}

export function foundBody({ hasher }: Services, { record, label, ringId }: FoundScore) {
  return {
    request_id: record.id,
    scored_at: timestamp(record.at),
    risk_score: record.score,
    verdict: record.verdict,
    label,
    user_id: record.signup?.userId ?? null,
    ring_id: ringId,
    top_signals: record.topSignals,
    values: record.components.map(({ kind, hash, mask }) => ({
      kind,
      masked: mask,
      ref: refOf(hasher, record.account, { kind, hash }),
    })),
  };
}
