/** Webhooks: addresses of an account that this service sends events to. Times are milliseconds since the epoch. */
import { DAY_MS } from "../duration.ts";
import type { Verdict } from "../verdict.ts";
import type { SecretHolder } from "./secret_holder.ts";

export const EVENT_TYPES = [
  "signup.scored",
  "verdict.changed",
  "ring.changed",
  "quota.low",
  "feed.stale",
  "trust.ended",
  "campaign.found",
  "campaign.grew",
  "campaign.grown",
  "signups.surge",
  "login.suspicious",
  "login.takeover",
  "login.attack",
  "review.decided",
  "label.changed",
  "rule.changed",
  "appeal.opened",
  "appeal.decided",
  "guard.tripped",
] as const;
export type EventType = typeof EVENT_TYPES[number];
/** Earlier names of events: a webhook has an event by the name that it asked for, and once. */
export const EARLIER_NAMES: { readonly [Type in EventType]?: EventType } = {
  "campaign.grew": "campaign.grown",
};
/** Why a verdict would now be another: `cause` of `verdict.changed`. */
export const CHANGE_CAUSES = ["mailbox_answered"] as const;
export type ChangeCause = typeof CHANGE_CAUSES[number];

/** Webhooks of one account. */
export const MAX_WEBHOOKS = 10;
/** Messages a day (UTC) of a guest's webhooks together, in each process; further ones are not sent, and counted. */
export const GUEST_MESSAGES_A_DAY = 1000;
/** Events that wait for a webhook; further ones are not sent, and counted. */
export const MAX_WAITING = 1000;
/** Ended deliveries of a webhook that are kept, and for how long. */
export const MAX_ENDED = 500;
export const ENDED_MS = 3 * DAY_MS;

export interface Webhook extends SecretHolder {
  readonly url: string;
  readonly events: readonly EventType[];
  /** Of `signup.scored`: the verdicts that are sent; of `verdict.changed` and `ring.changed`: those that it changed to. Null: all. */
  readonly verdicts: readonly Verdict[] | null;
  readonly enabled: boolean;
  /** Why the service disabled it. */
  readonly note: string | null;
}

/** True when the webhook is to have such an event. @param verdicts of the events that have some */
export function wants(webhook: Webhook, type: EventType, verdicts?: readonly Verdict[]): boolean {
  const { enabled, events, verdicts: wanted } = webhook;
  // A ring's change is that of its sign-ups' verdicts, so who wants those has it too.
  const isWanted = events.includes(type) || (type === "ring.changed" && events.includes("verdict.changed"));
  return enabled && isWanted &&
    (verdicts === undefined || wanted === null || verdicts.some((each) => wanted.includes(each)));
}
