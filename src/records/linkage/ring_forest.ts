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
  viewRing,
  withPart,
} from "../../model/linkage/ring.ts";
import type { SignupId } from "../../model/linkage/ring_texts.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import { type Engine, type Key, keyText, type Value } from "../../db/engine.ts";
import { StateCache, stateKey, type StateReader } from "./state_cache.ts";
import { count, list, object, record } from "../define.ts";
import { labelEndings, signupIds } from "./signup_ids.ts";

/** The nodes of rings by their oldest member. */
export const RING_NODE = record({
  prefix: "ring",
  key: ["account", "root"],
  value: object<RingNode>({ m: signupIds, f: signupIds, v: count, n: count }, {
    p: signupIds,
    q: signupIds,
    y: signupIds,
    h: count,
    k: list(signupIds),
    r: signupIds,
    w: signupIds,
    g: signupIds,
    u: labelEndings,
  }),
  lifetimeMs: RING_MS,
  filtered: true,
  followed: "states",
});

const MAX_CACHED_CHARS = 16_000_000;
/** Labels of sign-ups that nothing joined so far. */
const MAX_LABELS = 20_000;
/** Of a label while others change. */
const MAX_READS = 3;

export interface RingForestOptions {
  readonly engine: Engine;
  readonly writer: StateReader;
  /** Whether the account labelled the score as fraud. */
  readonly isFraud: (account: string, requestId: string) => Promise<boolean>;
}

/** Where a sign-up belongs: the roots of the parts that it joins, and of the rings. */
interface Joining {
  readonly id: SignupId;
  /** Roots of parts that become one with it: the oldest is the part's; none where it joins a ring only. */
  readonly parts: ReadonlySet<SignupId>;
  /** Roots of the rings that become one, those of the parts included. */
  readonly rings: ReadonlySet<SignupId>;
  /** Nodes on the way whose parent is not the root, as `findPart` and `find` collect them. */
  readonly deep: Deep;
  /** Bits of RING_LINKS: by what it joins its part, and the ring. */
  readonly via: number;
  readonly viaRing: number;
  /** It repeats an earlier sign-up. */
  readonly repeats: boolean;
  /** Those that it shares something with that nobody can merely claim. */
  readonly groups: readonly SignupId[];
}

interface Deep {
  readonly inParts: Set<SignupId>;
  readonly inRings: Set<SignupId>;
}

/** The nodes of the ring and of the part in it that a sign-up joined. */
interface JoinedNodes {
  readonly ring: RingNode;
  readonly part: RingNode;
}

export class RingForest {
  readonly #engine: Engine;
  readonly #isFraud: RingForestOptions["isFraud"];
  readonly #nodes: StateCache<RingNode>;
  readonly #labels = lruOf<boolean>(MAX_LABELS);
  /** Counts what other processes labelled: what is being read meanwhile may be of before. */
  #relabelled = 0;

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
   * The root of the ring, of what is in memory.
   * @param deep takes roots of parts on the way that do not lead to it directly
   */
  find(account: string, id: SignupId, deep?: Set<SignupId>): SignupId {
    const node = (id: SignupId) => this.#node(account, id);
    const root = rootOf(id, node);
    if (deep !== undefined) {
      for (let at = id; at !== root;) {
        const [of, parent] = [node(at), parentOf(at, node(at))!];
        if (of?.p !== parent && parent !== root) deep.add(at);
        at = parent;
      }
    }
    return root;
  }

