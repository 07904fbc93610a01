/** The decisions of one account in memory: as they are stored (in chunks), and by where they apply. */
import type { ActiveDecisions, Decision, DecisionPlace } from "../../model/decisions/decision.ts";
import { DECISION_ORIGINS, ENDED_MS, TERMS } from "../../model/decisions/decision.ts";
import { DecisionIndex } from "../../model/decisions/decision_index.ts";
import {
  byWeight,
  decisionOf,
  type HeldDecision,
  isActive,
  isObserved,
  nameOfHeld,
  startOf,
} from "../../model/decisions/held_decision.ts";
import type { LedgerChange } from "../../model/decisions/reconcile.ts";
import {
  type DecisionChunk,
  type DecisionManifest,
  DECISIONS_PER_CHUNK,
  type DecisionsChange,
  type LoadedDecisions,
} from "../../records/decisions/ledger.ts";

/** Of addresses that people had, which are encrypted and name sign-ups: they are larger. */
const OBSERVED_PER_CHUNK = 60;
/** A chunk of addresses that people had is kept so long after the last of them ended. */
const BRIEF_MS = ENDED_MS + TERMS.labels.lastsMs;
const PER_STEP = 200;

/** What was made and what ended since a time. */
interface Changes {
  readonly added: readonly Decision[];
  readonly ended: readonly Decision[];
}

/** Writes and reads the values of decisions as they are stored. */
interface Sealing {
  seal(held: HeldDecision): HeldDecision;
  /** Null: it cannot be decrypted. */
  open(stored: HeldDecision): HeldDecision | null;
}

export class AccountDecisions {
  readonly #owner: string;
  readonly #sealing: Sealing;
  readonly #index: DecisionIndex;
  readonly #chunks = new Map<string, readonly HeldDecision[]>();
  /** The chunk of each, by id. */
  readonly #chunkOf = new Map<number, string>();
  /** Those that were not taken back, by name. */
  readonly #standing = new Map<string, HeldDecision>();
  readonly #ended = new Set<HeldDecision>();
  #manifest: DecisionManifest | null = null;
  #all: { readonly from: number; readonly until: number; readonly list: readonly Decision[] } | null = null;

  /** @param owner of `uuidOwner` */
  constructor(owner: string, sealing: Sealing) {
    this.#owner = owner;
    this.#sealing = sealing;
    this.#index = new DecisionIndex(owner);
  }

  get size(): number {
    return this.#chunkOf.size;
  }

  /** The stored version that these are. */
  get manifest(): DecisionManifest | null {
    return this.#manifest;
  }

  hasChunk(id: string): boolean {
    return this.#chunks.has(id);
  }

