/** What other thresholds would cost an account, by its labels of the last 180 days. */
import { DAY_MS } from "../../model/duration.ts";
import type { Caller, Outcome, ScoreRecord } from "../../model/records.ts";
import { DEFAULT_STRICTNESS, type Thresholds, thresholdsAt } from "../../model/verdict.ts";
import { combinedOf } from "../../scoring/calibration_replay.ts";
import {
  type Costs,
  type LabelledScore,
  type PairCost,
  ThresholdCosts,
} from "../../scoring/threshold_cost.ts";
import { addWork, requireWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { runInSlices, TimeSlice } from "../rules/time_slicing.ts";

export { type Costs, MIN_LABELS, type PairCost } from "../../scoring/threshold_cost.ts";

const COST_DAYS = 180;
const LABELS_PER_READ = 200;

export interface CostReport {
  /** Labels that count, and those of scores that thresholds do not decide. */
  readonly fraud: number;
  readonly good: number;
  readonly others: number;
  /** Only the newest labels were read. */
  readonly capped: boolean;
  readonly present: PairCost;
  /** Null: there are too few labels to know. */
  readonly offer: {
    readonly cheapest: PairCost;
    readonly alongReview: readonly PairCost[];
    readonly alongBlock: readonly PairCost[];
  } | null;
}

export function ownThresholds({ account }: Caller): Thresholds {
  return thresholdsAt(account.thresholds ?? DEFAULT_STRICTNESS);
}

/** @throws AppError rate_limited, unavailable when too many previews and dry runs are waiting */
export function costReport(services: Services, caller: Caller, costs: Costs): Promise<CostReport> {
  requireWork(services, caller);
  return services.dryRunLimit.run(caller.account.id, async () => {
    const { scores, others, capped } = await labelledScores(services, caller);
    const table = new ThresholdCosts(scores, costs);
    const { fraud, good } = table;
    const present = table.at(ownThresholds(caller));
    const counts = { fraud, good, others, capped, present };
    if (!table.isEnough) return { ...counts, offer: null };
    const cheapest = await runInSlices(table.cheapest(present.thresholds));
    const alongReview = table.along("review", cheapest.thresholds);
    const alongBlock = table.along("block", cheapest.thresholds);
    return { ...counts, offer: { cheapest, alongReview, alongBlock } };
  });
}

async function labelledScores(services: Services, caller: Caller) {
  const { store, now, readLimits } = services;
  const account = caller.account.id;
  const slice = new TimeSlice();
  const scores: LabelledScore[] = [];
  let [others, capped] = [0, false];
  let page = new Map<string, Outcome>();
  const readPage = async () => {
    addWork(services, caller, WORK.dryRunScore * page.size);
    const records = await store.scores.getMany(account, [...page.keys()], now());
    for (const [id, record] of records) {
      if (slice.isOver) await slice.next();
      if (record.mode === "test") continue;
      if (isDecidedOtherwise(record)) others++;
      else scores.push(labelledScore(record, page.get(id)!));
    }
    page = new Map();
  };
  let read = 0;
  const since = now() - COST_DAYS * DAY_MS;
  for await (const { requestId, outcome } of store.labels.list(account, { since }, { newestFirst: true })) {
    if (++read > readLimits.summaryLabels) {
      capped = true;
      break;
    }
    page.set(requestId, outcome);
    if (page.size === LABELS_PER_READ) await readPage();
  }
  await readPage();
  return { scores, others, capped };
}

/** A rule, a condition or the agent policy: whatever the thresholds. */
function isDecidedOtherwise({ rule, conditions, agentDecision }: ScoreRecord): boolean {
  return rule !== null || (conditions?.decided ?? null) !== null || agentDecision === "deny";
}

function labelledScore(record: ScoreRecord, outcome: Outcome): LabelledScore {
  return {
    isFraud: outcome === "fraud",
    combined: combinedOf(record),
    highest: Math.max(0, ...record.components.map(({ score }) => score)),
    hasInvalid: (record.signup?.invalid?.length ?? 0) > 0,
  };
}
