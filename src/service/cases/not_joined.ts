/** What members of a ring share that did not join them, and why: sentences for people. */
import { whyCommon } from "../../model/linkage/common_device.ts";
import type { RingLink } from "../../model/linkage/ring.ts";
import type { ScoreRecord } from "../../model/records.ts";
import type { AnyFact, FactValue } from "../../model/facts/fact.ts";

/** Why a network joins nobody by itself, by its kind; `ip.network` of a score. */
const NETWORKS: Readonly<Record<string, string>> = {
  mobile: "a mobile network",
  relay: "a relay that many use",
  vpn: "a VPN that many use",
  proxy: "a proxy",
  tor: "a Tor exit",
  datacenter: "a hosting network",
  shared: "a network that many people share",
};
const PLAIN_NETWORK = "a network (/24 or /48): it joins only with an e-mail pattern or within the hour";

/** Why a domain joins nobody, by its class; `email.domain_class` of a score. */
const DOMAINS: Readonly<Record<string, (domain: string) => string>> = {
  free: (domain) => `a free-mail domain (${domain})`,
  disposable: (domain) => `a disposable domain (${domain})`,
  relay: (domain) => `a domain of an e-mail relay (${domain})`,
  school: (domain) => `a school's domain (${domain})`,
  government: (domain) => `a government's domain (${domain})`,
  private: (domain) => `a domain (${domain}): colleagues share it`,
};

/** More would hide what the ring is. */
const MAX_SENTENCES = 8;

/** @param records of its members, or some of them */
export function notJoined(records: readonly ScoreRecord[], via: readonly RingLink[]): string[] {
  const isBy = (link: RingLink) => via.includes(link);
  const sentences = [
    shared(records, deviceOf, commonDevice),
    isBy("email_pattern") ? [] : shared(records, networkOf, network),
    isBy("email_domain") ? [] : shared(records, domainOf, domain),
    isBy("referral") ? [] : shared(records, referralOf, referral),
  ].flat();
  return [...new Set(sentences)].slice(0, MAX_SENTENCES);
}

/** A sentence for each value that several have, the most frequent first. @param sentence null: nothing is to be said of it */
function shared(
  records: readonly ScoreRecord[],
  valueOf: (record: ScoreRecord) => string | null,
  sentence: (newest: ScoreRecord, group: readonly ScoreRecord[]) => string | null,
): string[] {
  const groups = Map.groupBy(records, valueOf);
  groups.delete(null);
  return [...groups.values()].filter(({ length }) => length > 1).sort((a, b) => b.length - a.length)
    .flatMap((group) => sentence(newestOf(group), group) ?? []);
}

function newestOf(group: readonly ScoreRecord[]): ScoreRecord {
  return group.reduce((newest, record) => record.id > newest.id ? record : newest);
}

function deviceOf({ components }: ScoreRecord): string | null {
  return components.find(({ kind }) => kind === "device")?.hash ?? null;
}

function commonDevice(newest: ScoreRecord, group: readonly ScoreRecord[]): string | null {
  if (factOf(newest, "device.is_common") !== true) return null;
  const people = group.reduce((most, { signup }) => Math.max(most, signup?.devicePeople ?? 0), 0);
  return whyCommon(true, people === 0 ? null : people);
}

/** The /24 or /48. */
function networkOf({ components }: ScoreRecord): string | null {
  return components.find(({ kind }) => kind === "ip")?.relatedHashes[0] ?? null;
}

function network(record: ScoreRecord): string {
  return NETWORKS[String(factOf(record, "ip.network"))] ?? PLAIN_NETWORK;
}

function domainOf(record: ScoreRecord): string | null {
  return textOf(factOf(record, "email.domain"));
}

function domain(record: ScoreRecord): string | null {
  return DOMAINS[String(factOf(record, "email.domain_class"))]?.(domainOf(record)!) ?? null;
}

function referralOf({ facts }: ScoreRecord): string | null {
  return textOf(facts?.["signup.referral"]);
}

function referral(record: ScoreRecord): string {
  return `a referral (${referralOf(record)}): it is passed on`;
}

function factOf({ facts }: ScoreRecord, name: AnyFact): FactValue | undefined {
  return facts?.[name];
}

function textOf(value: FactValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
