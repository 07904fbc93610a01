/**
 * Counts messages that are not worth a write of their own: those with a wrong signature, and those that left no stored score. A hook
 * has one write at a time, and refusals at most one per minute; what comes meanwhile is counted with the next.
 */
import { lruOf } from "../../concurrency/lru.ts";
import { hasPassed } from "../../concurrency/clock_rules.ts";
import type { EventError } from "../../model/endpoints/security_event.ts";
import type { Verdict } from "../../model/verdict.ts";
import { HOOK_RESULTS } from "../../model/endpoints/hook.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import { together } from "../../records/change.ts";
import type { HookName } from "../../records/endpoints/hooks.ts";
import type { Store } from "../../records/store.ts";

const MAX_HOOKS_COUNTED = 10_000;

/** Of messages without a score, tokens among them. */
type Unscored = "failed" | "ignored" | "matched" | "unmatched";
const COUNTED = HOOK_RESULTS;
type Counted = typeof COUNTED[number];

interface Pending extends Record<Counted, number> {
  refused: number;
  /** Of the last token. */
  why: EventError | undefined;
  /** Why the last one left no score. */
  note: string;
  refusedAt: number;
  writing: boolean;
}

const NONE = {
  ignored: 0,
  failed: 0,
  allow: 0,
  review: 0,
  block: 0,
  matched: 0,
  unmatched: 0,
} as const satisfies Record<Counted, 0>;

interface TallyServices {
  readonly store: Pick<Store, "hooks" | "commit">;
  readonly now: () => number;
}

export class HookTally {
  readonly #pending = lruOf<Pending>(MAX_HOOKS_COUNTED);

  /** @param why of a token */
  refused(services: TallyServices, hook: HookName, why?: EventError): void {
    const pending = this.#of(hook);
    pending.refused++;
    pending.why = why;
    if (hasPassed(pending.refusedAt, services.now(), MINUTE_MS)) this.#write(services, hook, pending);
  }

  /** @param note why, in closed words */
  unscored(services: TallyServices, hook: HookName, result: Unscored, note: string): void {
    this.#count(services, hook, result, note);
  }

  /** A verdict that is not stored. @param note why, in closed words */
  decided(services: TallyServices, hook: HookName, verdict: Verdict, note: string): void {
    this.#count(services, hook, verdict, note);
  }

  #count(services: TallyServices, hook: HookName, result: Counted, note: string): void {
    const pending = this.#of(hook);
    pending[result]++;
    pending.note = note;
    this.#write(services, hook, pending);
  }

  #of({ id }: HookName): Pending {
    const known = this.#pending.get(id);
    if (known !== undefined) return known;
    const pending = { ...NONE, refused: 0, why: undefined, note: "", refusedAt: -Infinity, writing: false };
    this.#pending.set(id, pending);
    return pending;
  }

  #write(services: TallyServices, hook: HookName, pending: Pending): void {
    if (pending.writing) return;
    const { store, now } = services;
    const at = now();
    const { refused, why, note } = pending;
    const counts = Object.fromEntries(COUNTED.map((name) => [name, pending[name]])) as Record<
      Counted,
      number
    >;
    pending.writing = true;
    Object.assign(pending, NONE, { refused: 0 });
    if (refused > 0) pending.refusedAt = at;
    const change = together(
      ...COUNTED.flatMap((name) =>
        counts[name] > 0 ? [store.hooks.used(hook, name, { note, at, count: counts[name] })] : []
      ),
      ...refused > 0 ? [store.hooks.refused(hook, { at, count: refused, why })] : [],
    );
    store.commit(change).then(() => {
      pending.writing = false;
      if (COUNTED.some((name) => pending[name] > 0)) this.#write(services, hook, pending);
    }, () => {
      // The store fails: they are counted with the next one.
      pending.writing = false;
      for (const name of COUNTED) pending[name] += counts[name];
      pending.refused += refused;
    });
  }
}
