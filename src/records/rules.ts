/**
 * Customer rules, in chunks named by a manifest: a change writes its new chunks first and then replaces the manifest in one
 * atomic write, so an import of any size is stored completely or not at all. Rules hold the customer's own values in clear.
 */
import { type Rule, RULE_ACTIONS, RULE_KINDS } from "../model/rules/rule.ts";
import type { FieldEdit, RuleAuthor, RuleEdit } from "../model/rules/rule_history.ts";
import type { ChangeLog } from "../db/cluster/change_log.ts";
import { changeOf } from "../db/commit/change.ts";
import type { Writer } from "../db/commit/writer.ts";
import { type Engine, type Key, MAX_VALUE_BYTES } from "../db/engine.ts";
import { type Change, together } from "./change.ts";
import { label, list, object, oneOf, orNull, record, text } from "./define.ts";
import { Abandoned, isAbandoned } from "./state.ts";

export const ruleAuthor = object<RuleAuthor>({ key: text, name: label });
export const ruleHistory = list(object<RuleEdit>({
  at: text,
  by: ruleAuthor,
  changes: list(object<FieldEdit>({ field: text, from: orNull(text), to: orNull(text) })),
}));

export const RULE_CHUNK = record({
  prefix: "rules-chunk",
  key: ["account", "chunk"],
  value: list(object<Rule>({
    id: text,
    action: oneOf(...RULE_ACTIONS),
    kind: oneOf(...RULE_KINDS),
    value: label,
    created_at: text,
  }, {
    note: text,
    expires_at: text,
    hash: text,
    import_id: text,
    paused: oneOf(true),
    author: text,
    history: ruleHistory,
  })),
});

/** Names the chunks of an account's rules, in order. */
export interface RuleManifest {
  readonly chunks: readonly string[];
}
export const RULES = record({
  prefix: "rules",
  key: ["account"],
  value: object<RuleManifest>({ chunks: list(text) }),
  announced: true,
  names: { entries: RULE_CHUNK, of: ({ chunks }) => chunks },
});

/** Rules of one chunk at most. A rule is about 150 bytes; with a long domain and a note of 200 characters six times that. */
export const RULES_PER_CHUNK = 120;
/** Chunks read or written together: decoding them must not keep the event loop for long. */
const CHUNKS_AT_ONCE = 10;
/** Chunks deleted in one atomic write. */
const DELETED_PER_WRITE = 400;

/** Why a commit is abandoned: what was read of the rules is outdated. */
export const RULES_CHANGED = "the rules of this account were changed meanwhile";

/** What the store holds of an account, and of its chunks those that were wanted. */
export interface LoadedChunks {
  readonly manifest: RuleManifest | null;
  readonly chunks: ReadonlyMap<string, readonly Rule[]>;
}

export interface ChunkChange {
  /** The manifest that the change starts from. */
  readonly before: RuleManifest | null;
  /** Chunks that are replaced. */
  readonly dropped: ReadonlySet<string>;
  /** What takes their place, in order. */
  readonly rules: readonly Rule[];
}

export class Rules {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #changes: ChangeLog;
  readonly #id: () => string;

  /** @param id makes chunk ids, unique over all processes */
  constructor(engine: Engine, writer: Writer, changes: ChangeLog, id: () => string) {
    this.#changes = changes;
    this.#engine = engine;
    this.#writer = writer;
    this.#id = id;
  }

  /** Called with the account whose rules another process changed; null: any may have changed. */
  onChange(listener: (account: string | null) => Promise<void>): void {
    this.#changes.follow(RULES.topic, (scope) => listener(scope === null ? null : scope[0]!));
  }

  /** The number of chunks that `load` would read of an account of which nothing is in memory. */
  async countChunks(account: string): Promise<number> {
    const [entry] = await this.#engine.get([RULES.key(account)]);
    return RULES.read(entry?.value)?.chunks.length ?? 0;
  }

  /**
   * @param isHeld true for a chunk that need not be read: a chunk never changes
   * @throws Error when the store lacks a chunk that the manifest names
   */
  async load(account: string, isHeld: (chunk: string) => boolean): Promise<LoadedChunks> {
    for (let missed: string | null = null;;) {
      const entry = await this.#writer.readFresh(RULES.key(account));
      const manifest = RULES.read(entry?.value);
      const chunks = await this.#read(account, (manifest?.chunks ?? []).filter((id) => !isHeld(id)));
      if (chunks !== null) return { manifest, chunks };
      if (missed === entry!.version) throw new Error(`the store lacks rules of account ${account}`);
      missed = entry!.version; // the manifest was replaced between the two reads
    }
  }

