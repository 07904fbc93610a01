/** What appeals need besides the store. */
import { KeyedQueue } from "../../concurrency/keyed_queue.ts";
import { OpenCounts } from "./open_counts.ts";
import { Seal } from "../../records/seal.ts";

export interface AppealParts {
  /** Of tokens. */
  readonly tokens: Seal;
  /** Of what people write. */
  readonly texts: Seal;
  /** Decisions on one appeal are made one after another. */
  readonly turns: KeyedQueue;
  readonly open: OpenCounts;
}

export function openAppeals(secret: string, previous: readonly string[], now: () => number): AppealParts {
  return {
    tokens: new Seal(secret, "appeal-token", previous),
    texts: new Seal(secret, "appeal", previous),
    turns: new KeyedQueue(),
    open: new OpenCounts(now),
  };
}
