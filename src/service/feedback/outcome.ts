/** `POST /v1/outcome`: labels on past scores. A fraud label raises the abuse counters of every value in the score; relabelling takes back. */
import { AppError } from "../../model/error.ts";
import type { Outcome, OutcomeLabel, ScoreRecord } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { Json } from "../../store/engine.ts";
import { WriteConflict } from "../../store/failure.ts";
import { labelKey } from "../../store/records/labels.ts";
import type { ScoringContext, Services } from "../context.ts";

export const MAX_OUTCOMES = 500;
const MAX_TRIES = 10;
/** Labels written at once. */
const AT_ONCE = 50;

export interface OutcomeEntry {
  readonly requestId: string;
  readonly outcome: Outcome;
}

export interface LabelResult {
  readonly request_id: string;
  readonly status: "recorded" | "not_found";
  readonly our_score: number | null;
  readonly our_verdict: Verdict | null;
  readonly disagreement: boolean | null;
}

/** The label of a request changed between reading and writing it. */
class LabelChanged extends WriteConflict {
  override readonly name = "LabelChanged";
}

/** @throws AppError test_key_refused, account_paused */
export async function labelOutcomes(
  services: Services,
  context: ScoringContext,
  entries: readonly OutcomeEntry[],
) {
  const { caller } = context;
  if (caller.key.mode === "test") {
    throw new AppError("test_key_refused", "a test key cannot label scores; use a live key");
  }
  if (caller.account.paused) throw new AppError("account_paused");
  const results: LabelResult[] = [];
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const part = entries.slice(from, from + AT_ONCE);
    const ids = part.map((entry) => entry.requestId);
    const records = await services.store.scores.getMany(caller.account.id, ids, services.now());
    // Two labels of one score in one call are written in their order.
    const last = new Map<string, Promise<unknown>>();
    results.push(
      ...await Promise.all(part.map((entry) => {
        const before = last.get(entry.requestId) ?? Promise.resolve();
        const record = records.get(entry.requestId) ?? null;
        const labelled = before.then(() => labelOne(services, caller.account.id, entry, record));
        last.set(entry.requestId, labelled);
        return labelled;
      })),
    );
  }
  const recorded = results.filter((result) => result.status === "recorded").length;
  return { recorded, not_found: results.length - recorded, results };
}

async function labelOne(
  services: Services,
  account: string,
  entry: OutcomeEntry,
  record: ScoreRecord | null,
): Promise<LabelResult> {
  const { requestId, outcome } = entry;
  if (record === null) {
    return {
      request_id: requestId,
      status: "not_found",
      our_score: null,
      our_verdict: null,
      disagreement: null,
    };
  }
  for (let attempt = 1;; attempt++) {
    try {
      await write(services, account, record, outcome);
      break;
    } catch (error) {
      if (!(error instanceof LabelChanged) || attempt === MAX_TRIES) throw error;
    }
  }
  return {
    request_id: requestId,
    status: "recorded",
    our_score: record.score,
    our_verdict: record.verdict,
    disagreement: outcome === "fraud" ? record.verdict === "allow" : record.verdict === "block",
  };
}

async function write(
  services: Services,
  account: string,
  record: ScoreRecord,
  outcome: Outcome,
): Promise<void> {
  const { histories, labels, writer } = services.store;
  const now = services.now();
  let before = await labels.get(account, record.id);
  if (before?.outcome === outcome) before = await labels.newest(account, record.id);
  if (before?.outcome === outcome) return;
  const label: OutcomeLabel = {
    requestId: record.id,
    account,
    outcome,
    at: now,
    score: record.score,
    verdict: record.verdict,
    expiresAt: record.expiresAt,
  };
  // What a test key scored leaves no trace on its values.
  const change = record.mode === "test"
    ? null
    : outcome === "fraud"
    ? { kind: "label", at: now, by: 1 } as const
    : before?.outcome === "fraud"
    ? { kind: "label", at: before.at, by: -1 } as const
    : null;
  const values = change === null ? [] : record.components.filter((component) => component.hash !== "");
  await writer.write({
    cells: [
      {
        key: labelKey(account, record.id),
        exact: true,
        expiresAt: record.expiresAt,
        change: (current) => {
          const found = current as unknown as OutcomeLabel | null;
          if (found?.outcome !== before?.outcome || found?.at !== before?.at) throw new LabelChanged();
          return label as unknown as Json;
        },
      },
      ...values.map(({ kind, hash }) => histories.abuse(kind, hash, account, change!)),
    ],
    changes: [
      ["label", account, record.id],
      ...values.map(({ kind, hash }) => histories.changed(kind, hash)),
    ],
  });
  labels.changed(account);
}
