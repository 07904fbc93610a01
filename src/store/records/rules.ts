/**
 * Customer rules, in chunks named by a manifest: a change writes its new chunks first and then replaces the manifest in one
 * atomic write, so an import of any size is stored completely or not at all. Rules hold the customer's own values in clear.
 */
import type { Rule } from "../../model/rules/rule.ts";
import type { Writer } from "../commit/writer.ts";
import { type Engine, type Key, MAX_VALUE_BYTES } from "../engine.ts";
import { RulesChanged } from "../failure.ts";
import { KEYS, TOPICS } from "../keys.ts";
import type { RuleManifest } from "../values.ts";

/** Rules of one chunk at most. A rule is about 150 bytes; with a long domain and a note of 200 characters six times that. */
const RULES_PER_CHUNK = 120;
/** Chunks deleted in one atomic write. */
const DELETED_PER_WRITE = 400;

export interface StoredRules {
  readonly rules: readonly Rule[];
  readonly chunks: ReadonlyMap<string, readonly Rule[]>;
  readonly manifest: RuleManifest | null;
}

export class Rules {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #id: () => string;

  /** @param id makes chunk ids, unique over all processes */
  constructor(engine: Engine, writer: Writer, id: () => string) {
    this.#engine = engine;
    this.#writer = writer;
    this.#id = id;
  }

  /** @throws Error when the store lacks a chunk that the manifest names */
  async load(account: string): Promise<StoredRules> {
    for (let missed: string | null = null;;) {
      const entry = await this.#writer.readFresh(KEYS.rules.key(account));
      const manifest = KEYS.rules.read(entry?.value);
      const ids = manifest?.chunks ?? [];
      const entries = await this.#engine.get(ids.map((id) => KEYS.ruleChunk.key(account, id)));
      if (entries.some((chunk) => chunk === null)) {
        if (missed === entry!.version) throw new Error(`the store lacks rules of account ${account}`);
        missed = entry!.version; // the manifest was replaced between the two reads
        continue;
      }
      const chunks = new Map(ids.map((id, index) => [id, KEYS.ruleChunk.read(entries[index]!.value)]));
      return { rules: [...chunks.values()].flat(), chunks, manifest };
    }
  }

  /** False when another process changed the account's rules since they were loaded. */
  async isNewest(account: string, { manifest }: StoredRules): Promise<boolean> {
    const [entry] = await this.#engine.get([KEYS.rules.key(account)]);
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
    const dropped: string[] = [];
    const open: Rule[] = [];
    for (const [id, rules] of before.chunks) {
      const left = rules.filter((rule) => !removed.has(rule.id));
      const touched = left.length < rules.length ||
        (left.length < RULES_PER_CHUNK && added.length > 0 && id === before.manifest?.chunks.at(-1));
      (touched ? dropped : kept).push(id);
      if (touched) open.push(...left);
    }
    for (const rule of added) open.push(rule);
    const sets = [...chunked(open)].map((rules) => {
      // 62 random bits. Short, because a manifest of thousands of chunks is one value.
      const id = this.#id().replaceAll("-", "").slice(-16);
      kept.push(id);
      return KEYS.ruleChunk.set(KEYS.ruleChunk.key(account, id), rules);
    });
    let swapping = false;
    try {
      await Promise.all(sets.map((op) => this.#writer.write({ set: [op] })));
      swapping = true;
      await this.#swap(account, before, kept, dropped);
    } catch (error) {
      // A swap that was refused did not happen. One that failed otherwise may have happened, and then the chunks are in use.
      if (!swapping || error instanceof RulesChanged) {
        await this.#remove(sets.map(({ key }) => key)).catch(() => {});
      }
      throw error;
    }
  }

  async #swap(
    account: string,
    before: StoredRules,
    kept: readonly string[],
    dropped: readonly string[],
  ): Promise<void> {
    const expected = JSON.stringify(before.manifest);
    const deletions = dropped.map((id) => KEYS.ruleChunk.key(account, id));
    await this.#writer.write({
      delete: deletions.splice(0, DELETED_PER_WRITE),
      cells: [KEYS.rules.update(KEYS.rules.key(account), {
        exact: true,
        change: (current) => {
          if (JSON.stringify(current) !== expected) {
            throw new RulesChanged("the rules of this account were changed meanwhile");
          }
          return { chunks: kept };
        },
      })],
      changes: [[TOPICS.rules, account]],
    });
    // The manifest does not name these any more: the change is complete even when deleting them fails.
    await this.#remove(deletions).catch(() => {});
  }

  async #remove(keys: Key[]): Promise<void> {
    while (keys.length > 0) await this.#writer.write({ delete: keys.splice(0, DELETED_PER_WRITE) });
  }
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
