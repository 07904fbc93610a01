/**
 * The decisions of accounts, those that ended lately among them, in chunks named by a manifest, which every change replaces:
 * of two processes that change them at once, one starts again from what the other one wrote. So ids grow over all processes.
 */
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import { type Change, changeOf, together } from "../../db/commit/change.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine, Key } from "../../db/engine.ts";
import { count, list, object, record, text } from "../define.ts";
import { Abandoned, isAbandoned } from "../state.ts";
import { type StoredDecision, storedDecision } from "./entry.ts";

export const DECISION_CHUNK = record({
  prefix: "decisions-chunk",
  key: ["account", "chunk"],
  value: list(storedDecision),
  // Those of addresses that people had.
  mayExpire: true,
});

export interface DecisionManifest {
  /** Grows with every change. */
  readonly revision: number;
  /** The next decision's. */
  readonly nextId: number;
  readonly chunks: readonly string[];
  /** Chunks that end by themselves, and may be gone. */
  readonly brief: readonly string[];
}
export const DECISIONS = record({
  prefix: "decisions",
  key: ["account"],
  value: object<DecisionManifest>({ revision: count, nextId: count, chunks: list(text), brief: list(text) }),
  announced: true,
  names: { entries: DECISION_CHUNK, of: ({ chunks }) => chunks },
});

/** Decisions of one chunk at most: each is 300 bytes at most, without the sign-ups that it names. */
export const DECISIONS_PER_CHUNK = 150;
/** Chunks read or written together. */
const CHUNKS_AT_ONCE = 10;
/** So many chunks at most are written in the commit of the manifest. */
const CHUNKS_WITH_MANIFEST = 4;
const DELETED_PER_WRITE = 400;

/** Why a commit is abandoned: what was read of the decisions is outdated. */
export const DECISIONS_CHANGED = "the decisions of this account were changed meanwhile";

/** What the store holds of an account, and of its chunks those that were wanted. */
export interface LoadedDecisions {
  readonly manifest: DecisionManifest | null;
  readonly chunks: ReadonlyMap<string, readonly StoredDecision[]>;
}

export interface DecisionChunk {
  readonly entries: readonly StoredDecision[];
  /** When it ends (milliseconds since the epoch); null: it stays. */
  readonly end: number | null;
}

export interface DecisionsChange {
  /** The manifest that the change starts from. */
  readonly before: DecisionManifest | null;
  readonly nextId: number;
  /** Chunks that are replaced. */
  readonly dropped: ReadonlySet<string>;
  readonly chunks: readonly DecisionChunk[];
}

export class DecisionLedger {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #changes: ChangeLog;
  readonly #id: () => string;

  /** @param id makes chunk ids, unique over all processes */
  constructor(engine: Engine, writer: Writer, changes: ChangeLog, id: () => string) {
    this.#engine = engine;
    this.#writer = writer;
    this.#changes = changes;
    this.#id = id;
  }

  /** Called with the account whose decisions another process changed; null: any may have changed. */
  onChange(listener: (account: string | null) => void): void {
    this.#changes.follow(DECISIONS.topic, (scope) => listener(scope === null ? null : scope[0]!));
  }

  /**
   * @param isHeld true for a chunk that need not be read: a chunk never changes
   * @throws Error when the store lacks a chunk that the manifest names
   */
  async load(account: string, isHeld: (chunk: string) => boolean): Promise<LoadedDecisions> {
    for (let missed: string | null = null;;) {
      const entry = await this.#writer.readFresh(DECISIONS.key(account));
      const manifest = DECISIONS.read(entry?.value);
      const chunks = await this.#read(account, manifest, isHeld);
      if (chunks !== null) return { manifest, chunks };
      if (missed === entry!.version) throw new Error(`the store lacks decisions of account ${account}`);
      missed = entry!.version; // the manifest was replaced between the two reads
    }
  }

