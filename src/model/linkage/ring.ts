/**
 * Rings: sign-ups of an account that are joined by what they share. Each shared value names the sign-up that had it first
 * (its anchor); an anchor that others joined is a node of a union-find forest, and the oldest anchor of a ring is its root.
 * So the ring's id is that of its oldest member, and the ids of rings that were merged into it lead to it. All states are
 * merged by union, minimum or maximum, in any order and any number of times, so that processes may write them concurrently.
 *
 * What anybody can have without knowing the others (a domain, a code, a shape of names) shows that sign-ups may belong
 * together, and proves nothing: it joins *parts* of a ring, and only the members of its own part count in a score.
 */
import { DAY_MS } from "../duration.ts";
import {
  endedIn,
  endingsOf,
  ID_CHARS,
  idsOf,
  MAX_RING_MEMBERS,
  PAIR_CHARS,
  pairsOf,
  type SignupId,
  unionOf,
  withEnding,
} from "./ring_texts.ts";
import { addUser, COMMON_DEVICE_MS, type DeviceUser, type DeviceUsers, mergeUsers } from "./common_device.ts";

/**
 * What can join two sign-ups, in the order of `via`: stored as bits, so only added to. A pattern joins within one network
 * (`joinsByPattern`), or at a private domain; a referral within one network that few people share (`joinsByReferral`). A
 * referral anywhere, and a domain, join parts, and only in company (`company.ts`).
 */
export const RING_LINKS = ["device", "phone", "email", "email_pattern", "referral", "email_domain"] as const;
export type RingLink = typeof RING_LINKS[number];

/** The form of the API. */
export interface Ring {
  readonly ring_id: string;
  /** Sign-ups, this one included. */
  readonly size: number;
  readonly labelled_fraud: number;
  /** RFC 3339: when its oldest member signed up. */
  readonly since: string;
  readonly via: readonly RingLink[];
}

/** Sign-ups are joined for this long. */
const RING_DAYS = 30;
export const RING_MS = RING_DAYS * DAY_MS;
/** Anchors of one value; more than one only when processes met it at the same moment. */
const MAX_ANCHORS = 4;
/** Rings merged into one whose ids it lists, by which its members are found: each had a member of its own. */
const MAX_MERGED = MAX_RING_MEMBERS;

/** Of the texts of a node: the store takes 64 kB, of which some are for the rest. */
const MAX_NODE_CHARS = 58_000;

/** Merged groups of a ring that are remembered, the newest: 8 kB. */
const MAX_GROUPS = 128;

/** What is stored of a shared value. */
export interface RingKey {
  /** Anchors, oldest first. */
  readonly a: readonly SignupId[];
  /** When it was last seen, ms. */
  readonly t: number;
  /** Short hash of the e-mail address it was last seen with; "" without one. */
  readonly e: string;
  /** When it was last seen with another address than `e`; 0 when never. */
  readonly o: number;
  /** Sign-ups with it, roughly when several processes count. */
  readonly n: number;
  /** As `a`, by what nobody can merely claim; absent: the same for a device or pattern, and none for an e-mail or phone. */
  readonly w?: readonly SignupId[];
  /** Of a device id: who came with it. It is kept for COMMON_DEVICE_MS, the rest for RING_MS. */
  readonly d?: DeviceUsers;
}

/** A node of the forest: an anchor that other sign-ups joined. */
export interface RingNode {
  /** The older node that it was merged into. */
  readonly p?: SignupId;
  /** An older node of the ring of which it is the root of a part. */
  readonly q?: SignupId;
  /** Ids of the members, sorted, without separators. */
  readonly m: string;
  /** Of the members those of its own part, in the same way; absent: all. */
  readonly y?: string;
  /** Ids of the members labelled fraud, in the same way. */
  readonly f: string;
  /** Ids of the members that repeat an earlier sign-up with the very same address, in the same way. */
  readonly r?: string;
  /** Bits of RING_LINKS. */
  readonly v: number;
  /** Members that ever joined, when that is more than `m` holds. */
  readonly n: number;
  /** The highest risk score of those that joined; absent: unknown. */
  readonly h?: number;
  /** Nodes that were merged into this one. */
  readonly k?: readonly SignupId[];
  /** Of each id in `f` (those from before 2026-11-23 lack it) the id and that of its group, without separators. */
  readonly w?: string;
  /** Groups that turned out to be one: the newer's id and the older's, in the same way. */
  readonly g?: string;
  /** Members whose label was taken back or given again since, and how it was last: see `Ending`. Nodes of before 2026-11-29 have none. */
  readonly u?: string;
}

