/** A stored score as lists show it: masked, with its label, and the ring of its sign-up as it is now. */
import {
  type KeyMode,
  linksOwner,
  type Outcome,
  type OutcomeLabel,
  type ScoreRecord,
} from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { AnyFact, Facts } from "../../model/facts/fact.ts";
import type { Services } from "../context.ts";
import { refOf } from "./value_ref.ts";

export interface LabelledScore {
  readonly record: ScoreRecord;
  readonly label: Outcome | null;
  /** What the label says beside it; absent: nothing, or there is none. */
  readonly said?: Pick<OutcomeLabel, "type" | "happenedAt">;
}

export interface FoundScore extends LabelledScore {
  readonly ringId: string | null;
}

/** Adds the labels of an account's records. */
export async function withLabels(
  { store }: Services,
  account: string,
  records: readonly ScoreRecord[],
): Promise<LabelledScore[]> {
  const labels = await Promise.all(records.map(({ id }) => store.labels.get(account, id)));
  return records.map((record, at) => {
    const label = labels[at] ?? null;
    if (label?.type === undefined && label?.happenedAt === undefined) {
      return { record, label: label?.outcome ?? null };
    }
    return { record, label: label.outcome, said: label };
  });
}

/** Adds the rings of an account's scores: as they are now, and where they have ended as they were. */
export async function withRings(
  { store, now }: Services,
  account: string,
  scores: readonly LabelledScore[],
): Promise<FoundScore[]> {
  const nodesOf = (mode: KeyMode) =>
    scores.flatMap(({ record }) => record.mode === mode ? record.signup?.node ?? [] : []);
  const idsOf = (mode: KeyMode) => store.rings.idsNow(linksOwner(account, mode), nodesOf(mode), now());
  const ringOf = { live: await idsOf("live"), test: await idsOf("test") };
  return scores.map((score) => {
    const { mode, signup } = score.record;
    return {
      ...score,
      ringId: signup === undefined ? null : ringOf[mode](signup.node) ?? signup.ring?.ring_id ?? null,
    };
  });
}

export function foundBody({ hasher }: Services, { record, label, said, ringId }: FoundScore) {
  return {
    request_id: record.id,
    scored_at: timestamp(record.at),
    risk_score: record.score,
    verdict: record.verdict,
    label,
    ...(said?.type === undefined ? {} : { label_type: said.type }),
    ...(said?.happenedAt === undefined ? {} : { label_at: timestamp(said.happenedAt) }),
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

/** Those of the facts that are known. */
export function factsOf({ record: { facts = {} } }: LabelledScore, names: readonly AnyFact[]): Facts {
  return Object.fromEntries(names.flatMap((name) => name in facts ? [[name, facts[name]]] : []));
}
