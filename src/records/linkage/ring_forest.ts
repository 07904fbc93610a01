/** The nodes of an account's rings: read up to their roots, merged, and written. See `model/linkage/ring.ts`. */
import { lruOf } from "../../concurrency/lru.ts";
import {
  countMembersOf,
  joiningNode,
  mergeGroups,
  mergeNodes,
  relabelMember,
  requestIdOf,
  RING_MS,
  type RingNode,
  ringNode,
  type SignupId,
  viewRing,
} from "../../model/linkage/ring.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import { type Engine, type Key, keyText, type Value } from "../../db/engine.ts";
import { StateCache, stateKey, type StateReader } from "./state_cache.ts";
import { count, list, object, record } from "../define.ts";
import { signupIds } from "./ring_keys.ts";

/** The nodes of rings by their oldest member. */
export const RING_NODE = record({
  prefix: "ring",
  key: ["account", "root"],
  value: object<RingNode>({ m: signupIds, f: signupIds, v: count, n: count }, {
    p: signupIds,
    k: list(signupIds),
    r: signupIds,
    w: signupIds,
    g: signupIds,
  }),
  lifetimeMs: RING_MS,
});

const MAX_CACHED_CHARS = 16_000_000;
/** Labels of sign-ups that nothing joined so far. */
const MAX_LABELS = 20_000;

export interface RingForestOptions {
  readonly engine: Engine;
  readonly writer: StateReader;
  /** Whether the account labelled the score as fraud. */
  readonly isFraud: (account: string, requestId: string) => Promise<boolean>;
}

/** Sign-ups that belong together, by the roots of what they shared. */
interface Joining {
  readonly root: SignupId;
  readonly roots: ReadonlySet<SignupId>;
  readonly id: SignupId;
  /** Nodes on the way whose parent is not the root, as `find` collects them. */
  readonly deep: ReadonlySet<SignupId>;
  /** Bits of RING_LINKS. */
  readonly via: number;
  /** It repeats an earlier sign-up. */
  readonly repeats: boolean;
  /** Those that it shares something with that nobody can merely claim. */
  readonly groups: readonly SignupId[];
}

export class RingForest {
  readonly #engine: Engine;
  readonly #isFraud: RingForestOptions["isFraud"];
  readonly #nodes: StateCache<RingNode>;
  readonly #labels = lruOf<boolean>(MAX_LABELS);

