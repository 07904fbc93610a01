/**
 * Live sign-ups of accounts by verdict and ten minutes of four weeks, and hits of their rules in the last hour, in memory: read
 * from the score columns at first, and then what came since.
 */
import { lruOf } from "../../concurrency/lru.ts";
import { SLOT_MS, Traffic, TRAFFIC_MS } from "../../model/alerts/traffic.ts";
import { HOUR_MS } from "../../model/duration.ts";
import { VERDICTS } from "../../model/verdict.ts";
import type { Column, ColumnBlock, WantedColumn } from "../../records/scores/score_columns.ts";
import type { Store } from "../../records/store.ts";
import { TimeSlice } from "../rules/time_slicing.ts";

const COLUMNS = [
  "at",
  "mode",
  "subject",
  "verdict",
  "rule",
  "hit",
  "would",
] as const satisfies readonly WantedColumn[];
const MAX_ACCOUNTS = 500;
/** What is stored with a delay is read again. */
const AGAIN_MS = SLOT_MS;
const ROWS_PER_STEP = 1024;
const LATEST_HOUR_SLOTS = HOUR_MS / SLOT_MS;

interface Held {
  readonly traffic: Traffic;
  /** By slot and rule. */
  readonly hits: Map<number, Map<string, number>>;
  /** Until when it was read. */
  until: number;
}

export interface RecentTraffic {
  readonly traffic: Traffic;
  /** Scores of the last hour that each rule was true of, in shadow too. */
  readonly hits: ReadonlyMap<string, number>;
}

export class RecentTraffics {
  readonly #store: Pick<Store, "scoreColumns">;
  readonly #held = lruOf<Held>(MAX_ACCOUNTS);

  constructor(store: Pick<Store, "scoreColumns">) {
    this.#store = store;
  }

  /** One call at a time for an account. @param onRead called with the number of scores that were read */
  async of(account: string, now: number, onRead: (rows: number) => void): Promise<RecentTraffic> {
    const known = this.#held.get(account);
    // After a step of the clock to an earlier time all is read anew.
    const held = known !== undefined && known.until <= now
      ? known
      : { traffic: new Traffic(), hits: new Map(), until: now - TRAFFIC_MS };
    const since = Math.max(slotOf(held.until - AGAIN_MS) * SLOT_MS, slotOf(now - TRAFFIC_MS) * SLOT_MS);
    // Until it is whole it is nobody's.
    this.#held.delete(account);
    held.traffic.clear(since, now);
    for (const slot of [...held.hits.keys()]) {
      if (slot >= slotOf(since) || slot <= slotOf(now) - LATEST_HOUR_SLOTS) held.hits.delete(slot);
    }
    await this.#read(account, { since, until: now }, held, onRead);
    held.until = now;
    this.#held.set(account, held);
    return { traffic: held.traffic, hits: sumOf(held.hits.values()) };
  }

  async #read(
    account: string,
    span: { readonly since: number; readonly until: number },
    { traffic, hits }: Held,
    onRead: (rows: number) => void,
  ): Promise<void> {
    const slice = new TimeSlice();
    const hitsSince = slotOf(span.until) - LATEST_HOUR_SLOTS + 1;
    for await (const block of this.#store.scoreColumns.blocks(account, COLUMNS, span, "oldest")) {
      onRead(block.count);
      for (const row of liveRows(block)) {
        const slot = slotOf(row.at);
        if (row.verdict !== null) traffic.add(row.at, row.verdict);
        if (slot >= hitsSince && row.rules.size > 0) {
          const counts = hits.get(slot) ?? new Map<string, number>();
          for (const id of row.rules) counts.set(id, (counts.get(id) ?? 0) + 1);
          hits.set(slot, counts);
        }
        if (row.index % ROWS_PER_STEP === 0 && slice.isOver) await slice.next();
      }
    }
  }
}

const NO_RULES: ReadonlySet<string> = new Set();

/** Scores of live keys; of those that are no sign-ups the verdict is null. */
function* liveRows(block: ColumnBlock) {
  const [modes, subjects, verdicts] = [
    block.column("mode"),
    block.column("subject"),
    block.column("verdict"),
  ];
  const rules = [block.column("rule"), block.column("hit"), block.column("would")];
  const { times } = block;
  for (let index = 0; index < block.count; index++) {
    if (valueAt(modes, index) !== "live") continue;
    const word = valueAt(subjects, index) === "user" ? valueAt(verdicts, index) : null;
    const verdict = VERDICTS.find((each) => each === word) ?? null;
    const isHit = rules.some((column) => (column?.codes[index] ?? 0) !== 0);
    yield { index, at: times[index]!, verdict, rules: isHit ? rulesAt(rules, index) : NO_RULES };
  }
}

function rulesAt(columns: readonly (Column | null)[], row: number): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const column of columns) {
    const value = valueAt(column, row);
    if (typeof value === "object" && value !== null) { for (const id of value) ids.add(id); }
    else if (value !== null) ids.add(String(value));
  }
  return ids;
}

function valueAt(column: Column | null, row: number) {
  const code = column?.codes[row] ?? 0;
  return code === 0 ? null : column!.values[code - 1]!;
}

function sumOf(slots: Iterable<ReadonlyMap<string, number>>): Map<string, number> {
  const sum = new Map<string, number>();
  for (const counts of slots) {
    for (const [id, count] of counts) sum.set(id, (sum.get(id) ?? 0) + count);
  }
  return sum;
}

function slotOf(at: number): number {
  return Math.floor(at / SLOT_MS);
}
