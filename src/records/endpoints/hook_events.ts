/** Messages of hooks that were taken in, by the hash of their id: none is taken in twice, and none leaves two scores. */
import type { CellUpdate } from "../../db/commit/cell.ts";
import type { Engine } from "../../db/engine.ts";
import { KEYS } from "../keys.ts";
import type { HookEvent } from "../values.ts";

/** The message was taken in, or scored, before. */
export class RepeatedEvent extends Error {
  override readonly name = "RepeatedEvent";
}

export class HookEvents {
  readonly #engine: Engine;
  readonly #now: () => number;

  constructor(engine: Engine, now: () => number) {
    this.#engine = engine;
    this.#now = now;
  }

  /** What became of the message as stored now; null: it is new. */
  async find(account: string, event: string): Promise<HookEvent | null> {
    const [entry] = await this.#engine.get([KEYS.hookEvent.key(account, event)]);
    return KEYS.hookEvent.read(entry?.value);
  }

  /** Part of the write that takes the message in, which fails as a whole with RepeatedEvent when that happened before. */
  taken(account: string, event: string): CellUpdate {
    return this.#update(account, event, (current) => {
      if (current !== null) throw new RepeatedEvent();
      return { requestId: null, verdict: null };
    });
  }

  /** Part of the write of the message's score, which fails as a whole with RepeatedEvent when there is one already. */
  scored(account: string, event: string, scored: HookEvent): CellUpdate {
    return this.#update(account, event, (current) => {
      if (current !== null && current.requestId !== null) throw new RepeatedEvent();
      return scored;
    });
  }

  #update(account: string, event: string, change: (current: HookEvent | null) => HookEvent): CellUpdate {
    const { hookEvent } = KEYS;
    const expiresAt = this.#now() + hookEvent.lifetimeMs;
    return hookEvent.update(hookEvent.key(account, event), { exact: true, expiresAt, change });
  }
}