export function ringIdOf(root: SignupId): string {
  return `ring_${root}`;
}

const RING_ID = /^ring_([0-9a-f]{32})$/;

/** Null for a text that is not a ring's id. */
export function rootOfRingId(text: string): SignupId | null {
  return RING_ID.exec(text)?.[1] ?? null;
}

/** The request id's hex digits. */
export function signupId(requestId: string): SignupId {
  return requestId.slice(4).replaceAll("-", "");
}

/** An id of that time, before all others of it. */
export function idAt(now: number): SignupId {
  return now.toString(16).padStart(12, "0").padEnd(ID_CHARS, "0");
}

/** The request id of a member. */
export function requestIdOf(id: SignupId): string {
  const parts = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)];
  return `req_${parts.join("-")}`;
}

/** Milliseconds since the epoch. */
export function signupTime(id: SignupId): number {
  return parseInt(id.slice(0, 12), 16);
}

export function isLive(key: RingKey | null, now: number): key is RingKey {
  return key !== null && key.t > now - RING_MS;
}

/** When the value was last seen with another e-mail address; 0 when never. A sign-up without one differs from all. */
export function lastSeenWithOther(key: RingKey, email: string): number {
  return email === "" || key.e !== email ? key.t : key.o;
}

interface Touch {
  /** The sign-up itself, or the root of the ring that it joined. */
  readonly anchor: SignupId;
  /** That of its group, where the value shows that it belongs there; null: anybody could have given the value. */
  readonly group: SignupId | null;
  readonly email: string;
  readonly at: number;
  /** Of a device id. */
  readonly user?: DeviceUser;
}

/** Who came with a device id. */
export function usersOf(key: RingKey | null, now: number): DeviceUsers | undefined {
  return key !== null && key.t > now - COMMON_DEVICE_MS ? key.d : undefined;
}

/** The value after one more sign-up. */
export function touchKey(key: RingKey | null, { anchor, group, email, at, user }: Touch): RingKey {
  const w = {
    ...(group === null ? {} : { w: [group] }),
    ...(user === undefined ? {} : { d: addUser(usersOf(key, at), user, at) }),
  };
  if (!isLive(key, at)) return { a: [anchor], t: at, e: email, o: 0, n: 1, ...w };
  const { a, t, n } = key;
  const before = key.w === undefined ? {} : { w: key.w };
  return { a, t: Math.max(t, at), e: email, o: lastSeenWithOther(key, email), n: n + 1, ...before, ...w };
}

export function mergeKeys(one: RingKey | null, other: RingKey): RingKey {
  if (one === null || one === other) return other;
  const [older, newer] = one.t <= other.t ? [one, other] : [other, one];
  const d = newer.d === undefined ? older.d : mergeUsers(older.d, newer.d, newer.t);
  const users = d === undefined || older.t <= newer.t - COMMON_DEVICE_MS ? {} : { d };
  if (older.t <= newer.t - RING_MS) return { ...newer, ...users };
  const a = older.a[0] === newer.a[0] && older.a.length === newer.a.length
    ? newer.a
    : [...new Set([...older.a, ...newer.a])].sort().slice(0, MAX_ANCHORS);
  const o = older.e === newer.e ? Math.max(older.o, newer.o) : Math.max(older.t, newer.o);
  const w = [...new Set([...one.w ?? [], ...other.w ?? []])].sort().slice(0, MAX_ANCHORS);
  return { ...newer, a, o, n: Math.max(one.n, other.n), ...(w.length === 0 ? {} : { w }), ...users };
}

export function ringNode(members: readonly SignupId[], fraud: readonly SignupId[], link: number): RingNode {
  const f = fraud.toSorted();
  const w = f.length === 0 ? {} : { w: f.map((id) => id + id).join("") };
  return { m: members.toSorted().join(""), f: f.join(""), v: link, n: members.length, ...w };
}

