/**
 * Caches evaluations of values whose evidence was all in memory, for up to a minute. They hold nothing of a caller:
 * reputation, rules and strictness are applied to every scoring.
 */
import { TwoGenerationCache } from "../../concurrency/two_generation_cache.ts";
import { COMPONENT_KINDS, type ComponentKind } from "../../model/component.ts";
import { type Evaluation, MemoByVerdict, type SingleText } from "./decision.ts";

/** Evaluations kept by hash. */
const MAX_CACHED_EVALUATIONS = 10_000;
/** Lists and domains age by the day, so that evaluations do not change within this time. */
const MAX_AGE_MS = 60_000;

interface CachedEvaluation {
  readonly evaluation: Evaluation;
  readonly generation: number;
  readonly cachedAt: number;
}

export class EvaluationCache {
  readonly #generation: () => number;
  readonly #byHash = new TwoGenerationCache<CachedEvaluation>(MAX_CACHED_EVALUATIONS);
  /** By the parsed value: `ValueReader` returns the same one for the same text. */
  #byValue = new WeakMap<object, CachedEvaluation>();

  /** The texts of requests in whose only value nothing was found differ by its kind alone. */
  readonly nothingFound = Object.fromEntries(
    COMPONENT_KINDS.map((kind) => [kind, new MemoByVerdict()]),
  ) as Readonly<Record<ComponentKind, MemoByVerdict<SingleText>>>;

  /** @param generation of the loaded lists; an evaluation made with an earlier one is not returned */
  constructor(generation: () => number) {
    this.#generation = generation;
  }

  /**
   * @param key hash of the value, which its kind is part of, or the parsed value
   * @param now milliseconds since the epoch
   * @param forMs how long the evaluation may be reused, a minute at most
   */
  get(key: string | object, now: number, forMs: number): Evaluation | undefined {
    const entry = typeof key === "string" ? this.#byHash.get(key) : this.#byValue.get(key);
    if (entry === undefined || entry.generation !== this.#generation()) return undefined;
    const { evaluation, cachedAt } = entry;
    return now >= cachedAt && now - cachedAt < Math.min(forMs, MAX_AGE_MS) ? evaluation : undefined;
  }

  set(key: string | object, evaluation: Evaluation, now: number): void {
    const entry = { evaluation, generation: this.#generation(), cachedAt: now };
    if (typeof key === "string") this.#byHash.set(key, entry);
    else this.#byValue.set(key, entry);
  }

  /** All of them: some are of somebody who was erased. */
  clear(): void {
    this.#byHash.clear();
    this.#byValue = new WeakMap();
  }
}
