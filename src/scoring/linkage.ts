/** What links to other sign-ups add to a sign-up's score, where the account switched that on. Pure. */
import type { Breakdown } from "../model/component.ts";
import { HOUR_MS } from "../model/duration.ts";
import type { Linkage } from "../model/linkage/linkage.ts";
import type { Ring } from "../model/linkage/ring.ts";
import type { Part } from "./combine.ts";
import { evaluate, type Fired, type WeightRow } from "./evaluate.ts";

export interface LinkFacts {
  readonly linkage: Linkage;
  readonly ring: Ring | null;
  /** Its members without those that repeat an earlier sign-up. */
  readonly people: number;
  /** Members labelled fraud that it hangs together with by what nobody can merely claim. */
  readonly labelled: number;
  /** Milliseconds since the device or phone was last seen with another e-mail address; null when never. */
  readonly sinceOther: Readonly<Record<"device" | "phone", number | null>>;
  /** Several people have the device, or its id. */
  readonly isSharedDevice: boolean;
  /** Many people share the network, by its kind or by the account's own sign-ups: a crowd there is no gang. */
  readonly isSharedNetwork: boolean;
  /** The account's own reports and labels of the one of the components that has most: they are in that component's score. */
  readonly ownReports: number;
  /** Sign-ups in an hour of a usual day, of the network and of the domain; null where too little is known. */
  readonly usual: Readonly<Record<"subnet" | "domain", number | null>>;
}

export const WEIGHTS = {
  device_repeat: { points: 50, group: "device", text: "another sign-up on this device within the hour" },
  device_emails: { points: 20, group: "device", text: "many e-mail addresses on this device" },
  phone_repeat: { points: 50, group: "phone", text: "another sign-up with this phone within the hour" },
  ring_fraud: { points: 60, group: "ring", text: "linked to sign-ups that you labelled as fraud" },
  ring_member: { points: 50, group: "ring", text: "one of many linked sign-ups" },
  network_burst: { points: 15, group: "network", text: "unusually many sign-ups from this network" },
  domain_burst: { points: 15, group: "domain", text: "unusually many sign-ups with this domain" },
} as const satisfies Record<string, WeightRow>;

/** Rows of a ring that an e-mail address or phone number joins, which anybody can give. */
const CLAIMED_LINKS: ReadonlySet<string> = new Set<keyof typeof WEIGHTS>(["ring_member", "phone_repeat"]);

/** What a burst keeps of its points where many people share the network. */
const SHARED_NETWORK_SHARE = 0.5;
/** A second sign-up this soon is no family member's or colleague's; those come on other days. */
const REPEAT_MS = HOUR_MS;
/** From so many e-mail addresses on one device: larger than a family. */
const MANY_EMAILS = 6;
/** From so many sign-ups, this one included and repeated ones left out, a ring is more than a household. */
const RING_SIZE = 4;
/** One labelled sign-up may be the neighbour's; a second one shows what the ring is. */
const SHARE_OF_ONE_LABEL = 0.6;
/** A burst is so many sign-ups in an hour, and so many times the usual. */
const BURST_LEAST = 8;
const BURST_TIMES = 5;

/** A breakdown like a component's; nothing fires where nothing is known. */
export function scoreLinkage(facts: LinkFacts): Breakdown {
  const { linkage, ring, sinceOther, usual } = facts;
  const fired: Fired<keyof typeof WEIGHTS>[] = [];
  const emails = linkage.device_email_count ?? 0;
  if (isRepeat(sinceOther.device)) fired.push("device_repeat");
  if (emails >= MANY_EMAILS && !facts.isSharedDevice) {
    fired.push({ name: "device_emails", text: `${emails} e-mail addresses on this device` });
  }
  if (isRepeat(sinceOther.phone)) fired.push("phone_repeat");
  const labelled = facts.labelled - facts.ownReports;
  if (labelled > 0) {
    const share = ringFraudShare(labelled);
    const text = `linked to ${labelled} ${labelled === 1 ? "sign-up" : "sign-ups"} labelled fraud`;
    fired.push({ name: "ring_fraud", share, text });
  }
  if (ring !== null && facts.people >= RING_SIZE) {
    fired.push({ name: "ring_member", text: `one of ${ring.size} linked sign-ups` });
  }
  if (isBurst(linkage.subnet_rate_1h, usual.subnet)) {
    fired.push({ name: "network_burst", share: facts.isSharedNetwork ? SHARED_NETWORK_SHARE : 1 });
  }
  if (isBurst(linkage.domain_rate_1h, usual.domain)) fired.push("domain_burst");
  return evaluate({ component: "linkage", weights: WEIGHTS, fired });
}

/** As the combination takes it. */
export function linkagePart(breakdown: Breakdown, ring: Ring | null): Part {
  const isClaimed = ring !== null && (ring.via.includes("email") || ring.via.includes("phone"));
  const claims = isClaimed ? { claims: CLAIMED_LINKS } : {};
  return { kind: "linkage", score: breakdown.score, breakdown, ruled: false, ...claims };
}

/** Of the points of `ring_fraud`. */
export function ringFraudShare(labelled: number): number {
  if (labelled <= 0) return 0;
  return labelled === 1 ? SHARE_OF_ONE_LABEL : 1;
}

function isRepeat(since: number | null): boolean {
  return since !== null && since <= REPEAT_MS;
}

function isBurst(lastHour: number | null, usual: number | null): boolean {
  return lastHour !== null && usual !== null && lastHour >= BURST_LEAST && lastHour >= BURST_TIMES * usual;
}
