/** Outcome labels, one a score: kept as long as the score they label. */
import type { OutcomeLabel } from "../domain/records.ts";
import type { Engine, Key } from "./engine.ts";
import { segmentFrom } from "./segment.ts";
import type { Writer } from "./writer.ts";

export class Labels {
  readonly #engine: Engine;
  readonly #writer: Writer;

  constructor(engine: Engine, writer: Writer) {
    this.#engine = engine;
    this.#writer = writer;
  }

  async get(account: string, requestId: string): Promise<OutcomeLabel | null> {
    return (await this.#writer.read(labelKey(account, requestId))) as unknown as OutcomeLabel | null;
  }

  /** An account's labels on scores of a span of time, oldest first. */
  async *list(account: string, span: { since: number }): AsyncIterable<OutcomeLabel> {
    const start = ["label", account, segmentFrom(span.since).slice(0, 12)];
    for await (const { value } of this.#engine.scan(["label", account], { start })) {
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
