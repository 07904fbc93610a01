/** `GET /v1/rings`: the account's rings in an order, each with what a person looks for first. */
import { requestIdOf, signupTime } from "../../model/linkage/ring.ts";
import { type Caller, type KeyMode, linksOwner } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { FoundRing } from "../../records/linkage/found_ring.ts";
import { ringRisk } from "../../scoring/linkage.ts";
import { seenMode } from "../access/seen_mode.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { notJoined } from "./not_joined.ts";

export const RING_ORDERS = ["size", "newest", "risk"] as const;
export type RingOrder = typeof RING_ORDERS[number];

/** Rings that are looked through for the first ones of an order. */
export const MAX_RINGS = 20_000;
/** Members of each listed ring that are asked what they share, the newest. */
const ASKED_MEMBERS = 6;
/** Listed rings whose members are read at once. */
const READ_RINGS = 50;

/** Of a ring, what its place in an order needs. */
interface Listed {
  readonly found: Omit<FoundRing, "members" | "fraudOf" | "merged">;
  readonly newest: string;
  readonly risk: number;
  readonly asked: readonly string[];
}

/** @throws AppError test_key_refused */
export async function listRings(
  services: Services,
  caller: Caller,
  { sort, limit, mode }: {
    readonly sort: RingOrder;
    readonly limit: number;
    /** Null: those that the caller's own key sees. */
    readonly mode: KeyMode | null;
  },
) {
  const { store, now } = services;
  const owner = linksOwner(caller.account.id, seenMode(caller, mode));
  const rings: Listed[] = [];
  const slice = new TimeSlice();
  for await (const ring of store.rings.list(owner, now(), { newestFirst: sort === "newest" })) {
    rings.push(listed(ring));
    if (rings.length === MAX_RINGS) break;
    if (slice.isOver) await slice.next();
  }
  addWork(services, caller, WORK.listedRing * rings.length);
  rings.sort(ORDERS[sort]);
  return { count: rings.length, rings: await bodiesOf(services, caller, rings.slice(0, limit)) };
}

const byTime = (one: Listed, other: Listed) => other.newest < one.newest ? -1 : 1;
const bySize = (one: Listed, other: Listed) => other.found.ring.size - one.found.ring.size;
const byFraud = (one: Listed, other: Listed) =>
  other.found.ring.labelled_fraud - one.found.ring.labelled_fraud;

const ORDERS: Readonly<Record<RingOrder, (one: Listed, other: Listed) => number>> = {
  size: (one, other) => bySize(one, other) || byTime(one, other),
  newest: byTime,
  risk: (one, other) =>
    other.risk - one.risk || byFraud(one, other) || bySize(one, other) || byTime(one, other),
};

function listed(found: FoundRing): Listed {
  const { root, ring, left, highestScore, people } = found;
  return {
    found: { root, ring, left, highestScore, people },
    newest: newestOf(found),
    risk: riskOf(found),
    asked: found.members.slice(-ASKED_MEMBERS).map(requestIdOf),
  };
}

async function bodiesOf(services: Services, caller: Caller, rings: readonly Listed[]) {
  const { store, now } = services;
  const bodies: ListedRing[] = [];
  for (let from = 0; from < rings.length; from += READ_RINGS) {
    const some = rings.slice(from, from + READ_RINGS);
    const ids = some.flatMap(({ asked }) => asked);
    const records = await store.scores.getMany(caller.account.id, ids, now());
    addWork(services, caller, WORK.searchedScore * records.size);
    for (const { found, newest, risk, asked } of some) {
      const members = asked.flatMap((id) => records.get(id) ?? []);
      bodies.push(ringBody(found, { newest, risk, sentences: notJoined(members, found.ring.via) }));
    }
  }
  return bodies;
}

export function ringBody(
  { ring, left }: Pick<FoundRing, "ring" | "left">,
  { newest, risk, sentences }: {
    readonly newest: string;
    readonly risk: number;
    /** See `notJoined`. */
    readonly sentences: readonly string[];
  },
) {
  return {
    ...ring,
    risk,
    not_joined: sentences,
    left_window: left,
    last_signup: timestamp(signupTime(newest)),
  };
}

/** The form of the API in a list. */
export type ListedRing = ReturnType<typeof ringBody>;

export function newestOf({ root, members }: Pick<FoundRing, "root" | "members">): string {
  return members.at(-1) ?? root;
}

export function riskOf({ ring, people, highestScore }: FoundRing): number {
  return ringRisk(ring, people, highestScore);
}