  constructor({ engine, writer, isFraud }: RingForestOptions) {
    this.#engine = engine;
    this.#isFraud = isFraud;
    this.#nodes = new StateCache({
      keyspace: RING_NODE,
      writer,
      merge: mergeStored,
      sizeOf,
      maxChars: MAX_CACHED_CHARS,
    });
  }

  /** True when the nodes from here up to the root are in memory. */
  isLoaded(account: string, id: SignupId, now: number): boolean {
    let at: SignupId | null = id;
    while (at !== null) {
      const text = textOf(account, at);
      if (this.#nodes.isStale(text, now)) return false;
      const node = this.#nodes.get(text);
      if (node === null && !this.#labels.has(text)) return false;
      at = parentOf(at, node);
    }
    return true;
  }

  /** Reads the nodes up to their roots, and the labels of sign-ups that nothing joined. */
  async load(account: string, ids: readonly SignupId[], now: number): Promise<void> {
    let next = ids;
    while (next.length > 0) {
      await this.#nodes.read(next.map((id) => stateKey(RING_NODE.key(account, id))), now);
      await Promise.all(next.map((id) => this.#loadLabel(account, id)));
      next = [...new Set(next.flatMap((id) => parentOf(id, this.#node(account, id)) ?? []))];
    }
  }

  /**
   * The ids of the rings that sign-ups now belong to, by the nodes that lead to them; null for a sign-up without one. Reads
   * the store, so that lists of old scores do not displace what is in memory.
   */
  async idsNow(
    account: string,
    nodes: readonly SignupId[],
    now: number,
  ): Promise<(node: SignupId) => string | null> {
    const known = new Map<SignupId, RingNode | null>();
    // Nodes are gone when their newest sign-up is older than that.
    let next = nodes;
    while (next.length > 0) {
      const ids = [...new Set(next)];
      const entries = await this.#engine.get(ids.map((id) => RING_NODE.key(account, id)));
      for (const [at, id] of ids.entries()) known.set(id, RING_NODE.read(entries[at]?.value));
      next = ids.flatMap((id) => parentOf(id, known.get(id) ?? null) ?? []).filter((id) => !known.has(id));
    }
    return (node) => {
      const root = rootOf(node, (id) => known.get(id) ?? null);
      return viewRing(root, known.get(root) ?? null, now)?.ring_id ?? null;
    };
  }

  /**
   * The root of what is in memory.
   * @param deep takes the nodes on the way whose parent is not the root
   */
  find(account: string, id: SignupId, deep?: Set<SignupId>): SignupId {
    const node = (id: SignupId) => this.#node(account, id);
    const root = rootOf(id, node);
    if (deep !== undefined) {
      for (let at = id; at !== root;) {
        const parent = parentOf(at, node(at))!;
        if (parent !== root) deep.add(at);
        at = parent;
      }
    }
    return root;
  }

  /** Null for a sign-up that nothing joined. */
  node(account: string, id: SignupId): RingNode | null {
    return this.#node(account, id);
  }

  /**
   * The root's node with the sign-up and the other roots, which then lead to it.
   * @param cells null: nothing is changed
   */
  join(account: string, joining: Joining, now: number, cells: CellUpdate[] | null): RingNode {
    const { root, roots, deep, id, via, repeats, groups } = joining;
    let node = mergeNodes(this.#nodeOf(account, root), joiningNode(id, via, repeats), now);
    for (const other of roots) {
      if (other === root) continue;
      const child = this.#nodeOf(account, other);
      const { p: _, ...parts } = child;
      node = mergeNodes(node, { ...parts, k: [...parts.k ?? [], other] }, now);
      if (cells !== null) cells.push(this.#put(account, other, { ...child, p: root }, now));
    }
    const joined = this.#nodeOf(account, root).n + 1;
    node = mergeGroups({ ...node, n: Math.max(joined, countMembersOf(node, now)) }, groups);
    if (cells === null) return node;
    // Paths stay short, however often rings are merged.
    for (const each of deep) {
      cells.push(this.#put(account, each, { ...this.#nodeOf(account, each), p: root }, now));
    }
    cells.push(this.#put(account, root, node, now));
    return node;
  }

  /** The part of a label's write that counts it. @param root of the ring */
  label(
    account: string,
    root: SignupId,
    { id, group }: { id: SignupId; group: SignupId },
    fraud: boolean,
    now: number,
  ): CellUpdate[] {
    const text = textOf(account, root);
    const current = this.#nodes.get(text);
    if (current === null) {
      this.#labels.set(text, fraud);
      return [];
    }
    this.#nodes.set(text, relabelMember(current, id, fraud, group), now);
    const change = (stored: RingNode | null) => relabelMember(stored ?? current, id, fraud, group);
    const key = RING_NODE.key(account, root);
    return [RING_NODE.update(key, { exact: true, expiresAt: now + RING_MS, change })];
  }

  /** A node, or what a sign-up that nothing joined stands for. */
  #nodeOf(account: string, id: SignupId): RingNode {
    const text = textOf(account, id);
    return this.#nodes.get(text) ?? ringNode([id], this.#labels.get(text) ? [id] : [], 0);
  }

  #put(account: string, id: SignupId, node: RingNode, now: number): CellUpdate {
    this.#nodes.set(textOf(account, id), node, now);
    const change = (current: RingNode | null) => mergeNodes(current, node, now);
    return RING_NODE.update(RING_NODE.key(account, id), {
      exact: false,
      merges: true,
      expiresAt: now + RING_MS,
      change,
    });
  }

  async #loadLabel(account: string, id: SignupId): Promise<void> {
    const text = textOf(account, id);
    if (this.#nodes.get(text) !== null || this.#labels.has(text)) return;
    const fraud = await this.#isFraud(account, requestIdOf(id));
    if (!this.#labels.has(text)) this.#labels.set(text, fraud);
  }

  #node(account: string, id: SignupId): RingNode | null {
    return this.#nodes.get(textOf(account, id));
  }
}

/** Null at a root. A parent is older than its node, so that every path ends. */
function parentOf(id: SignupId, node: RingNode | null): SignupId | null {
  return node?.p !== undefined && node.p < id ? node.p : null;
}

function rootOf(id: SignupId, nodeOf: (id: SignupId) => RingNode | null): SignupId {
  let root = id;
  for (let parent = parentOf(root, nodeOf(root)); parent !== null; parent = parentOf(root, nodeOf(root))) {
    root = parent;
  }
  return root;
}

function textOf(account: string, id: SignupId): string {
  return keyText(RING_NODE.key(account, id));
}

function mergeStored(_key: Key, cached: RingNode | null, value: Value | null, now: number): RingNode | null {
  const stored = RING_NODE.read(value);
  return stored === null ? cached : mergeNodes(cached, stored, now);
}

function sizeOf({ m, f, w = "", g = "" }: RingNode): number {
  return m.length + f.length + w.length + g.length;
}
