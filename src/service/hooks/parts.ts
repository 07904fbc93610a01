/** What hooks have in common. Constructed once, by app.ts. */
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import type { Lane } from "../../store/queue/lane.ts";
import { Seal } from "../../store/seal.ts";
import type { Failures } from "../failures.ts";
import { HookSecrets } from "./secrets.ts";
import { HookTally } from "./tally.ts";

/** Sign-ups being scored for callers who may no longer wait for them. */
const DECISIONS_AT_ONCE = 512;

export interface HookParts {
  readonly secrets: HookSecrets;
  readonly tally: HookTally;
  readonly decisions: Bulkhead;
  readonly failures: Failures;
  /** The lane has a job now. */
  readonly wake: (lane: Lane) => void;
}

interface OpenHooks extends Pick<HookParts, "failures" | "wake"> {
  /** The secrets of the service. */
  readonly keyring: { readonly secret: string; readonly previous: readonly string[] };
  readonly randomBytes: (length: number) => Uint8Array;
}

export function openHooks({ keyring, randomBytes, failures, wake }: OpenHooks): HookParts {
  return {
    secrets: new HookSecrets(new Seal(keyring.secret, "hook", keyring.previous), randomBytes),
    tally: new HookTally(),
    decisions: new Bulkhead(DECISIONS_AT_ONCE, 0),
    failures,
    wake,
  };
}