/** The node of a sign-up that joins. @param repeats an earlier one, with the very same address */
export function joiningNode(id: SignupId, link: number, repeats: boolean): RingNode {
  const node = ringNode([id], [], link);
  return repeats ? { ...node, r: id } : node;
}

/** The node with the members, labels and links of both; the older parent stays. */
export function mergeNodes(one: RingNode | null, other: RingNode, now: number): RingNode {
  if (one === null || one === other) return other;
  // Those that left the window are counted.
  const m = unionOf(one.m, other.m);
  const [p, q] = [older(one.p, other.p), older(one.q, other.q)];
  const merged = [...new Set([...one.k ?? [], ...other.k ?? []])].sort().slice(-MAX_MERGED);
  const r = alive(unionOf(one.r ?? "", other.r ?? ""), now);
  const h = Math.max(one.h ?? -1, other.h ?? -1);
  const w = pairsOf(one.w, other.w).filter((pair) => signupTime(pair) > now - RING_MS).join("");
  const g = pairsOf(one.g, other.g).slice(-MAX_GROUPS).join("");
  const y = one.y === undefined && other.y === undefined ? m : unionOf(one.y ?? one.m, other.y ?? other.m);
  const u = endingsOf(one.u, other.u).filter((ending) => signupTime(ending) > now - RING_MS).join("");
  return withoutEnded(fitting({
    ...(p === undefined ? {} : { p }),
    ...(q === undefined ? {} : { q }),
    m,
    ...(y === m ? {} : { y }),
    f: alive(unionOf(one.f, other.f), now),
    ...(r === "" ? {} : { r }),
    ...(w === "" ? {} : { w }),
    ...(g === "" ? {} : { g }),
    v: one.v | other.v,
    n: Math.max(one.n, other.n, m.length / ID_CHARS),
    ...(h < 0 ? {} : { h }),
    ...(merged.length === 0 ? {} : { k: merged }),
    ...(u === "" ? {} : { u }),
  }));
}

/** The node of a ring with another part of it, or ring that is merged into it. */
export function withPart(node: RingNode, part: RingNode, now: number): RingNode {
  const merged = mergeNodes(node, part, now);
  const { y: ___, ...all } = merged;
  const own = node.y ?? node.m;
  return own === merged.m ? all : { ...all, y: own };
}

/**
 * Marks a member as labelled fraud, or not. A union keeps what one of the two has, so a label that is taken back is noted, and
 * so is one that is given again after that; the newest of a member decides.
 * @param group of the member
 */
export function relabelMember(
  node: RingNode,
  id: SignupId,
  fraud: boolean,
  { group, at }: { readonly group: SignupId; readonly at: number },
): RingNode {
  const ids = new Set(idsOf(node.f));
  const had = ids.has(id);
  if (fraud) ids.add(id);
  else ids.delete(id);
  const others = pairsOf(node.w).filter((pair) => !pair.startsWith(id));
  const w = (fraud ? [...others, id + group].sort() : others).join("");
  const u = withEnding(node.u, id, { had, fraud, at });
  return fitting({ ...node, f: [...ids].sort().join(""), w, ...(u === undefined ? {} : { u }) });
}

/** Without the labels that were taken back. */
function withoutEnded(node: RingNode): RingNode {
  if (node.u === undefined) return node;
  const ended = endedIn(node.u);
  if (ended.size === 0) return node;
  const { w: _, ...rest } = node;
  const w = pairsOf(node.w).filter((pair) => !ended.has(pair.slice(0, ID_CHARS))).join("");
  const f = idsOf(node.f).filter((id) => !ended.has(id)).join("");
  return { ...rest, f, ...(w === "" ? {} : { w }) };
}

/** Without the oldest labels of a ring that has more than one value can hold: each with its group, which tells whom it is passed on to. */
function fitting(node: RingNode): RingNode {
  const { m, f, r = "", w = "", g = "", y = "", u = "", k = [] } = node;
  const texts = m.length + f.length + r.length + w.length + g.length + y.length + u.length;
  const over = texts + k.length * (ID_CHARS + 4) - MAX_NODE_CHARS;
  if (over <= 0) return node;
  const kept = idsOf(f).slice(Math.ceil(over / (ID_CHARS + PAIR_CHARS)));
  const known = new Set(kept);
  const pairs = pairsOf(w).filter((pair) => known.has(pair.slice(0, ID_CHARS)));
  return { ...node, f: kept.join(""), w: pairs.join("") };
}

