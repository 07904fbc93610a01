/**
 * The rules of one account in memory: as they are stored (in chunks) and compiled. A change of the stored chunks is applied
 * rule by rule, so that it costs as much as what changed.
 */
import type { Rule, RuleAction, RuleValue } from "../../model/rules/rule.ts";
import { RuleExpiry } from "../../model/rules/rule_expiry.ts";
import { RuleSet } from "../../model/rules/rule_set.ts";
import { normalizeMailbox } from "../../signals/email/normalize.ts";
import {
  type ChunkChange,
  type LoadedChunks,
  type RuleManifest,
  RULES_PER_CHUNK,
} from "../../records/rules.ts";

/** What a change of rules removes: ids, or all rules. */
export type Removed = ReadonlySet<string> | "all";

/** Rules applied per step. */
const RULES_PER_STEP = 100;
/** Expired rules that a change removes in addition to as many as it adds. So the stored ones never outgrow the limit. */
const EXPIRED_PER_CHANGE = 20;

/** An account's rules, to be read. They change while one waits. */
export interface HeldRules {
  /** All rules, including expired ones. */
  readonly size: number;
  /** Rules that have not expired. */
  readonly live: number;
  readonly compiled: RuleSet;
  /** The stored version that these rules are: another object when any of them changed. */
  readonly manifest: RuleManifest | null;
  /** The rule with this action and value that has not expired. */
  find(action: RuleAction, value: RuleValue, now: number): Rule | null;
  /** A rule that has not expired, or null. */
  get(id: string, now: number): Rule | null;
  /** All rules, including expired ones. */
  all(): Iterable<Rule>;
}

export class AccountRules implements HeldRules {
  readonly compiled = new RuleSet(mailboxOf);
  readonly #expiry = new RuleExpiry();
  readonly #chunks = new Map<string, readonly Rule[]>();
  /** The chunk of each rule, by id. */
  readonly #chunkOf = new Map<string, string>();
  #manifest: RuleManifest | null = null;

  get size(): number {
    return this.#chunkOf.size;
  }

  get live(): number {
    return this.size - this.#expiry.expired;
  }

  /** The stored version that these rules are. */
  get manifest(): RuleManifest | null {
    return this.#manifest;
  }

  hasChunk(id: string): boolean {
    return this.#chunks.has(id);
  }

  find(action: RuleAction, value: RuleValue, now: number): Rule | null {
    const items = this.compiled.exactly(value);
    return items.find((item) => item.rule.action === action && !isExpired(item.rule, now))?.rule ?? null;
  }

  get(id: string, now: number): Rule | null {
    const rule = this.#chunks.get(this.#chunkOf.get(id) ?? "")?.find((rule) => rule.id === id);
    return rule === undefined || isExpired(rule, now) ? null : rule;
  }

  *all(): IterableIterator<Rule> {
    for (const rules of this.#chunks.values()) yield* rules;
  }

  /** Brings `live` up to date. To be run in slices. */
  advance(now: number): Generator<void, void> {
    return this.#expiry.advance(now);
  }

  /** The stored chunks that a change replaces and what takes their place. Some of the expired rules are removed with it. */
  stage(added: readonly Rule[], removed: Removed): ChunkChange {
    if (removed === "all") {
      return { before: this.#manifest, dropped: new Set(this.#chunks.keys()), rules: added };
    }
    const gone = new Set(removed);
    for (const { id } of this.#expiry.oldest(added.length + EXPIRED_PER_CHANGE)) gone.add(id);
    const dropped = new Set<string>();
    for (const id of gone) {
      const chunk = this.#chunkOf.get(id);
      if (chunk !== undefined) dropped.add(chunk);
    }
    const last = this.#manifest?.chunks.at(-1);
    if (added.length > 0 && last !== undefined && this.#chunks.get(last)!.length < RULES_PER_CHUNK) {
      dropped.delete(last); // to be the last again
      dropped.add(last);
    }
    const rules: Rule[] = [];
    for (const chunk of dropped) {
      for (const rule of this.#chunks.get(chunk)!) if (!gone.has(rule.id)) rules.push(rule);
    }
    for (const rule of added) rules.push(rule);
    return { before: this.#manifest, dropped, rules };
  }

  /** How many rules `apply` would touch. */
  touches({ manifest, chunks }: LoadedChunks): number {
    let count = 0;
    for (const rules of chunks.values()) count += rules.length;
    for (const id of this.#droppedBy(manifest)) count += this.#chunks.get(id)!.length;
    return count;
  }

  /** Becomes what the store holds. In between, rules may be missing or both old and new. */
  *apply({ manifest, chunks }: LoadedChunks): Generator<void, void> {
    const dropped = this.#droppedBy(manifest);
    const before = new Map<string, Rule>();
    let touched = 0;
    for (const id of dropped) {
      for (const rule of this.#chunks.get(id)!) before.set(rule.id, rule);
      yield;
    }
    for (const [chunk, rules] of chunks) {
      const kept: Rule[] = [];
      for (const rule of rules) {
        kept.push(this.#replace(before.get(rule.id), rule));
        before.delete(rule.id);
        this.#chunkOf.set(rule.id, chunk);
        if (++touched % RULES_PER_STEP === 0) yield;
      }
      this.#chunks.set(chunk, kept);
    }
    for (const rule of before.values()) {
      this.#remove(rule);
      this.#chunkOf.delete(rule.id);
      if (++touched % RULES_PER_STEP === 0) yield;
    }
    for (const id of dropped) this.#chunks.delete(id);
    this.#manifest = manifest;
  }

  /** The rule that stays. */
  #replace(before: Rule | undefined, rule: Rule): Rule {
    if (before !== undefined && isSame(before, rule)) return before;
    if (before !== undefined) this.#remove(before);
    this.compiled.add(rule);
    this.#expiry.add(rule);
    return rule;
  }

  #remove(rule: Rule): void {
    this.compiled.remove(rule);
    this.#expiry.remove(rule);
  }

  #droppedBy(manifest: RuleManifest | null): string[] {
    const named = new Set(manifest?.chunks ?? []);
    return [...this.#chunks.keys()].filter((id) => !named.has(id));
  }
}

export function isExpired(rule: Rule, now: number): boolean {
  return rule.expires_at !== undefined && Date.parse(rule.expires_at) <= now;
}

/** Neither expired nor paused. */
export function isInForce(rule: Rule, now: number): boolean {
  return rule.paused !== true && !isExpired(rule, now);
}

/** By what can change of a rule with an id. */
function isSame(one: Rule, other: Rule): boolean {
  return one.expires_at === other.expires_at && one.note === other.note && one.paused === other.paused &&
    one.history?.at(-1)?.at === other.history?.at(-1)?.at;
}

/** The mailbox that a rule names in any spelling; null when the rule matches only its own: one with a tag or in quotes. */
function mailboxOf(address: string): string | null {
  if (address.startsWith('"')) return null;
  const at = address.lastIndexOf("@");
  const { local, domain, tagged } = normalizeMailbox(address.slice(0, at), false, address.slice(at + 1));
  return tagged ? null : `${local}@${domain}`;
}
