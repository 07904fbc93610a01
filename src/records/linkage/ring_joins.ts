/** Which of the values that sign-ups share join them. */
import {
  crowdOf,
  isOrganisation,
  joinsByCommonDevice,
  joinsByPattern,
  joinsByReferral,
} from "../../model/linkage/place.ts";
import type { DeviceView } from "../../model/linkage/common_device.ts";
import type { RingKey, RingLink } from "../../model/linkage/ring.ts";
import type { SignupId } from "../../model/linkage/ring_texts.ts";
import type { PlacesView } from "./places.ts";
import type { RingValues, SharedKey } from "./ring_keys.ts";

interface Shared {
  readonly values: RingValues;
  readonly places: PlacesView;
  /** Of the value that is shared. */
  readonly state: RingKey;
  readonly within: SharedKey["within"];
  readonly isSharedDevice: boolean;
  readonly now: number;
}

/** Whether what a sign-up shares with an earlier one joins them. */
export function joins(
  link: RingLink,
  { values, places, state, within, isSharedDevice, now }: Shared,
): boolean {
  const { isExit, isCommonDevice, isDoubtedDomain } = values;
  const shared = { network: places.subnet, same: state.n, sinceMs: now - state.t, isExit };
  if (link === "email_pattern") {
    if (within === "device") return true;
    return within === "network"
      ? joinsByPattern(shared)
      : !isOrganisation(places.organisation, isDoubtedDomain);
  }
  // Colleagues invite each other.
  if (link === "referral") return values.organisation === null && joinsByReferral(shared);
  if (link !== "device") return true;
  // An office and a school class have equal computers.
  if (within === "network") {
    return (values.organisation === null || isDoubtedDomain) && joinsByCommonDevice(shared);
  }
  return !isCommonDevice && !isSharedDevice;
}

/** Rings of a shape in one network before they are joined, this sign-up included. */
const SHAPE_SIGNUPS = 3;

/** Whether rings of one network with one shape of addresses are one: not where many people sign up. */
export function joinsByShape(
  { values: { isExit }, places: { subnet }, state: { n } }: Pick<Shared, "values" | "places" | "state">,
): boolean {
  return !isExit && crowdOf(subnet) === 0 && n + 1 >= SHAPE_SIGNUPS && 2 * (n + 1) >= subnet.patterns;
}

/** Anybody can give somebody else's. */
export function isClaimable(link: RingLink): link is "email" | "phone" {
  return link === "email" || link === "phone";
}

/**
 * Whether the sign-up shows that the value is its own. A pattern does in one network; at a domain anybody can write it. A
 * referral is somebody else's, and a shape everybody's.
 */
export function isProof({ verified }: RingValues, { link, within, isShape }: SharedKey): boolean {
  if (isShape || link === "referral") return false;
  if (link === "email_pattern") return within !== "anywhere";
  return !isClaimable(link) || verified.includes(link);
}

/** The key that has who came with the device id. */
export function isOfDevice({ link, within }: SharedKey): boolean {
  return link === "device" && within === "anywhere";
}

/** Who is joined with it on an id that many devices have. */
export function kinOf({ alike }: DeviceView, { isCommonDevice, user }: RingValues): readonly SignupId[] {
  return isCommonDevice && alike !== null && alike.shape === user?.shape ? alike.ids : [];
}