/**
 * Groups are the parts of a ring that are joined by what nobody can merely claim to be theirs: a device, a network, a
 * verified address. The oldest of the groups that these ids belong to now.
 */
export function groupOf(node: RingNode | null, ids: Iterable<SignupId>): SignupId {
  const older = new Map(pairsOf(node?.g).map((pair) => [pair.slice(0, ID_CHARS), pair.slice(ID_CHARS)]));
  return [...ids].map((id) => {
    let group = id;
    for (let next = older.get(group); next !== undefined; next = older.get(group)) group = next;
    return group;
  }).sort()[0]!;
}

/** The groups of these ids are one from now on. */
export function mergeGroups(node: RingNode, ids: readonly SignupId[]): RingNode {
  if (ids.length < 2) return node;
  const oldest = groupOf(node, ids);
  const newer = ids.map((id) => groupOf(node, [id])).filter((group) => group !== oldest);
  if (newer.length === 0) return node;
  const g = [...new Set([...pairsOf(node.g), ...newer.map((group) => group + oldest)])].sort();
  return { ...node, g: g.slice(-MAX_GROUPS).join("") };
}

/** How many members of the group are labelled fraud. */
export function countFraudOf(node: RingNode, group: SignupId, now: number): number {
  const fraud = idsOf(alive(node.f, now));
  if (fraud.length === 0) return 0;
  const groups = new Map(pairsOf(node.w).map((pair) => [pair.slice(0, ID_CHARS), pair.slice(ID_CHARS)]));
  return fraud.filter((id) => {
    const of = groups.get(id);
    return of === undefined || groupOf(node, [of]) === group;
  }).length;
}

/** The members that signed up in the last RING_DAYS, oldest first. */
export function membersOf(node: RingNode, now: number): SignupId[] {
  return idsOf(alive(node.m, now));
}

export function countMembersOf(node: RingNode, now: number): number {
  return alive(node.m, now).length / ID_CHARS;
}

/** Members that signed up earlier than that: they are no longer linked. 0 where a ring is so large that it cannot be told. */
export function countLeftOf(node: RingNode, now: number): number {
  const members = countMembersOf(node, now);
  return members >= MAX_RING_MEMBERS ? 0 : Math.max(0, node.n - members);
}

/** Members of a part without those that repeat an earlier sign-up: somebody who tries again is not another member. */
export function countPeople(node: RingNode, now: number): number {
  const repeats = alive(node.r ?? "", now);
  if (node.y === undefined) return sizeOf(node, now) - repeats.length / ID_CHARS;
  const people = alive(node.y, now);
  return people.length / ID_CHARS - countCommon(people, repeats);
}

/** How many ids are in both, which are sorted. */
function countCommon(one: string, other: string): number {
  let [at, otherAt, common] = [0, 0, 0];
  while (at < one.length && otherAt < other.length) {
    const [id, otherId] = [one.slice(at, at + ID_CHARS), other.slice(otherAt, otherAt + ID_CHARS)];
    if (id === otherId) common++;
    if (id <= otherId) at += ID_CHARS;
    if (otherId <= id) otherAt += ID_CHARS;
  }
  return common;
}

function sizeOf(node: RingNode, now: number): number {
  const members = countMembersOf(node, now);
  return members >= MAX_RING_MEMBERS ? Math.max(members, node.n) : members;
}

/** Null for a ring of one. */
export function viewRing(root: SignupId, node: RingNode | null, now: number): Ring | null {
  if (node === null) return null;
  const size = sizeOf(node, now);
  if (size < 2) return null;
  return {
    ring_id: ringIdOf(root),
    size,
    labelled_fraud: alive(node.f, now).length / ID_CHARS,
    since: new Date(signupTime(root)).toISOString(),
    via: RING_LINKS.filter((_, bit) => (node.v & (1 << bit)) !== 0),
  };
}

function older(one: SignupId | undefined, other: SignupId | undefined): SignupId | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}

/** Without those that signed up more than RING_DAYS ago, which are the first ones. */
function alive(text: string, now: number): string {
  let from = 0;
  while (from < text.length && signupTime(text.slice(from, from + 12)) <= now - RING_MS) from += ID_CHARS;
  return from === 0 ? text : text.slice(from);
}
