/** Hashes rules so that they can be matched against stored scores, which hold hashes only. */
import {
  addressFromV4,
  addressFromV6,
  type Cidr,
  networkOf,
  parseAddress,
  parseCidr,
} from "../../model/address/address.ts";
import type { ScoreRecord, StoredComponent } from "../../model/records.ts";
import { asnText, domainText, MAX_RELATED_LABELS, networkText } from "../../model/related_texts.ts";
import { asnOf, hashedName } from "../../model/rules/rule_set.ts";
import { deviceOf, type Rule } from "../../model/rules/rule.ts";
import { isNamedKind, nameOf } from "../../model/rules/rule_named.ts";
import { foldsMarks } from "../../signals/email/normalize.ts";
import { emailIdentity, parseEmail } from "../../signals/email/parse.ts";
import { ipIdentity } from "../../signals/ip/parse.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import { hashesOfHost } from "./hashed_names.ts";
import { NamedValues } from "./named_values.ts";

/** Rules as sets of hashes. Where a rule is finer than what a score stores, whether it matched is uncertain. */
export interface HashedRules {
  /** `kind hash` of values. */
  readonly exact: ReadonlySet<string>;
  /** Whether a rule that holds the hash of a domain names the domain of this host. */
  readonly namesDomainOf: (host: string) => boolean;
  /** Hashes of those domains. */
  readonly domains: ReadonlySet<string>;
  /** Hashes of what a value belongs to: networks, AS numbers, domains. */
  readonly related: ReadonlySet<string>;
  /** The domains and AS numbers among them, as they are. */
  readonly places: ReadonlySet<string | number>;
  /** As `exact`, for mailboxes of which a rule names only some spellings; a score does not store which one was used. */
  readonly uncertain: ReadonlySet<string>;
  /** As `related`, for networks and domains that contain a finer rule. */
  readonly uncertainRelated: ReadonlySet<string>;
  /** Families in which every address matches. */
  readonly wholeFamilies: ReadonlySet<Family>;
  /** Families with a rule too wide to enumerate: an address that nothing else matches is uncertain. */
  readonly unknownFamilies: ReadonlySet<Family>;
  /** What is not hashed: scores store it as facts, or as it is. */
  readonly named: NamedValues;
}

type Family = 4 | 6;

/** Networks enumerated for all rules together, the narrowest rules first; they take a quarter of a second. */
export const MAX_NETWORKS = 32_768;

/** Hashes made per step; each takes 5 microseconds. */
const HASHES_PER_STEP = 100;

/** To be run by `runInSlices`. */
export function* hashRules(
  hasher: IdentifierHasher,
  rules: Iterable<Rule>,
): Generator<void, HashedRules> {
  const exact = new Set<string>();
  const uncertain = new Set<string>();
  const domains = new Set<string>();
  const related = new Set<string>();
  const uncertainRelated = new Set<string>();
  const places = new Set<string | number>();
  const wholeFamilies = new Set<Family>();
  const unknownFamilies = new Set<Family>();
  const named = new NamedValues();
  /** By how many stored networks they are: sorting 200,000 would take one long step. */
  const networks = new Map<number, StoredNetworks[]>();
  // Stored scores keep the hashes that they were made with, so a rule is hashed under every secret.
  const addAll = (to: Set<string>, kind: "ip" | "email" | "phone" | "device", identity: string) => {
    for (const hash of hasher.hashes(kind, identity)) to.add(`${kind} ${hash}`);
  };
  const addRelated = (to: Set<string>, text: string) => {
    for (const hash of hasher.relatedHashesOf(text)) to.add(hash);
  };
  let hashes = 0;
  for (const { kind, value, hash } of rules) {
    if (++hashes % HASHES_PER_STEP === 0) yield;
    if (hash !== undefined) {
      exact.add(hashedName(kind, hash));
      if (kind === "domain") domains.add(hash);
    } else if (kind === "ip") addAll(exact, kind, ipIdentity(parseAddress(value)!));
    else if (kind === "email") {
      addAll(namesWholeMailbox(value) ? exact : uncertain, kind, emailIdentity(parseEmail(value)));
    } else if (isNamedKind(kind)) named.add(kind, nameOf(value));
    else if (kind === "phone") addAll(exact, kind, value);
    else if (kind === "device") addAll(exact, kind, deviceOf(value));
    else if (kind === "domain") {
      const labels = value.split(".");
      const kept = domainText(labels.slice(-MAX_RELATED_LABELS).join("."));
      const isWhole = labels.length <= MAX_RELATED_LABELS;
      addRelated(isWhole ? related : uncertainRelated, kept);
      if (isWhole) places.add(value);
    } else if (kind === "asn") {
      addRelated(related, asnText(asnOf(value)));
      places.add(asnOf(value));
    } else {
      const stored = storedNetworks(parseCidr(value)!);
      const same = networks.get(stored.count);
      if (same === undefined) networks.set(stored.count, [stored]);
      else same.push(stored);
    }
  }
  let left = MAX_NETWORKS;
  const counts = [...networks.keys()].sort((a, b) => a - b);
  for (const { cidr, prefix, count, covered } of counts.flatMap((count) => networks.get(count)!)) {
    if (++hashes % HASHES_PER_STEP === 0) yield;
    if (cidr.prefix === 0) wholeFamilies.add(cidr.address.family);
    else if (count > left) unknownFamilies.add(cidr.address.family);
    else {
      left -= count;
      for (let index = 0; index < count; index++) {
        if (++hashes % HASHES_PER_STEP === 0) yield;
        const network = networkText(`${nthOf(cidr, index, prefix)}/${prefix}`);
        addRelated(covered ? related : uncertainRelated, network);
      }
    }
  }
  const namesDomainOf = (host: string) =>
    domains.size > 0 && hashesOfHost(hasher, host).some((hash) => domains.has(hash));
  return {
    exact,
    namesDomainOf,
    domains,
    related,
    places,
    uncertain,
    uncertainRelated,
    wholeFamilies,
    unknownFamilies,
    named,
  };
}

