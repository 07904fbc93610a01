/** What hooks have in common. Constructed once, by app/app.ts. */
import { FairScheduler } from "../../concurrency/fair_scheduler.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { HookInbox } from "../../records/endpoints/hook_inbox.ts";
import type { Seal } from "../../records/seal.ts";
import type { Failures } from "../failures.ts";
import { EndpointSecrets } from "../webhooks/endpoint_secrets.ts";
import { GuestBudget } from "../webhooks/guest_budget.ts";
import { TargetRates } from "../webhooks/target_rates.ts";
import type { IssuerKeys } from "./ssf/issuer_keys.ts";
import { HookTally } from "./tally.ts";
import type { HookEvent } from "../../records/endpoints/hook_events.ts";

/** Sign-ups being scored while their senders wait; an account alone has half of them. Of more, none would be done in time. */
const DECISIONS_AT_ONCE = 256;
const DECISIONS_WAITING = 512;
/** What was not begun in time is scored for so long, when nothing else waits. */
const LINGER_MS = 30_000;
const SECRET_BYTES = 32;

export interface MessageScore extends HookEvent {
  readonly requestId: string;
  readonly verdict: Verdict;
}

export interface HookParts {
  readonly secrets: EndpointSecrets;
  /** What a message to an unknown address is checked with, so that it takes as long. */
  readonly nobodysSecret: Uint8Array;
  readonly tally: HookTally;
  /** Of what hooks pass on. */
  readonly targets: TargetRates;
  readonly guests: GuestBudget;
  /** Null: too many wait. */
  readonly decisions: FairScheduler<MessageScore | null>;
  readonly failures: Failures;
  readonly inbox: HookInbox;
  readonly issuerKeys: IssuerKeys;
}

interface OpenHooks extends Pick<HookParts, "failures" | "inbox" | "issuerKeys"> {
  /** Encrypts secrets. */
  readonly seal: Seal;
  readonly randomBytes: (length: number) => Uint8Array;
}

export function openHooks({ seal, randomBytes, ...parts }: OpenHooks): HookParts {
  return {
    secrets: new EndpointSecrets(seal, randomBytes),
    nobodysSecret: randomBytes(SECRET_BYTES),
    tally: new HookTally(),
    targets: new TargetRates(),
    guests: new GuestBudget(),
    decisions: new FairScheduler<MessageScore | null>({
      slots: DECISIONS_AT_ONCE,
      zoneSlots: Infinity,
      maxWaiting: DECISIONS_WAITING,
      lingerMs: LINGER_MS,
      declined: () => null,
    }),
    ...parts,
  };
}
