/** Users who failed to log in from one place, within spans of time. Exact, in memory, and each question costs the same. */
import { DAY_MS, MINUTE_MS } from "../duration.ts";

const SHORT_MS = 10 * MINUTE_MS;
/** More are not told apart: every limit is below. */
const MAX_USERS = 2_000;

/** Of the last ten minutes, and of a day. */
export interface Failing {
  /** Users with a failure. */
  readonly users: number;
  readonly usersOfDay: number;
  /** 0 where nobody ever failed. */
  readonly attempts: number;
  readonly failures: number;
}

export const NONE_FAILING: Failing = { users: 0, usersOfDay: 0, attempts: 0, failures: 0 };

interface Minute {
  readonly minute: number;
  attempts: number;
  failures: number;
}

export class FailureTally {
  #failed: Failed | null = null;
  #minutes: Minute[] = [];

  note(user: string, failed: boolean, at: number): void {
    const minute = this.#minuteAt(Math.floor(at / MINUTE_MS));
    minute.attempts++;
    if (!failed) return;
    minute.failures++;
    const { ofDay, recent } = this.#failed ??= { ofDay: new Map(), recent: new Map() };
    for (const users of [ofDay, recent]) {
      const before = users.get(user) ?? -Infinity;
      users.delete(user);
      users.set(user, Math.max(before, at));
      if (users.size > MAX_USERS) users.delete(users.keys().next().value!);
    }
  }

  failing(at: number): Failing {
    // Nobody failed here, as at most places.
    if (this.#failed === null) return NONE_FAILING;
    const { ofDay, recent } = this.#failed;
    forgetBefore(ofDay, at - DAY_MS);
    forgetBefore(recent, at - SHORT_MS);
    const from = Math.floor((at - SHORT_MS) / MINUTE_MS);
    let [attempts, failures] = [0, 0];
    for (const minute of this.#minutes) {
      if (minute.minute <= from) continue;
      attempts += minute.attempts;
      failures += minute.failures;
    }
    return { users: recent.size, usersOfDay: ofDay.size, attempts, failures };
  }

  #minuteAt(minute: number): Minute {
    for (let at = this.#minutes.length - 1; at >= 0; at--) {
      if (this.#minutes[at]!.minute === minute) return this.#minutes[at]!;
    }
    const added = { minute, attempts: 0, failures: 0 };
    this.#minutes = [...this.#minutes.filter((each) => each.minute > minute - 12), added];
    return added;
  }
}

/** When each user failed last, the earliest first. */
interface Failed {
  readonly ofDay: Map<string, number>;
  readonly recent: Map<string, number>;
}

/** Users stand in the order of their last failure but for those of other nodes, which come a moment later. */
function forgetBefore(users: Map<string, number>, time: number): void {
  for (const [user, at] of users) {
    if (at > time) return;
    users.delete(user);
  }
}
