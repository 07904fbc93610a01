/** Rules as hashes, so that they can be held against stored scores, which keep no values. What is finer than what was kept is unknown. */
import {
  addressFromV4,
  addressFromV6,
  type Cidr,
  networkOf,
  parseAddress,
  parseCidr,
} from "../../model/address.ts";
import type { StoredComponent } from "../../model/records.ts";
import { asnOf } from "../../model/rules/rule_set.ts";
import type { Rule } from "../../model/rules/rule.ts";
import { foldsMarks } from "../../signals/email/normalize.ts";
import { emailIdentity, parseEmail } from "../../signals/email/parse.ts";
import { ipIdentity } from "../../signals/ip/parse.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";

export interface PastRule {
  /** Hashes of values, by component kind and hash. */
  readonly exact: ReadonlySet<string>;
  /** Hashes of what stands beside a value: networks, AS numbers, domains. */
  readonly also: ReadonlySet<string>;
  /** As `exact`, of persons of whom a rule means some ways of writing their address: which one was scored is not stored. */
  readonly unsureExact: ReadonlySet<string>;
  /** Networks and domains that hold a finer rule: whether it matched cannot be told. */
  readonly unsure: ReadonlySet<string>;
  /** Families all of whose addresses match. */
  readonly whole: ReadonlySet<Family>;
  /** Families of rules too wide to be spelled out: of an address that nothing else matches it cannot be told. */
  readonly tooWide: ReadonlySet<Family>;
}

type Family = 4 | 6;

/** Networks that all rules together are spelled out into at most, the narrowest rules first: a quarter of a second's work. */
export const MAX_NETWORKS = 32_768;

/** A stored score keeps the parents of a host up to this many labels. */
const KEPT_LABELS = 7;

/** Rules hashed between two steps. */
const HASHED_AT_ONCE = 500;

/** Hashing takes 5 microseconds a rule: in steps, so that others have their turn. */
export function* pastRuleSteps(
  identify: IdentifierHasher,
  rules: readonly Rule[],
): Generator<void, PastRule> {
  const exact = new Set<string>();
  const unsureExact = new Set<string>();
  const also = new Set<string>();
  const unsure = new Set<string>();
  const whole = new Set<Family>();
  const tooWide = new Set<Family>();
  const networks: SpelledOut[] = [];
  const beside = (text: string) => identify.relatedHashes([text])[0]!;
  for (const [index, { kind, value }] of rules.entries()) {
    if (index % HASHED_AT_ONCE === HASHED_AT_ONCE - 1) yield;
    if (kind === "ip") exact.add(`ip ${identify.hash("ip", ipIdentity(parseAddress(value)!))}`);
    else if (kind === "email") {
      const person = `email ${identify.hash("email", emailIdentity(parseEmail(value)))}`;
      (meansThePerson(value) ? exact : unsureExact).add(person);
    } else if (kind === "phone") exact.add(`phone ${identify.hash("phone", value)}`);
    else if (kind === "domain") {
      const labels = value.split(".");
      const kept = `domain:${labels.slice(-KEPT_LABELS).join(".")}`;
      (labels.length > KEPT_LABELS ? unsure : also).add(beside(kept));
    } else if (kind === "asn") also.add(beside(`asn:${asnOf(value)}`));
    else networks.push(spelledOut(parseCidr(value)!));
  }
  let left = MAX_NETWORKS;
  for (const { cidr, kept, count, sure } of networks.sort((a, b) => a.count - b.count)) {
    if (cidr.prefix === 0) whole.add(cidr.address.family);
    else if (count > left) tooWide.add(cidr.address.family);
    else {
      left -= count;
      for (let index = 0; index < count; index++) {
        (sure ? also : unsure).add(beside(`network:${nthOf(cidr, index, kept)}/${kept}`));
      }
    }
  }
  return { exact, also, unsureExact, unsure, whole, tooWide };
}

/** What a rule says of a stored component. */
export function whatItSays(past: PastRule, component: StoredComponent): "match" | "no" | "unknown" {
  if (past.exact.has(`${component.kind} ${component.hash}`)) return "match";
  if (component.relatedHashes.some((hash) => past.also.has(hash))) return "match";
  const family = component.kind !== "ip" ? null : component.mask.includes(":") ? 6 : 4;
  if (family !== null && past.whole.has(family)) return "match";
  if (past.unsureExact.has(`${component.kind} ${component.hash}`)) return "unknown";
  if (component.relatedHashes.some((hash) => past.unsure.has(hash))) return "unknown";
  return family !== null && past.tooWide.has(family) ? "unknown" : "no";
}

/**
 * False for a rule that may match only some of the addresses that are stored as one person: with a tag it means that tag
 * alone, in quotes it means them, and where a provider takes no heed of marks in a name, a rule still does.
 */
function meansThePerson(address: string): boolean {
  const { tagged, host } = parseEmail(address);
  return !tagged && !address.startsWith('"') && !foldsMarks(host);
}

/** A network as those of the lengths that stored scores keep: the /16 and /24 of IPv4, the /32 and /48 of IPv6. */
interface SpelledOut {
  readonly cidr: Cidr;
  readonly kept: number;
  readonly count: number;
  /** False: the network is a part of the one that was kept. */
  readonly sure: boolean;
}

function spelledOut(cidr: Cidr): SpelledOut {
  const [wide, fine] = cidr.address.family === 4 ? [16, 24] : [32, 48];
  const kept = cidr.prefix > wide ? fine : wide;
  const sure = cidr.prefix <= fine;
  return { cidr, kept, sure, count: sure ? 2 ** (kept - cidr.prefix) : 1 };
}

/** The n-th network of a length; the lengths in use end inside the first two words. */
function nthOf({ address }: Cidr, index: number, prefix: number): string {
  const { family, v4, v6 } = networkOf(address, prefix);
  if (family === 4) return addressFromV4(v4 + index * 2 ** (32 - prefix)).text;
  return prefix === 32
    ? addressFromV6([v6[0] + index, 0, 0, 0]).text
    : addressFromV6([v6[0], (v6[1] + index * 65_536) >>> 0, 0, 0]).text;
}
