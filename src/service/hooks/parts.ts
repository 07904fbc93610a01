/** What hooks have in common. Constructed once, by app.ts. */
import type { Bulkhead } from "../../concurrency/bulkhead.ts";
import type { Lane } from "../../store/queue/lane.ts";
import type { Failures } from "../failures.ts";
import type { HookSecrets } from "./secrets.ts";
import type { HookTally } from "./tally.ts";

/** Sign-ups being scored for callers who may no longer wait for them. */
export const DECISIONS_AT_ONCE = 512;

export interface HookParts {
  readonly secrets: HookSecrets;
  readonly tally: HookTally;
  readonly decisions: Bulkhead;
  readonly failures: Failures;
  /** The lane has a job now. */
  readonly wake: (lane: Lane) => void;
}
