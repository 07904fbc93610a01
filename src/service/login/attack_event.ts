/** `login.attack`: the site is under attack. Once for an attack, which has ended when there was no sign of it for an hour. */
import { HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Services } from "../context.ts";

const NOTICE = "login-attack";
const CALM_MS = HOUR_MS;
/** How often it is written that the attack lasts. */
const LASTS_MS = 10 * MINUTE_MS;

/** @param at a time at which the site is under attack, in milliseconds since the epoch */
export async function attackEvent(services: Services, { account, key }: Caller, at: number): Promise<void> {
  const { store: { notices }, webhooks: { events } } = services;
  if (key.mode !== "live" || !events.wanted(account.id, "login.attack")) return;
  const last = await notices.last(account.id, NOTICE);
  if (last !== null && at - last < LASTS_MS) return;
  const lasts = last !== null && at - last < CALM_MS;
  if (lasts) {
    await notices.announce(account.id, NOTICE, at, (before) => before >= at, events.change([]));
    return;
  }
  const event = {
    account: account.id,
    type: "login.attack",
    id: `login_attack_${at}_${account.id}`,
    data: { seen_at: timestamp(at) },
  } as const;
  await notices.announce(account.id, NOTICE, at, (before) => at - before < CALM_MS, events.change([event]));
}
