/** Outcome labels, one a score: kept as long as the score they label. */
import type { OutcomeLabel } from "../../model/records.ts";
import type { Changes } from "../cluster/change_log.ts";
import type { Engine, Key } from "../engine.ts";
import { segmentFrom } from "../commit/segment.ts";
import type { Writer } from "../commit/writer.ts";

export class Labels {
  readonly #engine: Engine;
  readonly #writer: Writer;

  /** How often labels of an account changed, as far as this process knows. */
  readonly #revisions = new Map<string, number>();
  #reloads = 0;

  constructor(engine: Engine, writer: Writer, changes: Changes) {
    this.#engine = engine;
    this.#writer = writer;
    changes.follow("label", (scope) => {
      if (scope === null) {
        this.#reloads++;
        return writer.forgetAll();
      }
      const [account, requestId] = scope as [string, string];
      writer.forget(labelKey(account, requestId));
      this.changed(account);
    });
    changes.follow("address-label", (scope) => {
      if (scope !== null) writer.forget(["address-label", ...scope]);
    });
  }

  /** Another number whenever labels of the account changed since. */
  revision(account: string): number {
    return this.#reloads + (this.#revisions.get(account) ?? 0);
  }

  /** This process wrote a label of the account. */
  changed(account: string): void {
    this.#revisions.set(account, (this.#revisions.get(account) ?? 0) + 1);
  }

  async get(account: string, requestId: string): Promise<OutcomeLabel | null> {
    return (await this.#writer.read(labelKey(account, requestId))) as unknown as OutcomeLabel | null;
  }

  /** As the store has it now: another process may have labelled since this one last heard of it. */
  async newest(account: string, requestId: string): Promise<OutcomeLabel | null> {
    const key = labelKey(account, requestId);
    const [entry] = await this.#engine.get([key]);
    this.#writer.forget(key);
    return (entry?.value ?? null) as unknown as OutcomeLabel | null;
  }

  /** An account's labels on scores of a span of time, by the time of the score: oldest first unless said otherwise. */
  async *list(
    account: string,
    span: { since: number },
    options: { newestFirst?: boolean } = {},
  ): AsyncIterable<OutcomeLabel> {
    const start = ["label", account, segmentFrom(span.since).slice(0, 12)];
    const reverse = options.newestFirst ?? false;
    for await (const { value } of this.#engine.scan(["label", account], { start, reverse })) {
      yield value as unknown as OutcomeLabel;
    }
  }
}

/** Sorts by the time of the score: the first 12 hex digits of a request id are its milliseconds. */
export function labelKey(account: string, requestId: string): Key {
  return ["label", account, requestId.slice(4).replaceAll("-", "")];
}

/** The label an account gave to an address alone, without a score. @param hash of the address */
export function addressLabelKey(account: string, hash: string): Key {
  return ["address-label", account, hash];
}