  *held(): IterableIterator<HeldDecision> {
    for (const chunk of this.#chunks.values()) yield* chunk;
  }

  /** The active one of the name, or null. */
  named(name: Pick<HeldDecision, "origin" | "scope" | "value">, now: number): HeldDecision | null {
    const held = this.#standing.get(nameOfHeld(name));
    return held !== undefined && isActive(held, now) ? held : null;
  }

  /** Active, or null. */
  get(id: number, now: number): HeldDecision | null {
    const held = this.#chunks.get(this.#chunkOf.get(id) ?? "")?.find((each) => each.id === id);
    return held !== undefined && isActive(held, now) ? held : null;
  }

  /** Whether a person took it back, made by this very cause. */
  isLifted(name: Pick<HeldDecision, "origin" | "scope" | "value">, cause: string): boolean {
    const wanted = nameOfHeld(name);
    for (const held of this.#ended) {
      if (held.lifted === true && held.cause === cause && nameOfHeld(held) === wanted) return true;
    }
    return false;
  }

  /** Those of addresses that people had which are active. */
  *observed(now: number): IterableIterator<HeldDecision> {
    for (const held of this.#standing.values()) if (isObserved(held) && isActive(held, now)) yield held;
  }

  /** When the next one ends. */
  nextEnd(now: number): number {
    let next = Infinity;
    for (const { until } of this.#standing.values()) {
      if (until !== null && until > now && until < next) next = until;
    }
    return next;
  }

  at(now: number): ActiveDecisions {
    const index = this.#index;
    const all = () => this.#listed(now);
    return {
      get all() {
        return all();
      },
      find: (place: DecisionPlace) => index.find(place, now),
    };
  }

  /** @param since null: all that are active, and all that ended lately */
  changes(since: number | null, now: number): Changes {
    const all = this.#listed(now);
    const added = since === null ? all : all.filter(({ from }) => from > since);
    const [after, ended] = [since ?? now - ENDED_MS, [] as Decision[]];
    const note = (held: HeldDecision, at: number) => {
      if (at <= after || at > now || this.#isStillSaid(held, now)) return;
      ended.push({ ...decisionOf(held, this.#owner, now), until: at });
    };
    for (const held of this.#ended) note(held, Math.min(held.ended!, held.until ?? Infinity));
    for (const held of this.#standing.values()) {
      if (held.until !== null && held.until <= now) note(held, held.until);
    }
    return { added, ended };
  }

  /** The same of another origin, or made again: who is told that one ended would drop both. */
  #isStillSaid({ scope, value, type }: HeldDecision, now: number): boolean {
    for (const origin of DECISION_ORIGINS) {
      const other = this.#standing.get(nameOfHeld({ origin, scope, value }));
      if (other !== undefined && other.type === type && isActive(other, now)) return true;
    }
    return false;
  }

  #listed(now: number): readonly Decision[] {
    const known = this.#all;
    if (known !== null && now >= known.from && now < known.until) return known.list;
    const list: Decision[] = [];
    let next = Infinity;
    for (const held of this.#standing.values()) {
      if (!isActive(held, now)) continue;
      list.push(decisionOf(held, this.#owner, now));
      next = Math.min(next, held.until ?? startOf(held, now) + TERMS.standing.renewedMs);
    }
    list.sort(byWeight);
    this.#all = { from: now, until: next, list };
    return list;
  }

  /** What is to be stored so that a change is made. */
  stage({ added, changed, removed }: LedgerChange): DecisionsChange {
    const dropped = new Set<string>();
    const replaced = new Map<number, HeldDecision | null>();
    for (const held of changed) replaced.set(held.id, held);
    for (const { id } of removed) replaced.set(id, null);
    for (const id of replaced.keys()) {
      const chunk = this.#chunkOf.get(id);
      if (chunk !== undefined) dropped.add(chunk);
    }
    let nextId = this.#manifest?.nextId ?? 1;
    const made = added.map((each): HeldDecision => ({ ...each, id: nextId++ }));
    for (const isBrief of [false, true]) {
      const last = (isBrief ? this.#manifest?.brief : this.#manifest?.chunks)?.at(-1);
      const most = isBrief ? OBSERVED_PER_CHUNK : DECISIONS_PER_CHUNK;
      if (last === undefined || (this.#chunks.get(last)?.length ?? 0) >= most) continue;
      if (made.some((held) => isObserved(held) === isBrief)) dropped.add(last);
    }
    const entries: HeldDecision[] = [];
    for (const chunk of dropped) {
      for (const held of this.#chunks.get(chunk) ?? []) {
        const now = replaced.get(held.id);
        if (now !== null) entries.push(now ?? held);
      }
    }
    entries.push(...made);
    return {
      before: this.#manifest,
      nextId,
      dropped,
      chunks: [
        ...this.#chunked(entries.filter((held) => !isObserved(held)), DECISIONS_PER_CHUNK),
        ...this.#chunked(entries.filter(isObserved), OBSERVED_PER_CHUNK),
      ],
    };
  }

  #chunked(entries: readonly HeldDecision[], most: number): DecisionChunk[] {
    const chunks: DecisionChunk[] = [];
    for (let from = 0; from < entries.length; from += most) {
      const some = entries.slice(from, from + most);
      const end = isObserved(some[0]!) ? Math.max(...some.map(({ until }) => until ?? 0)) + BRIEF_MS : null;
      chunks.push({ entries: some.map((held) => this.#sealing.seal(held)), end });
    }
    return chunks;
  }

  /** How many decisions `apply` would touch. */
  touches({ manifest, chunks }: LoadedDecisions): number {
    let count = 0;
    for (const entries of chunks.values()) count += entries.length;
    const named = new Set([...manifest?.chunks ?? [], ...manifest?.brief ?? []]);
    for (const [id, entries] of this.#chunks) if (!named.has(id)) count += entries.length;
    return count;
  }

  /** Becomes what the store holds. To be run in slices; in between, decisions may be missing or both old and new. */
  *apply({ manifest, chunks }: LoadedDecisions): Generator<void, void> {
    const named = new Set([...manifest?.chunks ?? [], ...manifest?.brief ?? []]);
    let steps = 0;
    this.#all = null;
    const before = new Map<number, HeldDecision>();
    for (const [id, entries] of this.#chunks) {
      if (named.has(id)) continue;
      for (const held of entries) before.set(held.id, held);
      this.#chunks.delete(id);
      yield;
    }
    const fresh: HeldDecision[] = [];
    for (const [chunk, entries] of chunks) {
      const kept: HeldDecision[] = [];
      for (const stored of entries) {
        const known = before.get(stored.id);
        const held = known !== undefined && known.ended === stored.ended && known.lifted === stored.lifted
          ? known
          : this.#sealing.open(stored);
        if (held === null) continue;
        kept.push(held);
        this.#chunkOf.set(held.id, chunk);
        if (held === known) before.delete(held.id);
        else fresh.push(held);
        if (++steps % PER_STEP === 0) yield;
      }
      this.#chunks.set(chunk, kept);
    }
    for (const held of before.values()) {
      this.#forget(held);
      if (++steps % PER_STEP === 0) yield;
    }
    for (const held of fresh) {
      this.#note(held);
      if (++steps % PER_STEP === 0) yield;
    }
    const ids = new Set(fresh.map(({ id }) => id));
    for (const id of before.keys()) if (!ids.has(id)) this.#chunkOf.delete(id);
    this.#manifest = manifest;
    this.#all = null;
  }

  #note(held: HeldDecision): void {
    if (held.ended !== undefined) {
      this.#ended.add(held);
      return;
    }
    const name = nameOfHeld(held);
    const other = this.#standing.get(name);
    // One that ended by its time may still be there beside a newer one.
    if (other !== undefined && other.id > held.id) return;
    if (other !== undefined) this.#index.remove(other);
    this.#standing.set(name, held);
    this.#index.add(held);
  }

  #forget(held: HeldDecision): void {
    if (this.#ended.delete(held)) return;
    const name = nameOfHeld(held);
    if (this.#standing.get(name) !== held) return;
    this.#standing.delete(name);
    this.#index.remove(held);
  }
}
