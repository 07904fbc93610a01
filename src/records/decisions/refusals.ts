/** When sign-ups and log-ins from an address were refused lately, by a hash of the address. */
import type { Writer } from "../../db/commit/writer.ts";
import { BURST } from "../../model/decisions/decision.ts";
import { list, number, record } from "../define.ts";
import { State } from "../state.ts";

export const REFUSALS = record({
  prefix: "refusals",
  key: ["account", "hash"],
  value: list(number),
  lifetimeMs: BURST.withinMs,
});

export class Refusals {
  readonly #times: State<readonly number[], [account: string, hash: string]>;

  constructor(writer: Writer) {
    this.#times = new State(writer, REFUSALS);
  }

  /** Counts one over all processes. True: with this one they are a burst, and the next count begins anew. */
  async note(account: string, hash: string, now: number): Promise<boolean> {
    let isBurst = false;
    await this.#times.change([account, hash], (current) => {
      const recent = [...(current ?? []).filter((at) => Math.abs(now - at) < BURST.withinMs), now];
      isBurst = recent.length >= BURST.refused;
      return isBurst ? null : recent;
    }, { end: now + BURST.withinMs });
    return isBurst;
  }
}