  /** Null when one of the chunks that stay is not there. */
  async #read(
    account: string,
    manifest: DecisionManifest | null,
    isHeld: (chunk: string) => boolean,
  ): Promise<Map<string, readonly StoredDecision[]> | null> {
    const { chunks: lasting, brief } = manifest ?? { chunks: [], brief: [] };
    const ids = [...lasting, ...brief].filter((id) => !isHeld(id));
    const mayBeGone = new Set(brief);
    const chunks = new Map<string, readonly StoredDecision[]>();
    for (let from = 0; from < ids.length; from += CHUNKS_AT_ONCE) {
      const some = ids.slice(from, from + CHUNKS_AT_ONCE);
      const entries = await this.#engine.get(some.map((id) => DECISION_CHUNK.key(account, id)));
      for (const [index, id] of some.entries()) {
        const decisions = DECISION_CHUNK.read(entries[index]?.value);
        if (decisions === null && !mayBeGone.has(id)) return null;
        chunks.set(id, decisions ?? []);
      }
    }
    return chunks;
  }

  /**
   * Replaces chunks; durable when it resolves, with what the store holds then of them.
   * @throws Abandoned (DECISIONS_CHANGED) when the account's decisions were changed since `change.before` was loaded
   */
  async change(account: string, change: DecisionsChange, also?: Change): Promise<LoadedDecisions> {
    const { before, nextId, dropped, chunks } = change;
    const named = chunks.map(({ entries, end }) => ({ id: this.#newId(), entries, end }));
    const kept = (ids: readonly string[] = []) => ids.filter((id) => !dropped.has(id));
    const of = (isBrief: boolean) =>
      named.filter(({ end }) => (end !== null) === isBrief).map(({ id }) => id);
    const manifest: DecisionManifest = {
      revision: (before?.revision ?? 0) + 1,
      nextId,
      chunks: [...kept(before?.chunks), ...of(false)],
      brief: [...kept(before?.brief), ...of(true)],
    };
    const set = named.map(({ id, entries, end }) =>
      DECISION_CHUNK.set(DECISION_CHUNK.key(account, id), entries, end ?? undefined)
    );
    const isLarge = set.length > CHUNKS_WITH_MANIFEST;
    let swapping = false;
    try {
      for (let from = 0; isLarge && from < set.length; from += CHUNKS_AT_ONCE) {
        const some = set.slice(from, from + CHUNKS_AT_ONCE);
        await Promise.all(some.map((op) => this.#writer.write({ set: [op] })));
      }
      swapping = true;
      const deleted = [...dropped].map((id) => DECISION_CHUNK.key(account, id));
      const swap = changeOf({
        set: isLarge ? [] : set,
        delete: deleted.splice(0, DELETED_PER_WRITE),
        cells: [DECISIONS.update(DECISIONS.key(account), {
          exact: true,
          change: (current) => {
            if ((current?.revision ?? 0) !== (before?.revision ?? 0)) throw new Abandoned(DECISIONS_CHANGED);
            return manifest;
          },
        })],
        changes: [DECISIONS.key(account)],
      });
      await this.#writer.write(together(swap, also));
      // The manifest does not name these any more: the change is complete even when deleting them fails.
      await this.#remove(deleted).catch(() => {});
    } catch (error) {
      // A swap that was refused did not happen. One that failed otherwise may have happened, and then the chunks are in use.
      if (isLarge && (!swapping || isAbandoned(error, DECISIONS_CHANGED))) {
        await this.#remove(set.map(({ key }) => key)).catch(() => {});
      }
      throw error;
    }
    return { manifest, chunks: new Map(named.map(({ id, entries }) => [id, entries])) };
  }

  async #remove(keys: Key[]): Promise<void> {
    while (keys.length > 0) await this.#writer.write({ delete: keys.splice(0, DELETED_PER_WRITE) });
  }

  #newId(): string {
    return this.#id().replaceAll("-", "").slice(-16);
  }
}
