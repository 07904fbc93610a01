/**
 * Customer rules, in chunks behind a manifest: a change writes its new chunks first, then swaps the manifest in one
 * atomic write, so an import of any size is there whole or not at all. Rules hold the customer's own values in clear.
 */
import type { Rule } from "../../model/rules/rule.ts";
import { type Engine, type Json, type Key, MAX_VALUE_BYTES, type SetOp } from "../engine.ts";
import { WriteConflict } from "../failure.ts";
import type { Writer } from "../commit/writer.ts";

/** Rules of one chunk. A rule is about 150 bytes; a long domain and a note of 200 characters make it six times that. */
const RULES_PER_CHUNK = 120;
/** Chunks deleted in one atomic write. */
const DELETED_AT_ONCE = 400;

interface Manifest {
  /** Chunk ids in order. */
  readonly chunks: readonly string[];
}

/** Another change of the same account came first. */
export class RulesChanged extends WriteConflict {
  override readonly name = "RulesChanged";
}

export interface StoredRules {
  readonly rules: readonly Rule[];
  readonly chunks: ReadonlyMap<string, readonly Rule[]>;
  readonly manifest: Manifest | null;
}

export class RuleStore {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #id: () => string;

  /** @param id makes chunk ids, unique over all processes */
  constructor(engine: Engine, writer: Writer, id: () => string) {
    this.#engine = engine;
    this.#writer = writer;
    this.#id = id;
  }

  /** @throws Error when the store does not hold what the manifest names */
  async load(account: string): Promise<StoredRules> {
    for (let missed: string | null = null;;) {
      this.#writer.forget(manifestKey(account));
      const [entry] = await this.#engine.get([manifestKey(account)]);
      const manifest = (entry?.value ?? null) as Manifest | null;
      const ids = manifest?.chunks ?? [];
      const entries = await this.#engine.get(ids.map((id) => chunkKey(account, id)));
      if (entries.some((chunk) => chunk === null)) {
        if (missed === entry!.version) throw new Error(`the rules of account ${account} are not all there`);
        missed = entry!.version; // it was swapped while we read
        continue;
      }
      const chunks = new Map(ids.map((id, index) => [id, entries[index]!.value as unknown as Rule[]]));
      return { rules: [...chunks.values()].flat(), chunks, manifest };
    }
  }

  /** False when another process changed the account's rules since they were loaded. */
  async isNewest(account: string, { manifest }: StoredRules): Promise<boolean> {
    const [entry] = await this.#engine.get([manifestKey(account)]);
    return JSON.stringify(entry?.value ?? null) === JSON.stringify(manifest);
  }

  /**
   * Adds and removes rules; durable when it resolves. Only the chunks that change are written.
   * @throws RulesChanged when another process changed the account's rules since `before` was loaded
   */
  async change(
    account: string,
    before: StoredRules,
    added: readonly Rule[],
    removed: ReadonlySet<string>,
  ): Promise<void> {
    const kept: string[] = [];
    const gone: string[] = [];
    const open: Rule[] = [];
    for (const [id, rules] of before.chunks) {
      const left = rules.filter((rule) => !removed.has(rule.id));
      const touched = left.length < rules.length ||
        (left.length < RULES_PER_CHUNK && added.length > 0 && id === lastOf(before));
      if (!touched) kept.push(id);
      else {
        gone.push(id);
        open.push(...left);
      }
    }
    for (const rule of added) open.push(rule);
    const sets: SetOp[] = [];
    for (const rules of chunked(open)) {
      // 62 random bits: a manifest of thousands of chunks is one value too.
      const id = this.#id().replaceAll("-", "").slice(-16);
      kept.push(id);
      sets.push({ key: chunkKey(account, id), value: rules as unknown as Json });
    }
    let named = false;
    try {
      await Promise.all(sets.map((op) => this.#writer.write({ set: [op] })));
      named = true;
      await this.#swap(account, before, kept, gone);
    } catch (error) {
      // A swap that was refused did not happen; one that failed otherwise may have, and then the chunks are in use.
      if (!named || error instanceof RulesChanged) {
        await this.#remove(sets.map(({ key }) => key)).catch(() => {});
      }
      throw error;
    }
  }

  async #swap(
    account: string,
    before: StoredRules,
    kept: readonly string[],
    gone: readonly string[],
  ): Promise<void> {
    const expected = JSON.stringify(before.manifest);
    const deletions = gone.map((id) => chunkKey(account, id));
    await this.#writer.write({
      delete: deletions.splice(0, DELETED_AT_ONCE),
      cells: [{
        key: manifestKey(account),
        exact: true,
        change: (current) => {
          if (JSON.stringify(current) !== expected) {
            throw new RulesChanged("the rules of this account were changed meanwhile");
          }
          return { chunks: kept };
        },
      }],
      changes: [["rules", account]],
    });
    // No manifest names these any more, so the change is done whether they go now or stay.
    await this.#remove(deletions).catch(() => {});
  }

  async #remove(keys: Key[]): Promise<void> {
    while (keys.length > 0) await this.#writer.write({ delete: keys.splice(0, DELETED_AT_ONCE) });
  }
}

/** In order, each small enough for one value. */
function* chunked(rules: readonly Rule[]): IterableIterator<readonly Rule[]> {
  let chunk: Rule[] = [];
  let bytes = 0;
  for (const rule of rules) {
    const size = sizeOf(rule);
    if (chunk.length === RULES_PER_CHUNK || bytes + size > MAX_VALUE_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(rule);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

/** At most this many bytes in the store, which keeps a text of one foreign letter with two bytes for each. */
function sizeOf(rule: Rule): number {
  const text = JSON.stringify(rule);
  return LATIN.test(text) ? text.length : 2 * text.length;
}

// deno-lint-ignore no-control-regex -- the whole range a text may have to be kept with one byte a letter
const LATIN = /^[\u0000-\u00ff]*$/;

function lastOf(stored: StoredRules): string | undefined {
  return stored.manifest?.chunks.at(-1);
}

function manifestKey(account: string): Key {
  return ["rules", account];
}

function chunkKey(account: string, id: string): Key {
  return ["rules-chunk", account, id];
}
