/** `GET /v1/rings`, `GET /v1/rings/{ring_id}`: the account's rings of sign-ups as they are now. */
import { AppError } from "../../model/error.ts";
import {
  MAX_RING_MEMBERS,
  requestIdOf,
  type RingLink,
  rootOfRingId,
  signupTime,
} from "../../model/linkage/ring.ts";
import { type Caller, type KeyMode, linksOwner } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { FoundRing } from "../../records/linkage/rings.ts";
import { modesOf, seenMode } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import { foundBody, type LabelledScore, withLabels } from "./found_score.ts";
import { type CountedValue, countValues, maskedValue } from "./seen_with.ts";
import type { RefKind } from "./value_ref.ts";

export const RING_ORDERS = ["size", "newest"] as const;
export type RingOrder = typeof RING_ORDERS[number];

/** Rings that are looked through for the largest or newest. */
export const MAX_RINGS = 20_000;
/** Links that are listed. */
const MAX_LINKS = 100;

/** What joins the members of a ring, as values of their scores. A pattern joins within a network. */
const LINK_KINDS: Readonly<Record<RingLink, RefKind>> = {
  device: "device",
  phone: "phone",
  email: "email",
  email_pattern: "network",
  referral: "network",
};

/** @throws AppError test_key_refused */
export async function listRings(
  { store, now }: Services,
  caller: Caller,
  { sort, limit, mode }: {
    readonly sort: RingOrder;
    readonly limit: number;
    /** Null: those that the caller's own key sees. */
    readonly mode: KeyMode | null;
  },
) {
  const owner = linksOwner(caller.account.id, seenMode(caller, mode));
  const rings: FoundRing[] = [];
  for await (const ring of store.rings.list(owner, now())) {
    rings.push(ring);
    if (rings.length === MAX_RINGS) break;
  }
  const bySize = (one: FoundRing, other: FoundRing) => other.ring.size - one.ring.size || byTime(one, other);
  const byTime = (one: FoundRing, other: FoundRing) => newestOf(other) < newestOf(one) ? -1 : 1;
  rings.sort(sort === "size" ? bySize : byTime);
  return { count: rings.length, rings: rings.slice(0, limit).map(ringBody) };
}

/** A ring as it is now, with the stored scores of its members. */
interface OpenRing {
  readonly found: FoundRing;
  /** The newest MAX_RING_MEMBERS, the newest first. */
  readonly members: readonly LabelledScore[];
  /** Values that members share, the most shared first. */
  readonly links: readonly CountedValue[];
}

/** @throws what `refuse` makes for a text that is not a ring's id; AppError not_found */
export async function openRing(
  services: Services,
  caller: Caller,
  id: string,
  refuse: (why: string) => Error,
): Promise<OpenRing> {
  const root = rootOfRingId(id);
  if (root === null) throw refuse("is not the id of a ring");
  const { store, now } = services;
  const account = caller.account.id;
  const owners = modesOf(caller).map((mode) => linksOwner(account, mode));
  const rings = await Promise.all(owners.map((owner) => store.rings.find(owner, root, now())));
  const found = rings.find((ring) => ring !== null);
  if (found === undefined) throw new AppError("not_found", "your account has no ring with this id");
  const ids = found.members.slice(-MAX_RING_MEMBERS).reverse().map(requestIdOf);
  const records = await store.scores.getMany(account, ids, now());
  const members = await withLabels(services, account, ids.flatMap((id) => records.get(id) ?? []));
  const kinds = found.ring.via.map((link) => LINK_KINDS[link]);
  const links = countValues(members).filter(({ kind, count }) => count > 1 && kinds.includes(kind));
  return { found, members, links: links.slice(0, MAX_LINKS) };
}

/** The body of the response; throws as `openRing`. */
export async function ringOf(services: Services, caller: Caller, id: string, refuse: (why: string) => Error) {
  const { found, members, links } = await openRing(services, caller, id, refuse);
  const ringId = found.ring.ring_id;
  return {
    ...ringBody(found),
    members: members.map((member) => foundBody(services, { ...member, ringId })),
    links: links.map((value) => ({
      ...maskedValue(services, caller.account.id, value),
      members: value.count,
    })),
  };
}

function ringBody(found: FoundRing) {
  return { ...found.ring, last_signup: timestamp(signupTime(newestOf(found))) };
}

function newestOf({ root, members }: FoundRing): string {
  return members.at(-1) ?? root;
}
