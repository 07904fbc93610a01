/**
 * Customer rules, in chunks behind a manifest: a change writes its new chunks first, then swaps the manifest in one
 * atomic write, so an import of any size is there whole or not at all. Rules hold the customer's own values in clear.
 */
import type { Rule } from "../domain/rule.ts";
import type { Engine, Json, Key, SetOp } from "./engine.ts";
import type { Writer } from "./writer.ts";

/** Rules of one chunk; a rule is about 150 bytes, a note at most 200 more. */
const RULES_PER_CHUNK = 120;

interface Manifest {
  /** Chunk ids in order. */
  readonly chunks: readonly string[];
}

/** Another change of the same account came first. */
export class RulesChanged extends Error {
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

  async load(account: string): Promise<StoredRules> {
    for (;;) {
      this.#writer.forget(manifestKey(account));
      const [entry] = await this.#engine.get([manifestKey(account)]);
      const manifest = (entry?.value ?? null) as Manifest | null;
      const ids = manifest?.chunks ?? [];
      const entries = await this.#engine.get(ids.map((id) => chunkKey(account, id)));
      if (entries.some((chunk) => chunk === null)) continue; // swapped while we read
      const chunks = new Map(ids.map((id, index) => [id, entries[index]!.value as unknown as Rule[]]));
      return { rules: [...chunks.values()].flat(), chunks, manifest };
    }
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
    let open: Rule[] = [];
    for (const [id, rules] of before.chunks) {
      const left = rules.filter((rule) => !removed.has(rule.id));
      const touched = left.length < rules.length ||
        (left.length < RULES_PER_CHUNK && added.length > 0 && id === lastOf(before));
      if (!touched) kept.push(id);
      else {
        gone.push(id);
        open = [...open, ...left];
      }
    }
    open = [...open, ...added];
    const sets: SetOp[] = [];
    for (let from = 0; from < open.length; from += RULES_PER_CHUNK) {
      const id = this.#id();
      kept.push(id);
      sets.push({
        key: chunkKey(account, id),
        value: open.slice(from, from + RULES_PER_CHUNK) as unknown as Json,
      });
    }
    await Promise.all(sets.map((op) => this.#writer.write({ set: [op] })));
    const expected = JSON.stringify(before.manifest);
    await this.#writer.write({
      delete: gone.map((id) => chunkKey(account, id)),
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
  }
}

function lastOf(stored: StoredRules): string | undefined {
  return stored.manifest?.chunks.at(-1);
}

function manifestKey(account: string): Key {
  return ["rules", account];
}

function chunkKey(account: string, id: string): Key {
  return ["rules-chunk", account, id];
}
