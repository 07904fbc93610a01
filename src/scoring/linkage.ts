/** What links to other sign-ups add to a sign-up's score, where the account switched that on. Pure. */
import type { Breakdown } from "../model/component.ts";
import { HOUR_MS } from "../model/duration.ts";
import type { Linkage } from "../model/linkage/linkage.ts";
import type { Ring } from "../model/linkage/ring.ts";
import type { Burst } from "../model/velocity/burst.ts";
import type { Part } from "./combine.ts";
import { evaluate, type Fired, type WeightRow } from "./evaluate.ts";
import { burstsFired, VELOCITY_WEIGHTS } from "./velocity.ts";

export interface LinkFacts {
  readonly linkage: Linkage;
  readonly ring: Ring | null;
  /** Members of its part of the ring, without those that repeat an earlier sign-up. */
  readonly people: number;
  /** Members labelled fraud that it hangs together with by what nobody can merely claim. */
  readonly labelled: number;
  /** Milliseconds since the device or phone was last seen with another e-mail address; null when never. */
  readonly sinceOther: Readonly<Record<"device" | "phone", number | null>>;
  /** Several people have the device, or its id. */
  readonly isSharedDevice: boolean;
  /** Something besides what the client says fits the device: its time zone, or the network that the page was loaded from. */
  readonly isFittingDevice: boolean;
  /** It claims to be a browser on one of the account's pages, which carry tokens, and has none. */
  readonly lacksToken: boolean;
  /** The address is a known gateway of many people: a crowd there is not a gang. */
  readonly isGateway: boolean;
  /** The domain is known to be old and to take mail. */
  readonly isOldDomain: boolean;
  /** Its domain is one organisation's, as far as is known. */
  readonly isAtOrganisation: boolean;
  /** The address is at a school or government, of which whole classes come from one line. */
  readonly isInstitution: boolean;
  /** The account's own reports and labels of the one of the components that has most: they are in that component's score. */
  readonly ownReports: number;
  /** What happens where the sign-up comes from; null for what it has not. */
  readonly crowds: Readonly<Record<CrowdKind, CrowdFacts | null>>;
  /** That it is one of, by what it has in common with others. */
  readonly bursts: readonly Burst[];
  /** The account had sign-ups before today: what it never saw is unusual, and not unknown. */
  readonly hasHistory: boolean;
}

/** The address (IPv4, or /64), its /24 or /48, its /32 (IPv6), the domain, a device id of many, the page's other network. */
type CrowdKind = "line" | "subnet" | "operator" | "domain" | "device" | "page";

interface CrowdFacts {
  /** Sign-ups of the last hour, this one included; null when `linkage` has their number. */
  readonly lastHour: number | null;
  /** In this hour of a usual day; 0 where there were no sign-ups before. */
  readonly usual: number;
  /** The same where most days of a week were alike: only that raises the bound of a flood. */
  readonly lasting: number;
  /** People who were known to share the place before today; 0 where that is not known. */
  readonly people: number;
}

export const WEIGHTS = {
  device_repeat: { points: 50, group: "device", text: "another sign-up on this device within the hour" },
  device_emails: { points: 20, group: "device", text: "many e-mail addresses on this device" },
  phone_repeat: { points: 50, group: "phone", text: "another sign-up with this phone within the hour" },
  ring_fraud: { points: 60, group: "ring", text: "linked to sign-ups that you labelled as fraud" },
  ring_member: { points: 50, group: "ring", text: "one of many linked sign-ups" },
  address_flood: { points: 62, group: "network", text: "far too many sign-ups from this address" },
  network_flood: { points: 62, group: "network", text: "far too many sign-ups from this network" },
  operator_flood: {
    points: 62,
    group: "network",
    text: "far too many sign-ups from this operator's network",
  },
  domain_flood: { points: 62, group: "domain", text: "far too many sign-ups with this domain" },
  device_flood: { points: 62, group: "device", text: "far too many sign-ups on this device id" },
  page_flood: { points: 62, group: "page", text: "far too many new devices of one network" },
  device_burst: { points: 15, group: "device", text: "unusually many sign-ups on this device id" },
  missing_token: { points: 20, group: "page", text: "device id without the token that your pages carry" },
  network_burst: { points: 15, group: "network", text: "unusually many sign-ups from this network" },
  domain_burst: { points: 15, group: "domain", text: "unusually many sign-ups with this domain" },
  ...VELOCITY_WEIGHTS,
} as const satisfies Record<string, WeightRow>;

/** Rows of a ring that an e-mail address or phone number joins, which anybody can give. */
const CLAIMED_LINKS: ReadonlySet<string> = new Set<keyof typeof WEIGHTS>(["ring_member", "phone_repeat"]);

/** Of a finding, without the numbers of one sign-up; null for a name that this version does not have. */
export function linkText(name: string): string | null {
  return Object.entries(WEIGHTS).find(([known]) => known === name)?.[1].text ?? null;
}

/** What a burst keeps of its points where many people share the network. */
const SHARED_NETWORK_SHARE = 0.5;
/** A second sign-up this soon is not a family member's or colleague's; those come on other days. */
const REPEAT_MS = HOUR_MS;
/** Minimum of e-mail addresses on one device that is larger than a family. */
const MANY_EMAILS = 6;
/** Minimum of sign-ups, this one included and repeated ones left out, of a ring that is more than a household. */
const RING_SIZE = 4;
/** Of a ring that only what anybody can have makes large. */
const SHARE_OF_COMPANY = 0.5;
/** One labelled sign-up may be the neighbour's; a second one shows what the ring is. */
const SHARE_OF_ONE_LABEL = 0.6;
/** Minimum of sign-ups in an hour for a burst, and how many times the usual of that hour they are. */
const BURST_LEAST = 8;
const USUAL_TIMES = 5;
/** More than that in an hour is a flood, whatever is known of the place. */
const FLOOD = 20;
/** What a flood's bound is multiplied by. */
const FLOOD_TIMES = {
  gateway: 5,
  old_domain: 5,
  /** A school class comes within an hour, from one line. */
  colleagues: 1.5,
  /** Two classes in one lesson. */
  institution: 3,
  /** Equal phones and computers have one id, and the most popular model is on many. */
  fitting_device: 3,
  /** Behind the network of a page there may be a carrier's gateway. */
  page: 3,
  /** Of a device id of many that should have come with a token. */
  lacks_token: 0.25,
} as const;

