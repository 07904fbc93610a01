/**
 * What was found out a moment ago about values whose evidence is all in memory: the next scoring starts from there. Kept
 * without reputation, rules and strictness, which are the caller's and are looked up every time.
 */
import { TwoGenerationCache } from "../../concurrency/two_generation_cache.ts";
import type { Component } from "../../model/component.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { RuleSubject } from "../../model/rules/rule_set.ts";
import type { ComponentText } from "../../store/commit/score_codec.ts";

export interface Found {
  readonly component: Component;
  readonly subject: RuleSubject;
  /** Short hashes of what a rule can name besides the value. */
  readonly relatedHashes: readonly string[];
  /** What records say of it, for the verdict that was last given; null until it is recorded. No rule decided then. */
  said: Said | null;
}

/** Texts as a record stores them. */
export interface Said {
  readonly verdict: Verdict;
  readonly written: ComponentText;
  /** Of a decision about this value alone; null until there is one. */
  alone: SaidAlone | null;
}

export interface SaidAlone {
  readonly summary: string;
  readonly topSignals: readonly string[];
  readonly outcome: string;
}

/** Values that are found again by their hash. */
const KEPT = 10_000;
/** Lists grow too old to decide with time, by the day. */
const LONGEST_MS = 60_000;

interface Lately {
  readonly found: Found;
  readonly generation: number;
  readonly since: number;
}

export class EvaluationCache {
  readonly #generation: () => number;
  readonly #byHash = new TwoGenerationCache<Lately>(KEPT);
  /** By the parsed value: reading hands out the same one for the same text. */
  readonly #byValue = new WeakMap<object, Lately>();

  /** @param generation of the lists in force; what was found with an earlier one is forgotten */
  constructor(generation: () => number) {
    this.#generation = generation;
  }

  /**
   * @param of hash of the value, with its kind, or the parsed value
   * @param now milliseconds since the epoch
   * @param forMs how long what was found counts, a minute at most
   */
  get(of: string | object, now: number, forMs: number): Found | undefined {
    const lately = typeof of === "string" ? this.#byHash.get(of) : this.#byValue.get(of);
    if (lately === undefined || lately.generation !== this.#generation()) return undefined;
    const { found, since } = lately;
    return now >= since && now - since < Math.min(forMs, LONGEST_MS) ? found : undefined;
  }

  set(of: string | object, found: Found, now: number): void {
    const lately = { found, generation: this.#generation(), since: now };
    if (typeof of === "string") this.#byHash.set(of, lately);
    else this.#byValue.set(of, lately);
  }
}
