/**
 * What was found out a moment ago about values whose evidence is all in memory (addresses): the next scoring starts from
 * there. Kept without reputation, rules and strictness, which are the caller's and are looked up every time.
 */
import { Remembered } from "../cache/remembered.ts";
import type { Component } from "../domain/component.ts";
import type { RuleSubject } from "../domain/rule_set.ts";

export interface Found {
  readonly component: Component;
  readonly subject: RuleSubject;
  /** Short hashes of what a rule can name besides the value. */
  readonly also: readonly string[];
}

const KEPT = 10_000;
/** Lists grow too old to decide with time, by the day. */
const KEPT_MS = 60_000;

export class Evaluated {
  readonly #generation: () => number;
  #found = new Remembered<Found>(KEPT);
  #of = -1;
  #since = 0;

  /** @param generation of the lists in force; what was found with an earlier one is forgotten */
  constructor(generation: () => number) {
    this.#generation = generation;
  }

  /** @param hash of the value, with its kind @param now milliseconds since the epoch */
  get(hash: string, now: number): Found | undefined {
    const generation = this.#generation();
    if (generation !== this.#of || now - this.#since >= KEPT_MS || now < this.#since) {
      this.#found = new Remembered(KEPT);
      this.#of = generation;
      this.#since = now;
    }
    return this.#found.get(hash);
  }

  /** Right after `get` found nothing. */
  set(hash: string, found: Found): void {
    this.#found.set(hash, found);
  }
}