/** A breakdown like a component's; nothing fires where nothing is known. */
export function scoreLinkage(facts: LinkFacts): Breakdown {
  const { linkage, ring, sinceOther } = facts;
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
  if (isManyLinked(ring, facts.people)) {
    fired.push({ name: "ring_member", text: `one of ${ring!.size} linked sign-ups` });
  }
  fired.push(...crowdsFired(facts), ...burstsFired(facts.bursts));
  return evaluate({ component: "linkage", weights: WEIGHTS, fired });
}

/** A referral and a domain are shown, and no evidence alone. */
function isManyLinked(ring: Ring | null, people: number): boolean {
  return people >= RING_SIZE &&
    (ring?.via.some((link) => link !== "referral" && link !== "email_domain") ?? false);
}

/**
 * How much a ring is worth a look, 0 to 100: the highest score of its members, or what its size and labels add to one; and
 * the larger the share that is labelled fraud, the nearer to 100.
 */
export function ringRisk(ring: Ring, people: number, highestScore: number | null): number {
  const fired: Fired<keyof typeof WEIGHTS>[] = [];
  if (ring.labelled_fraud > 0) fired.push({ name: "ring_fraud", share: ringFraudShare(ring.labelled_fraud) });
  if (isManyLinked(ring, people)) fired.push("ring_member");
  else if (ring.size >= RING_SIZE) fired.push({ name: "ring_member", share: SHARE_OF_COMPANY });
  const { score } = evaluate({ component: "linkage", weights: WEIGHTS, fired });
  const base = Math.max(highestScore ?? 0, score);
  return Math.round(base + (100 - base) * Math.min(1, ring.labelled_fraud / ring.size));
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

function* crowdsFired(facts: LinkFacts): Iterable<Fired<keyof typeof WEIGHTS>> {
  const { linkage, crowds, isGateway, isOldDomain, isInstitution, isFittingDevice, lacksToken } = facts;
  const { line, subnet, operator, domain, device, page } = crowds;
  const atWork = facts.isAtOrganisation && isFittingDevice ? FLOOD_TIMES.colleagues : 1;
  const colleagues = isInstitution ? FLOOD_TIMES.institution : atWork;
  const gateway = isGateway ? FLOOD_TIMES.gateway : colleagues;
  const near = linkage.subnet_rate_1h ?? 0;
  // An address is one line: what was usual there yesterday may be the same flood. Unless people are known to share it.
  if (line !== null && isFlood(line.lastHour, line, gateway, isGateway || line.people > 0)) {
    yield { name: "address_flood", text: `${line.lastHour} sign-ups from this address within the hour` };
  }
  if (subnet !== null && isFlood(near, subnet, gateway)) {
    yield { name: "network_flood", text: `${near} sign-ups from this network within the hour` };
  }
  if (operator !== null && isFlood(operator.lastHour, operator, gateway)) {
    yield { name: "operator_flood", text: `${operator.lastHour} sign-ups from this /32 within the hour` };
  }
  if (subnet !== null && !isInstitution && isBurst(near, subnet, facts)) {
    const share = isGateway || subnet.people > 0 ? SHARED_NETWORK_SHARE : 1;
    yield { name: "network_burst", share };
  }
  const atDomain = linkage.domain_rate_1h ?? 0;
  if (domain !== null && isFlood(atDomain, domain, isOldDomain ? FLOOD_TIMES.old_domain : colleagues)) {
    yield { name: "domain_flood", text: `${atDomain} sign-ups with this domain within the hour` };
  }
  if (domain !== null && !isInstitution && isBurst(atDomain, domain, facts)) yield "domain_burst";
  if (lacksToken) yield "missing_token";
  if (device !== null) {
    const times = lacksToken ? FLOOD_TIMES.lacks_token : isFittingDevice ? FLOOD_TIMES.fitting_device : 1;
    if (isFlood(device.lastHour, device, times)) {
      yield { name: "device_flood", text: `${device.lastHour} sign-ups on this device id within the hour` };
    }
    if (colleagues === 1 && isBurst(device.lastHour, device, facts)) yield "device_burst";
  }
  if (page !== null && isFlood(page.lastHour, page, FLOOD_TIMES.page)) {
    yield { name: "page_flood", text: `${page.lastHour} new devices from the network that loaded your page` };
  }
}

/** Where many are known to come, as many as are known may come at the same time. @param hasUsual what is usual there raises the bound */
function isFlood(
  lastHour: number | null,
  { lasting, people }: CrowdFacts,
  times: number,
  hasUsual = true,
): boolean {
  const bound = Math.max(FLOOD * times, people, hasUsual ? USUAL_TIMES * lasting : 0);
  return lastHour !== null && lastHour > bound;
}

function isBurst(lastHour: number | null, { usual }: CrowdFacts, { hasHistory }: LinkFacts): boolean {
  return hasHistory && lastHour !== null && lastHour >= BURST_LEAST && lastHour >= USUAL_TIMES * usual;
}
