/** Names and phrases that several pages show. */
import type { ComponentKind, FindingSource } from "../../model/component.ts";
import type { RingLink } from "../../model/linkage/ring.ts";
import type { LabelType, ScoreRecord } from "../../model/records.ts";
import type { ToReview } from "../../service/cases/to_review.ts";
import { thousands } from "./parts/marks.tsx";

export const COMPONENT_NAMES: Readonly<Record<ComponentKind, string>> = {
  ip: "IP address",
  email: "E-mail",
  phone: "Phone",
  domain: "Domain",
  device: "Device",
};

/** What a finding is about. */
export const SOURCE_NAMES: Readonly<Record<FindingSource, string>> = {
  ...COMPONENT_NAMES,
  linkage: "Links to other sign-ups",
};

/** What names a value of a score, the network of an address included. */
export const VALUE_NAMES: Readonly<Record<ComponentKind | "network", string>> = {
  ...COMPONENT_NAMES,
  network: "Network",
};

/** The same in a sentence. */
export const VALUE_NOUNS: Readonly<Record<ComponentKind | "network", string>> = {
  ip: "IP address",
  email: "e-mail address",
  phone: "phone",
  domain: "domain",
  device: "device",
  network: "network",
};

/** What joins sign-ups to a ring. */
export const RING_LINK_NAMES: Readonly<Record<RingLink, string>> = {
  device: "device",
  phone: "phone",
  email: "e-mail",
  email_pattern: "e-mail pattern",
  referral: "referral",
  email_domain: "e-mail domain",
};

/** What kind of fraud. */
export const LABEL_TYPE_NAMES: Readonly<Record<LabelType, string>> = {
  fake_account: "fake account",
  bonus_abuse: "bonus abuse",
  spam: "spam",
  takeover: "account takeover",
  chargeback: "chargeback",
  sms_pumping: "SMS pumping",
  scraping: "scraping",
  other: "another type",
};

export const LABEL_NAMES = { fraud: "fraud", legit: "legitimate", none: "no label" } as const;

export const VIA_NAMES: Readonly<Record<ScoreRecord["via"], string>> = {
  single: "single value",
  user: "sign-up",
  batch: "batch",
  compat: "compatibility endpoint",
  hook: "hook",
  edge: "sign-up seen by a proxy",
};

/** Why a fact is unknown, as a sentence fragment. A reason that is not listed is shown as it is. */
const REASONS: Readonly<Record<string, string>> = {
  not_given: "the request does not contain the input it needs",
  not_asked: "an earlier result made the check unnecessary",
  offline: "outbound traffic is disabled",
  disabled: "this source is disabled in the settings",
  timeout: "the request's time budget ran out",
  unavailable: "the source failed",
  no_source: "no trustworthy source is available",
  not_loaded: "the list it depends on was never loaded",
  stale: "the list it depends on is too old",
  no_data: "the source does not cover this value",
  not_supported: "cannot be determined for this kind of value",
  pending: "still being checked; a later request has the result",
};

export function reasonWords(reason: string): string {
  const [code, ...detail] = reason.split(": ");
  const words = REASONS[code!] ?? code!;
  return detail.length === 0 ? words : `${words} (${detail.join(": ")})`;
}

/** "138 to review". */
export function reviewWords(toReview: ToReview): string {
  return `${countWords(toReview)} to review`;
}

/** "2,000+" */
export function countWords({ count, capped }: ToReview): string {
  return `${thousands(count)}${capped ? "+" : ""}`;
}
