/** What a request with an Idempotency-Key adds to the commit of its effect, so that both are durable or neither is. */
import type { Change } from "../../records/change.ts";

export interface SingleExecution {
  /** An earlier execution had its effect and ended before its answer was kept: only the answer is to be made. */
  readonly isExecuted: boolean;
  /** Keeps the answer with the effect: the request is then answered with exactly this. Synchronous, called just before the write. */
  answered(body: object): Change;
  /** Notes the effect, where the answer depends on what is stored afterwards. */
  executed(): Change;
}
