/**
 * Counts messages that are not worth a write of their own: those with a wrong signature, and those that left no score. A hook
 * has one write at a time, and refusals at most one per minute; what comes meanwhile is counted with the next.
 */
import { lruOf } from "../../concurrency/lru.ts";
import { hasPassed } from "../../model/clock.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import type { HookName } from "../../store/hooks/hooks.ts";
import type { Store } from "../../store/store.ts";

const MAX_HOOKS_COUNTED = 10_000;

/** Of messages without a score. */
type Unscored = "failed" | "ignored";

interface Pending {
  failed: number;
  ignored: number;
  refused: number;
  /** Why the last one left no score. */
  note: string;
  refusedAt: number;
  writing: boolean;
}

interface TallyServices {
  readonly store: Pick<Store, "hooks" | "writer">;
  readonly now: () => number;
}

export class HookTally {
  readonly #pending = lruOf<Pending>(MAX_HOOKS_COUNTED);

  refused(services: TallyServices, hook: HookName): void {
    const pending = this.#of(hook);
    pending.refused++;
    if (hasPassed(pending.refusedAt, services.now(), MINUTE_MS)) this.#write(services, hook, pending);
  }

  /** @param note why, in closed words */
  unscored(services: TallyServices, hook: HookName, result: Unscored, note: string): void {
    const pending = this.#of(hook);
    pending[result]++;
    pending.note = note;
    this.#write(services, hook, pending);
  }

  #of({ id }: HookName): Pending {
    const known = this.#pending.get(id);
    if (known !== undefined) return known;
    const pending = { failed: 0, ignored: 0, refused: 0, note: "", refusedAt: -Infinity, writing: false };
    this.#pending.set(id, pending);
    return pending;
  }

  #write(services: TallyServices, hook: HookName, pending: Pending): void {
    if (pending.writing) return;
    const { store: { hooks, writer }, now } = services;
    const at = now();
    const { failed, ignored, refused, note } = pending;
    pending.writing = true;
    pending.failed = pending.ignored = pending.refused = 0;
    if (refused > 0) pending.refusedAt = at;
    const cells = [
      ...ignored > 0 ? [hooks.used(hook, "ignored", { note, at, count: ignored })] : [],
      ...failed > 0 ? [hooks.used(hook, "failed", { note, at, count: failed })] : [],
      ...refused > 0 ? [hooks.refused(hook, at, refused)] : [],
    ];
    writer.write({ cells }).then(() => {
      pending.writing = false;
      if (pending.failed + pending.ignored > 0) this.#write(services, hook, pending);
    }, () => {
      // The store fails: they are counted with the next one.
      pending.writing = false;
      pending.failed += failed;
      pending.ignored += ignored;
      pending.refused += refused;
    });
  }
}