/** Whether any of the rules matches the score. */
export function matchRecord(rules: HashedRules, record: ScoreRecord): "match" | "no" | "unknown" {
  const named = rules.named.match(record);
  let unknown = named === "unknown";
  if (named === "match") return named;
  for (const component of record.components) {
    const match = matchStored(rules, component);
    if (match === "match") return match;
    if (match === "unknown") unknown = true;
  }
  return unknown ? "unknown" : "no";
}

/** Whether any of the rules matches a stored component. */
export function matchStored(rules: HashedRules, component: StoredComponent): "match" | "no" | "unknown" {
  if (rules.exact.has(`${component.kind} ${component.hash}`)) return "match";
  if (component.relatedHashes.some((hash) => rules.related.has(hash))) return "match";
  if (component.kind === "email" && rules.namesDomainOf(hostOfMask(component.mask))) return "match";
  const family = component.kind !== "ip" ? null : component.mask.includes(":") ? 6 : 4;
  if (family !== null && rules.wholeFamilies.has(family)) return "match";
  if (rules.uncertain.has(`${component.kind} ${component.hash}`)) return "unknown";
  if (component.relatedHashes.some((hash) => rules.uncertainRelated.has(hash))) return "unknown";
  return family !== null && rules.unknownFamilies.has(family) ? "unknown" : "no";
}

/** The mask of an e-mail address shows its host. */
function hostOfMask(mask: string): string {
  return mask.slice(mask.lastIndexOf("@") + 1);
}

/**
 * False for a rule that may match only some of the addresses that are stored under one hash: a rule with a tag or in quotes
 * matches only that spelling, and a rule distinguishes dots and other marks even where the provider ignores them.
 */
function namesWholeMailbox(address: string): boolean {
  const { tagged, host } = parseEmail(address);
  return !tagged && !address.startsWith('"') && !foldsMarks(host);
}

/** A rule's network in the lengths that scores store: the /16 and /24 of IPv4, the /32 and /48 of IPv6. */
interface StoredNetworks {
  readonly cidr: Cidr;
  readonly prefix: number;
  readonly count: number;
  /** False: the rule names only a part of the stored network. */
  readonly covered: boolean;
}

function storedNetworks(cidr: Cidr): StoredNetworks {
  const [wide, fine] = cidr.address.family === 4 ? [16, 24] : [32, 48];
  const prefix = cidr.prefix > wide ? fine : wide;
  const covered = cidr.prefix <= fine;
  return { cidr, prefix, covered, count: covered ? 2 ** (prefix - cidr.prefix) : 1 };
}

/** The n-th network of a length; the stored lengths end inside the first two 32-bit words. */
function nthOf({ address }: Cidr, index: number, prefix: number): string {
  const { family, v4, v6 } = networkOf(address, prefix);
  if (family === 4) return addressFromV4(v4 + index * 2 ** (32 - prefix)).text;
  return prefix === 32
    ? addressFromV6([v6[0] + index, 0, 0, 0]).text
    : addressFromV6([v6[0], (v6[1] + index * 65_536) >>> 0, 0, 0]).text;
}
