/** Filters of the review queue that people of an account saved under a name, each their own. */
import type { Writer } from "../../db/commit/writer.ts";
import { label, list, object, record, text } from "../define.ts";
import { State } from "../state.ts";

export interface SavedFilter {
  readonly name: string;
  /** As in the address of the queue, without a question mark. */
  readonly query: string;
}

export const REVIEW_FILTERS = record({
  prefix: "review-filters",
  key: ["account", "person"],
  value: list(object<SavedFilter>({ name: label, query: text })),
});

export class SavedFilters {
  readonly #filters: State<readonly SavedFilter[], [account: string, person: string]>;

  constructor(writer: Writer) {
    this.#filters = new State(writer, REVIEW_FILTERS);
  }

  /** By name. */
  async of(account: string, person: string): Promise<readonly SavedFilter[]> {
    return await this.#filters.get(account, person) ?? [];
  }

  /** Durable when it resolves. @throws what `change` throws; then nothing is written */
  async change(
    account: string,
    person: string,
    change: (current: readonly SavedFilter[]) => readonly SavedFilter[],
  ): Promise<void> {
    await this.#filters.change([account, person], (current) => {
      const changed = change(current ?? []);
      return changed.length === 0 ? null : changed;
    });
  }
}
