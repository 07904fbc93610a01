/**
 * Erases a person from what links the sign-ups of an account: values that were seen together, rings, and who has a device. Values
 * that others have too stay, without what they hold of the person.
 */
import type { CellUpdate } from "../../db/commit/cell.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine, Key } from "../../db/engine.ts";
import { Turn } from "../../concurrency/turn.ts";
import { DAY_MS } from "../../model/duration.ts";
import { COMMON_DEVICE_MS } from "../../model/linkage/common_device.ts";
import { MEMBER_DAYS, withoutMember } from "../../model/linkage/linkage.ts";
import { RING_LINKS, RING_MS, signupId } from "../../model/linkage/ring.ts";
import type { SignupId } from "../../model/linkage/ring_texts.ts";
import { keyWithout, nodeWithout } from "../../model/linkage/without.ts";
import { LINKAGE } from "../linkage/counters.ts";
import { PLACE } from "../linkage/places.ts";
import { RING_NODE } from "../linkage/ring_forest.ts";
import { RING_KEY } from "../linkage/ring_keys.ts";

/** Values as hashes. */
export interface ErasedLinks {
  /** As `linksOwner` names it. */
  readonly owner: string;
  /** Request ids. */
  readonly ids: readonly string[];
  /** Nodes that lead to their rings. */
  readonly nodes: readonly SignupId[];
  /** Values that nobody else has. */
  readonly own: Readonly<Record<"email" | "phone" | "device", readonly string[]>>;
  /** Devices that others have too. */
  readonly shared: readonly string[];
}

interface LinkErasureParts {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly now: () => number;
}

/** Characters of a hash in keys. */
const KEY_CHARS = 16;
/** Of an address's hash in `RingKey.e`. */
const EMAIL_CHARS = 8;
const KEYS_PER_PAGE = 400;
const CELLS_PER_WRITE = 40;
const KEYS_PER_DELETE = 100;

export async function eraseLinks(parts: LinkErasureParts, links: ErasedLinks): Promise<void> {
  await eraseOwn(parts, links);
  const now = parts.now();
  const { owner, own, shared } = links;
  const ids = new Set(links.ids.map(signupId));
  const cells: CellUpdate[] = [];
  for (const device of shared) {
    cells.push(LINKAGE.update(LINKAGE.key(owner, "device_email_count", device), {
      exact: true,
      expiresAt: now + MEMBER_DAYS * DAY_MS,
      change: (set) => typeof set === "string" ? own.email.reduce(withoutMember, set) || null : set,
    }));
    for (const key of await keysBelow(parts.engine, owner, "device", device)) {
      cells.push(RING_KEY.update(key, {
        exact: true,
        expiresAt: now + COMMON_DEVICE_MS,
        change: (value) => value === null ? null : keyWithout(value, ids, own.email),
      }));
    }
  }
  for (const node of await pathOf(parts.engine, owner, [...links.nodes, ...ids])) {
    cells.push(RING_NODE.update(RING_NODE.key(owner, node), {
      exact: true,
      expiresAt: now + RING_MS,
      change: (value) => value === null ? null : nodeWithout(value, ids),
    }));
  }
  for (let from = 0; from < cells.length; from += CELLS_PER_WRITE) {
    const page = cells.slice(from, from + CELLS_PER_WRITE);
    // Another process may have put back what it had written, which is not announced: they are read again.
    for (const { key } of page) parts.writer.forget(key);
    await parts.writer.write({ cells: page });
  }
}

/**
 * Shapes of addresses and referral codes that only the person's addresses were seen with: they would lead whoever comes with the
 * same into the ring again. All of the account's are looked through.
 * @param emails hashes of addresses that nobody else has
 */
export async function eraseShapes(
  { engine, writer }: LinkErasureParts,
  owner: string,
  emails: ReadonlySet<string>,
): Promise<void> {
  const short = new Set(Array.from(emails, (email) => email.slice(0, EMAIL_CHARS)));
  const first = String(RING_LINKS.indexOf("email_pattern"));
  const turn = new Turn();
  for (let start = RING_KEY.key(owner, first);;) {
    const page = await Array.fromAsync(engine.scan(RING_KEY.below(owner), { start, limit: KEYS_PER_PAGE }));
    const over = page.filter(({ value }) => {
      const { e, o } = RING_KEY.read(value);
      return o === 0 && short.has(e);
    });
    if (over.length > 0) await writer.write({ delete: over.map(({ key }) => key) });
    for (const { key } of over) writer.forget(key);
    if (page.length < KEYS_PER_PAGE) return;
    start = RING_KEY.key(owner, `${page.at(-1)!.key[2]!}!`);
    if (turn.isOver) await turn.next();
  }
}

/** What is kept by values that nobody else has. */
async function eraseOwn({ engine, writer }: LinkErasureParts, { owner, own }: ErasedLinks): Promise<void> {
  const keys: Key[] = [];
  for (const kind of ["email", "phone", "device"] as const) {
    for (const hash of own[kind]) keys.push(...await keysBelow(engine, owner, kind, hash));
  }
  for (const email of own.email) {
    keys.push(LINKAGE.key(owner, "email_device_count", email), LINKAGE.key(owner, "email_ip_count", email));
  }
  for (const device of own.device) {
    keys.push(
      LINKAGE.key(owner, "device_email_count", device),
      PLACE.key(owner, `d${device.slice(0, KEY_CHARS)}`),
    );
  }
  for (let from = 0; from < keys.length; from += KEYS_PER_DELETE) {
    const page = keys.slice(from, from + KEYS_PER_DELETE);
    await writer.write({ delete: page });
    page.forEach((key) => writer.forget(key));
  }
}

/** The keys of a value: anywhere, and within networks. */
async function keysBelow(
  engine: Engine,
  owner: string,
  kind: "email" | "phone" | "device",
  hash: string,
): Promise<Key[]> {
  const value = `${RING_LINKS.indexOf(kind)}${hash.slice(0, KEY_CHARS)}`;
  const bounds = { start: RING_KEY.key(owner, value), end: RING_KEY.key(owner, `${value}\x7f`) };
  return await Array.fromAsync(engine.scan(RING_KEY.below(owner), bounds), ({ key }) => key);
}

/** The nodes from these up to their roots. */
async function pathOf(engine: Engine, owner: string, from: readonly SignupId[]): Promise<SignupId[]> {
  const found = new Set<SignupId>();
  for (let next = [...new Set(from)]; next.length > 0;) {
    const entries = await engine.get(next.map((id) => RING_NODE.key(owner, id)));
    const above: SignupId[] = [];
    for (const [at, id] of next.entries()) {
      const node = RING_NODE.read(entries[at]?.value);
      if (node === null || found.has(id)) continue;
      found.add(id);
      for (const parent of [node.p, node.q, ...node.k ?? []]) if (parent !== undefined) above.push(parent);
    }
    next = [...new Set(above)].filter((id) => !found.has(id));
  }
  return [...found];
}
