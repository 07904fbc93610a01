/** The labels of an account's scores by their places, read again when one changes. */
import { LRUCache } from "lru-cache";
import type { Outcome } from "../../model/records.ts";
import { positionOf, type ScorePosition } from "../../records/scores/score_search.ts";
import type { Store } from "../../records/store.ts";
import { TimeSlice } from "../rules/time_slicing.ts";

export type LabelsByPlace = ReadonlyMap<ScorePosition, Outcome>;

/** Labels of all accounts that are kept: about 100 bytes each. */
const MAX_LABELS = 200_000;
/** Labels are found by the time of their score's id, which is older than the score: by as long as a commit takes. */
const SLACK_MS = 60_000;

interface Kept {
  readonly revision: number;
  readonly since: number;
  readonly labels: LabelsByPlace;
}

interface Reading extends Omit<Kept, "labels"> {
  readonly labels: Promise<LabelsByPlace>;
}

export class LabelCounts {
  readonly #store: Pick<Store, "labels">;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_LABELS,
    sizeCalculation: ({ labels }) => 1 + labels.size,
  });
  /** By account: who asks meanwhile waits for it. */
  readonly #reading = new Map<string, Reading>();

  constructor(store: Pick<Store, "labels">) {
    this.#store = store;
  }

  /** Those of scores since a time. */
  async of(account: string, time: number): Promise<LabelsByPlace> {
    const since = time - SLACK_MS;
    const revision = this.#store.labels.revision(account);
    for (const known of [this.#kept.get(account), this.#reading.get(account)]) {
      if (known !== undefined && known.revision === revision && known.since <= since) {
        return await known.labels;
      }
    }
    const reading = { revision, since, labels: this.#read(account, since) };
    this.#reading.set(account, reading);
    try {
      const labels = await reading.labels;
      this.#kept.set(account, { revision, since, labels });
      return labels;
    } finally {
      if (this.#reading.get(account) === reading) this.#reading.delete(account);
    }
  }

  async #read(account: string, since: number): Promise<LabelsByPlace> {
    const labels = new Map<ScorePosition, Outcome>();
    const slice = new TimeSlice();
    for await (const { requestId, outcome } of this.#store.labels.list(account, { since })) {
      const position = positionOf(requestId);
      if (position !== null) labels.set(position, outcome);
      if (slice.isOver) await slice.next();
    }
    return labels;
  }
}