  /** The root of its part. @param deep takes the nodes on the way whose parent is not the root */
  findPart(account: string, id: SignupId, deep: Set<SignupId>): SignupId {
    const partOf = (id: SignupId) => olderThan(id, this.#node(account, id)?.p);
    const path: SignupId[] = [];
    let root = id;
    for (let parent = partOf(root); parent !== null; parent = partOf(root)) {
      path.push(root);
      root = parent;
    }
    for (const each of path.slice(0, -1)) deep.add(each);
    return root;
  }

  /** Whether `hasFraud` knows it, of what was read before. */
  isKnown(account: string, id: SignupId): boolean {
    const text = textOf(account, id);
    return this.#labels.has(text) || this.#nodes.get(text) !== null;
  }

  /** Whether the sign-up, or a member of its ring, is labelled fraud; of what is in memory. */
  hasFraud(account: string, id: SignupId): boolean {
    const root = this.find(account, id);
    return (this.#node(account, root)?.f ?? "") !== "" || this.#labels.get(textOf(account, root)) === true;
  }

  /** Null for a sign-up that nothing joined. */
  node(account: string, id: SignupId): RingNode | null {
    return this.#node(account, id);
  }

  /**
   * The part has the sign-up and the other parts, the ring the part and the other rings; their roots then lead to it.
   * @param cells null: nothing is changed
   */
  join(account: string, joining: Joining, now: number, cells: CellUpdate[] | null): JoinedNodes {
    const { id, parts, rings, deep, via, viaRing, repeats, groups } = joining;
    const partRoot = [...parts].sort()[0] ?? id;
    const root = [...rings].sort()[0]!;
    const own = joiningNode(id, via, repeats);
    const put = (id: SignupId, node: RingNode) => void cells?.push(this.#put(account, id, node, now));
    const isRoot = partRoot === root;
    let part = partRoot === id ? own : mergeNodes(this.#nodeOf(account, partRoot), own, now);
    let ring = isRoot ? part : withPart(this.#nodeOf(account, root), own, now);
    let joined = this.#nodeOf(account, root).n + 1;
    for (const other of parts) {
      if (other === partRoot) continue;
      const child = this.#nodeOf(account, other);
      // Labels of a part are kept by its ring's root.
      const merged = mergedNode(rings.has(other) ? child : { ...child, f: "", w: "" }, other);
      part = mergeNodes(part, merged, now);
      if (isRoot) ring = mergeNodes(ring, merged, now);
      put(other, { ...child, p: partRoot });
    }
    for (const other of rings) {
      if (other === root) continue;
      const child = this.#nodeOf(account, other);
      joined += child.n;
      if (!isRoot || !parts.has(other)) ring = withPart(ring, mergedNode(child, other), now);
      if (!parts.has(other)) put(other, { ...child, q: root });
    }
    ring = mergeGroups({ ...ring, v: ring.v | via | viaRing }, groups);
    ring = { ...ring, n: Math.max(joined, countMembersOf(ring, now)) };
    // Paths stay short, however often rings are merged.
    for (const each of deep.inParts) put(each, { ...this.#nodeOf(account, each), p: partRoot });
    for (const each of deep.inRings) {
      if (each !== root && !parts.has(each)) put(each, { ...this.#nodeOf(account, each), q: root });
    }
    if (!isRoot) put(partRoot, { ...part, q: root });
    put(root, ring);
    return { ring, part: isRoot ? ring : part };
  }

  /** The part of a score's write that notes it in the ring; null where that changes nothing. @param root of the ring */
  scored(account: string, root: SignupId, score: number, now: number): CellUpdate | null {
    const node = this.#node(account, root);
    if (node === null || (node.h ?? -1) >= score) return null;
    return this.#put(account, root, { ...node, h: score }, now);
  }

  /** The part of a label's write that counts it; when that fails, `unlabel` is to be called. @param root of the ring */
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
    const relabelled = (node: RingNode) => relabelMember(node, id, fraud, { group, at: now });
    this.#nodes.set(text, relabelled(current), now);
    const change = (stored: RingNode | null) => relabelled(stored ?? current);
    const key = RING_NODE.key(account, root);
    return [RING_NODE.update(key, { exact: true, expiresAt: now + RING_MS, change })];
  }

  /** What `label` did in memory is undone, also where it was written again meanwhile: the newest change of a label decides. */
  unlabel(
    account: string,
    root: SignupId,
    { id, group }: { id: SignupId; group: SignupId },
    fraud: boolean,
    now: number,
  ): void {
    const text = textOf(account, root);
    const current = this.#nodes.get(text);
    if (current === null) this.#labels.set(text, !fraud);
    else this.#nodes.set(text, relabelMember(current, id, !fraud, { group, at: now }), now);
  }

  /** Another process labelled a sign-up of the owner's, which nothing may have joined. @param id null: any may be another */
  relabelled(owner: string, id: SignupId | null): void {
    this.#relabelled++;
    if (id === null) this.#labels.clear();
    else this.#labels.delete(textOf(owner, id));
  }

  /** As `Rings.forget`. */
  forget(owner: string): void {
    this.#nodes.forget(owner);
    this.#labels.clear();
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
    for (let read = 1; read <= MAX_READS; read++) {
      const before = this.#relabelled;
      const fraud = await this.#isFraud(account, requestIdOf(id));
      if (this.#labels.has(text)) return;
      if (before !== this.#relabelled && read < MAX_READS) continue;
      this.#labels.set(text, fraud);
      return;
    }
  }

  #node(account: string, id: SignupId): RingNode | null {
    return this.#nodes.get(textOf(account, id));
  }
}

/** As it is merged into another node, which then has its id. */
function mergedNode({ p: _, q: __, ...node }: RingNode, id: SignupId): RingNode {
  return { ...node, k: [...node.k ?? [], id] };
}

/** Null at a root. A parent is older than its node, so that every path ends. */
function parentOf(id: SignupId, node: RingNode | null): SignupId | null {
  return olderThan(id, node?.p) ?? olderThan(id, node?.q);
}

function olderThan(id: SignupId, parent: SignupId | undefined): SignupId | null {
  return parent !== undefined && parent < id ? parent : null;
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

function sizeOf({ m, f, w = "", g = "", u = "" }: RingNode): number {
  return m.length + f.length + w.length + g.length + u.length;
}
