/** How many messages the webhooks of an account that signed up by itself may cause: strangers can point them at anybody. */
import { lruOf } from "../../concurrency/lru.ts";
import { DAY_MS } from "../../model/duration.ts";
import { type Account, standingOf } from "../../model/records.ts";
import { GUEST_MESSAGES_A_DAY } from "../../model/endpoints/webhook.ts";

const MAX_GUESTS = 20_000;

export class GuestBudget {
  /** Messages of a day by account. */
  readonly #spent = lruOf<{ readonly day: number; readonly count: number }>(MAX_GUESTS);

  /** False when the account has used up the day's messages. @param now milliseconds since the epoch */
  take(account: Account | null, now: number): boolean {
    if (account === null || standingOf(account) === "member") return true;
    const day = Math.floor(now / DAY_MS);
    const spent = this.#spent.get(account.id);
    const count = spent?.day === day ? spent.count : 0;
    if (count >= GUEST_MESSAGES_A_DAY) return false;
    this.#spent.set(account.id, { day, count: count + 1 });
    return true;
  }
}
