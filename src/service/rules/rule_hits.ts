/** What rules did lately, counted in stored scores. */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import type { KeyMode, Outcome } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { ColumnBlock, WantedColumn } from "../../records/scores/score_columns.ts";
import { positionOf } from "../../records/scores/score_search.ts";
import type { Store } from "../../records/store.ts";
import { TimeSlice } from "./time_slicing.ts";

export interface RuleHits {
  /** Scores that the rule was true of, by the last days. */
  readonly hits: Readonly<Record<"1d" | "7d" | "30d", number>>;
  /** Of those of 30 days that are labelled: how many are fraud; null where none is. */
  readonly fraud_share: number | null;
  /** RFC 3339; null: none in 30 days. */
  readonly last_hit_at: string | null;
}

/** By id; a rule that is not there has `NO_HITS`. */
type HitsOfRules = ReadonlyMap<string, RuleHits>;

export const NO_HITS: RuleHits = {
  hits: { "1d": 0, "7d": 0, "30d": 0 },
  fraud_share: null,
  last_hit_at: null,
};

const SPAN_MS = 30 * DAY_MS;
const COLUMNS = ["at", "mode", "rule", "hit", "would"] as const satisfies readonly WantedColumn[];
/** A scan of fewer cells is cheap: its counts are made anew each time. */
const FEW_CELLS = 100_000;
/** Others are kept for so many times as long as they took, at most. */
const KEPT_TIMES = 100;
const MAX_KEPT_MS = MINUTE_MS;
const MAX_ACCOUNTS = 1000;
/** Rows of a block between two looks at the time. */
const ROWS_PER_STEP = 256;

interface RuleHitParts {
  readonly store: Pick<Store, "labels" | "scoreColumns">;
  readonly now: () => number;
}

export class RuleHitCounts {
  readonly #parts: RuleHitParts;
  readonly #counted: TtlCache<HitsOfRules>;

  constructor(parts: RuleHitParts) {
    this.#parts = parts;
    this.#counted = new TtlCache({ max: MAX_ACCOUNTS, now: parts.now });
  }

  /**
   * Of scores of the mode: all rules in one scan, up to a minute old where that takes long.
   * @param onScanned called when scores were looked through, with how many cells
   */
  of(account: string, mode: KeyMode, onScanned: (cells: number) => void): Promise<HitsOfRules> {
    return this.#counted.get(`${mode} ${account}`, async () => {
      const begun = performance.now();
      const { hits, cells } = await countHits(this.#parts, account, mode);
      onScanned(cells);
      const ttlMs = cells < FEW_CELLS ? 0 : Math.min(MAX_KEPT_MS, KEPT_TIMES * (performance.now() - begun));
      return { value: hits, ttlMs };
    });
  }
}

class Tally {
  readonly #days = { "1d": 0, "7d": 0, "30d": 0 };
  readonly #labelled: Record<Outcome, number> = { fraud: 0, legit: 0 };
  #last = -Infinity;

  add(at: number, now: number, outcome: Outcome | undefined): void {
    this.#days["30d"]++;
    if (at > now - 7 * DAY_MS) this.#days["7d"]++;
    if (at > now - DAY_MS) this.#days["1d"]++;
    if (outcome !== undefined) this.#labelled[outcome]++;
    this.#last = Math.max(this.#last, at);
  }

  get hits(): RuleHits {
    const { fraud, legit } = this.#labelled;
    return {
      hits: this.#days,
      fraud_share: fraud + legit === 0 ? null : fraud / (fraud + legit),
      last_hit_at: timestamp(this.#last),
    };
  }
}

async function countHits(
  { store, now: clock }: RuleHitParts,
  account: string,
  mode: KeyMode,
): Promise<{ readonly hits: HitsOfRules; readonly cells: number }> {
  const now = clock();
  const labels = new Map<string, Outcome>();
  for await (const { requestId, outcome } of store.labels.list(account, { since: now - SPAN_MS })) {
    const position = positionOf(requestId);
    if (position !== null) labels.set(position, outcome);
  }
  const tallies = new Map<string, Tally>();
  const slice = new TimeSlice();
  let scanned = 0;
  const span = { since: now - SPAN_MS, until: now };
  for await (const block of store.scoreColumns.blocks(account, COLUMNS, span, "newest")) {
    scanned += block.count;
    const rows = hitRows(block, mode);
    const positions = labels.size === 0 ? [] : await block.positions(rows.map(({ row }) => row));
    for (const [index, { ids, at }] of rows.entries()) {
      const outcome = labels.get(positions[index] ?? "");
      for (const id of ids) {
        let tally = tallies.get(id);
        if (tally === undefined) tallies.set(id, tally = new Tally());
        tally.add(at, now, outcome);
      }
      if (index % ROWS_PER_STEP === 0 && slice.isOver) await slice.next();
    }
    if (slice.isOver) await slice.next();
  }
  return {
    hits: new Map(Array.from(tallies, ([id, tally]) => [id, tally.hits])),
    cells: COLUMNS.length * scanned + labels.size,
  };
}

/** The scores of a block that a rule was true of, in shadow too. */
function hitRows(block: ColumnBlock, mode: KeyMode) {
  const [modes, rules, hits, would] = [
    block.column("mode"),
    block.column("rule"),
    block.column("hit"),
    block.column("would"),
  ];
  if (modes === null || (rules === null && hits === null && would === null)) return [];
  const { times } = block;
  const wanted = modes.values.indexOf(mode) + 1;
  const found: { readonly row: number; readonly at: number; readonly ids: ReadonlySet<string> }[] = [];
  for (let row = 0; row < block.count; row++) {
    if (modes.codes[row] !== wanted) continue;
    const ids = new Set<string>();
    for (const column of [rules, hits, would]) {
      const code = column?.codes[row] ?? 0;
      if (code === 0) continue;
      const value = column!.values[code - 1]!;
      if (typeof value === "object") { for (const id of value) ids.add(id); }
      else ids.add(String(value));
    }
    if (ids.size > 0) found.push({ row, at: times[row]!, ids });
  }
  return found;
}
