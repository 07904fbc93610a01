/** Makes a scoring durable: its record, what it billed, the sightings it moves, in one write. Nothing is answered before. */
import { RETENTION_MS, type ScoreRecord } from "../../model/records.ts";
import { decisionText } from "../../store/commit/score_codec.ts";
import type { CellUpdate } from "../../store/commit/cell.ts";
import type { RecordPlace } from "../../store/commit/segment.ts";
import type { Seen } from "../../store/commit/sighting.ts";
import type { Charge } from "../access/quota.ts";
import type { ScoringContext, Services } from "../context.ts";
import { written } from "./record_text.ts";
import { recount, type ScoredComponent } from "./score_component.ts";

export interface Decided {
  readonly place: RecordPlace;
  readonly subject: ScoreRecord["subject"];
  readonly score: number;
  readonly verdict: ScoreRecord["verdict"];
  readonly summary: string | null;
  readonly topSignals: readonly string[];
  readonly rule: ScoreRecord["rule"];
  readonly agentDecision: string | null;
  readonly components: readonly ScoredComponent[];
  /** As `decisionText` writes it, where it is written already. */
  readonly outcome?: string;
  /** Hash of the customer's own id of the event. */
  readonly transaction?: string;
}

/**
 * Writes one or many decisions and settles the charge with what they billed, 0 when the write fails. Answers the components
 * of each, as the commit counted their sightings.
 * @param cells further cells of the same write (linkage)
 */
export async function record(
  services: Services,
  context: ScoringContext,
  charge: Charge,
  lookups: number,
  decisions: readonly Decided[],
  cells: readonly CellUpdate[] = [],
): Promise<ScoredComponent[][]> {
  if (context.keep === false) {
    charge.settle(0);
    return decisions.map(({ components }) => [...components]);
  }
  const now = services.now();
  const data = services.dataVersion();
  const seen = sightings(context, decisions);
  try {
    await services.store.writer.write({
      records: decisions.map((decided) => packed(services, decided, context, data, now)),
      add: charge.adds(lookups),
      sightings: seen,
      cells: [...transactions(services, context, decisions, now), ...cells],
    });
    charge.settle(lookups);
  } catch (error) {
    charge.settle(0);
    throw error;
  }
  const counts = seen.values();
  const counted = (component: ScoredComponent) =>
    component.hash === null ? component : recount(component, counts.next().value?.counted);
  return decisions.map(({ components }) => components.map(counted));
}

/** A decision as its segment keeps it. @param data names the lists in force */
function packed(
  services: Services,
  decided: Decided,
  { caller, via, strictness }: ScoringContext,
  data: string,
  now: number,
) {
  const { account, key } = caller;
  const { place, subject, transaction } = decided;
  const packed = services.store.scores.pack({
    id: place.requestId,
    account: account.id,
    key: key.id,
    mode: key.mode,
    subject,
    via,
    at: now,
    expiresAt: now + RETENTION_MS,
    strictness,
    decision: decided.outcome ?? decisionText(decided),
    components: decided.components.map(written),
    data,
    ...(transaction === undefined ? {} : { transaction }),
  });
  return { place, account: account.id, packed };
}

/** Test keys leave no trace in what the service remembers about values. */
function sightings(context: ScoringContext, decisions: readonly Decided[]): Seen[] {
  if (context.caller.key.mode === "test") return [];
  const seen: Seen[] = [];
  for (const { components } of decisions) {
    for (const { kind, hash, since } of components) {
      if (hash !== null) seen.push({ kind, hash, at: since });
    }
  }
  return seen;
}

/** A later report may name the customer's own id only. A test score must not stand in a live one's place. */
function transactions(
  services: Services,
  context: ScoringContext,
  decisions: readonly Decided[],
  now: number,
): CellUpdate[] {
  const { account, key } = context.caller;
  if (key.mode === "test") return [];
  return decisions.flatMap(({ transaction, place }) =>
    transaction === undefined
      ? []
      : [services.store.transactions.scored(account.id, transaction, place.requestId, now)]
  );
}
