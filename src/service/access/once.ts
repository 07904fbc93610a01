/** What a request with an Idempotency-Key adds to the commit of its effect, so that both are durable or neither is. */
import type { CellUpdate } from "../../db/commit/cell.ts";

export interface Once {
  /** An earlier execution had its effect and ended before its answer was kept: only the answer is to be made. */
  readonly isExecuted: boolean;
  /** Keeps the answer with the effect: the request is then answered with exactly this. Synchronous, called just before the write. */
  answered(body: object): CellUpdate;
  /** Notes the effect, where the answer depends on what is stored afterwards. */
  executed(): CellUpdate;
}

/** The cells of a request's commit; none without an Idempotency-Key, and then no body is made. */
export function answeredWith(once: Once | undefined, body: () => object): CellUpdate[] {
  return once === undefined ? [] : [once.answered(body())];
}
