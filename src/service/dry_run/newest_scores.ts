/** The newest stored scores of a span, as many as a dry run looks at. */
import type { Caller, ScoreRecord } from "../../model/records.ts";
import type { ColumnBlock, WantedColumn } from "../../records/scores/score_columns.ts";
import type { ScorePosition } from "../../records/scores/score_search.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";

/** Records that are read at once. */
const RECORDS_PER_READ = 250;

interface Span {
  readonly since: number;
  readonly until: number;
}

export class NewestScores {
  readonly #services: Services;
  readonly #caller: Caller;
  readonly #span: Span;
  #since: number;
  #capped = false;

  constructor(services: Services, caller: Caller, span: Span) {
    this.#services = services;
    this.#caller = caller;
    this.#span = span;
    this.#since = span.since;
  }

  /** The time of the oldest one that was looked at, where there are more. */
  get since(): number {
    return this.#since;
  }

  /** The span has more. */
  get capped(): boolean {
    return this.#capped;
  }

  /** The newest first; of each the rows from `first` on. @param columns with "at" */
  async *blocks(
    columns: readonly WantedColumn[],
  ): AsyncIterable<{ readonly block: ColumnBlock; readonly first: number }> {
    const { store, readLimits } = this.#services;
    let left = readLimits.dryRunScores;
    let reached = this.#span.until;
    for await (
      const block of store.archiveColumns.blocks(this.#caller.account.id, columns, this.#span, "newest")
    ) {
      const first = Math.max(0, block.count - left);
      if (first < block.count) {
        addWork(this.#services, this.#caller, WORK.dryRunScore * (block.count - first));
        yield { block, first };
        reached = block.times.subarray(first).reduce((a, b) => Math.min(a, b));
      }
      left -= block.count - first;
      if (first > 0) {
        this.#capped = true;
        this.#since = reached;
        return;
      }
    }
  }
}

/** The scores whose records have to be read, a few at a time. */
export async function readScores(
  { store, now }: Services,
  account: string,
  positions: readonly ScorePosition[],
  each: (position: ScorePosition, record: ScoreRecord) => void | Promise<void>,
): Promise<void> {
  const slice = new TimeSlice();
  for (let from = 0; from < positions.length; from += RECORDS_PER_READ) {
    const wanted = positions.slice(from, from + RECORDS_PER_READ);
    for (const [position, record] of await store.archive.bySlot(account, wanted, now())) {
      const done = each(position, record);
      if (done instanceof Promise) await done;
      if (slice.isOver) await slice.next();
    }
  }
}
