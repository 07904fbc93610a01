/** `GET /v1/rings/{ring_id}`: a ring of sign-ups as it is now. */
import { AppError } from "../../model/error.ts";
import { requestIdOf, type RingLink, rootOfRingId } from "../../model/linkage/ring.ts";
import { MAX_RING_MEMBERS } from "../../model/linkage/ring_texts.ts";
import { type Caller, linksOwner } from "../../model/records.ts";
import type { FoundRing } from "../../records/linkage/found_ring.ts";
import { modesOf } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import { notJoined } from "./not_joined.ts";
import { newestOf, ringBody, riskOf } from "./ring_lists.ts";
import { foundBody, type LabelledScore, withLabels } from "./found_score.ts";
import {
  type CountedValue,
  countValues,
  maskedValue,
  type ValuesIn,
  valuesOf,
  valuesWithDomain,
} from "./seen_with.ts";
import type { RefKind } from "./value_ref.ts";

/** Links that are listed. */
const MAX_LINKS = 100;

/** What joins the members of a ring, as values of their scores. A pattern joins within a network. */
const LINK_KINDS: Readonly<Record<RingLink, RefKind>> = {
  device: "device",
  phone: "phone",
  email: "email",
  email_pattern: "network",
  referral: "network",
  email_domain: "domain",
};

/** A ring as it is now, with the stored scores of its members. */
interface OpenRing {
  readonly found: FoundRing;
  /** The newest MAX_RING_MEMBERS, the newest first. */
  readonly members: readonly LabelledScore[];
  /** Values that members share, the most shared first. */
  readonly links: readonly CountedValue[];
  /** See `notJoined`. */
  readonly notJoined: readonly string[];
  readonly risk: number;
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
  const links = countValues(members, ringValues(found.ring.via)).filter(({ kind, count }) =>
    count > 1 && kinds.includes(kind)
  );
  return {
    found,
    members,
    links: links.slice(0, MAX_LINKS),
    notJoined: notJoined(members.map(({ record }) => record), found.ring.via),
    risk: riskOf(found),
  };
}

/** What members of a ring can share, by what joins them. */
export function ringValues(via: readonly RingLink[]): ValuesIn {
  return via.includes("email_domain") ? valuesWithDomain : ({ components }) => valuesOf(components);
}

/** No score is found by the domain of an e-mail address: it has no reference. */
export function linkedValue(services: Services, account: string, value: CountedValue) {
  const shown = maskedValue(services, account, value);
  return value.kind === "domain" ? { ...shown, ref: null } : shown;
}

/** The body of the response; throws as `openRing`. */
export async function ringOf(services: Services, caller: Caller, id: string, refuse: (why: string) => Error) {
  const { found, members, links, risk, notJoined: sentences } = await openRing(
    services,
    caller,
    id,
    refuse,
  );
  const ringId = found.ring.ring_id;
  return {
    ...ringBody(found, { newest: newestOf(found), risk, sentences }),
    members: members.map((member) => foundBody(services, { ...member, ringId })),
    links: links.map((value) => ({
      ...linkedValue(services, caller.account.id, value),
      members: value.count,
    })),
  };
}