  /** Null when one of the chunks is not there. */
  async #read(account: string, ids: readonly string[]): Promise<Map<string, readonly Rule[]> | null> {
    const chunks = new Map<string, readonly Rule[]>();
    for (let from = 0; from < ids.length; from += CHUNKS_AT_ONCE) {
      const some = ids.slice(from, from + CHUNKS_AT_ONCE);
      const entries = await this.#engine.get(some.map((id) => RULE_CHUNK.key(account, id)));
      for (const [index, id] of some.entries()) {
        const rules = RULE_CHUNK.read(entries[index]?.value);
        if (rules === null) return null;
        chunks.set(id, rules);
      }
    }
    return chunks;
  }

  /** False when the account's rules were changed since this manifest was loaded. */
  async isNewest(account: string, manifest: RuleManifest | null): Promise<boolean> {
    const [entry] = await this.#engine.get([RULES.key(account)]);
    return isSame(RULES.read(entry?.value), manifest);
  }

  /**
   * Replaces chunks; durable when it resolves. Only these chunks and the manifest are written, and what goes with the change.
   * @throws Abandoned (RULES_CHANGED) when the account's rules were changed since `change.before` was loaded
   */
  async change(account: string, change: ChunkChange, also?: Change): Promise<void> {
    const { before, dropped, rules } = change;
    const kept = (before?.chunks ?? []).filter((id) => !dropped.has(id));
    const written: Key[] = [];
    let writing: Promise<void>[] = [];
    let swapping = false;
    try {
      for (const chunk of chunked(rules)) {
        // 62 random bits. Short, because a manifest of thousands of chunks is one value.
        const id = this.#id().replaceAll("-", "").slice(-16);
        const key = RULE_CHUNK.key(account, id);
        kept.push(id);
        written.push(key);
        writing.push(this.#writer.write({ set: [RULE_CHUNK.set(key, chunk)] }));
        if (writing.length < CHUNKS_AT_ONCE) continue;
        await Promise.all(writing);
        writing = [];
      }
      await Promise.all(writing);
      swapping = true;
      await this.#swap(account, before, kept, dropped, also);
    } catch (error) {
      // A swap that was refused did not happen. One that failed otherwise may have happened, and then the chunks are in use.
      if (!swapping || isAbandoned(error, RULES_CHANGED)) {
        await Promise.allSettled(writing);
        await this.#remove(written).catch(() => {});
      }
      throw error;
    }
  }

  async #swap(
    account: string,
    before: RuleManifest | null,
    kept: readonly string[],
    dropped: ReadonlySet<string>,
    also: Change | undefined,
  ): Promise<void> {
    const deletions = [...dropped].map((id) => RULE_CHUNK.key(account, id));
    const swap = changeOf({
      delete: deletions.splice(0, DELETED_PER_WRITE),
      cells: [RULES.update(RULES.key(account), {
        exact: true,
        change: (current) => {
          if (!isSame(current, before)) {
            throw new Abandoned(RULES_CHANGED);
          }
          return { chunks: kept };
        },
      })],
      changes: [RULES.key(account)],
    });
    await this.#writer.write(together(swap, also));
    // The manifest does not name these any more: the change is complete even when deleting them fails.
    await this.#remove(deletions).catch(() => {});
  }

  async #remove(keys: Key[]): Promise<void> {
    while (keys.length > 0) await this.#writer.write({ delete: keys.splice(0, DELETED_PER_WRITE) });
  }
}

/** Chunk ids are never used again, so the same ids are the same rules. */
function isSame(one: RuleManifest | null, other: RuleManifest | null): boolean {
  if (one === null || other === null) return one === other;
  return one.chunks.length === other.chunks.length &&
    one.chunks.every((id, index) => id === other.chunks[index]);
}

/** The rules in order, as chunks that each fit into one value. */
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

/** An upper bound of its bytes in the store: a text with one character outside Latin-1 is stored with two bytes for each. */
function sizeOf(rule: Rule): number {
  const text = JSON.stringify(rule);
  return LATIN.test(text) ? text.length : 2 * text.length;
}

// deno-lint-ignore no-control-regex -- the whole range of characters that are stored as one byte
const LATIN = /^[\u0000-\u00ff]*$/;
