/** Rules as hashes, so that they can be held against stored scores, which keep no values. A range finer than what was kept is unknown. */
import { addressFromV4, type Cidr, networkOf, parseAddress, parseCidr } from "../domain/address.ts";
import type { StoredComponent } from "../domain/records.ts";
import { asnOf } from "../domain/rule_set.ts";
import type { Rule } from "../domain/rule.ts";
import { emailIdentity, parseEmail } from "../signals/email/parse.ts";
import { ipIdentity } from "../signals/ip/parse.ts";
import { type Identify, SHORT_HASH } from "./identify.ts";

export interface PastRule {
  /** Hashes of values, by component kind and hash. */
  readonly exact: ReadonlySet<string>;
  /** Hashes of what stands beside a value: networks, AS numbers, domains. */
  readonly also: ReadonlySet<string>;
  /** Networks that hold a finer rule: whether it matched cannot be told. */
  readonly unsure: ReadonlySet<string>;
}

/** Networks that one rule is spelled out into at most; a wider IPv6 range is unsure. */
const MAX_NETWORKS = 65_536;

export function pastRules(identify: Identify, rules: readonly Rule[]): PastRule {
  const exact = new Set<string>();
  const also = new Set<string>();
  const unsure = new Set<string>();
  const beside = (text: string) => identify.of("also", text).slice(0, SHORT_HASH);
  for (const { kind, value } of rules) {
    if (kind === "ip") exact.add(`ip ${identify.of("ip", ipIdentity(parseAddress(value)!))}`);
    else if (kind === "email") exact.add(`email ${identify.of("email", emailIdentity(parseEmail(value)))}`);
    else if (kind === "phone") exact.add(`phone ${identify.of("phone", value)}`);
    else if (kind === "domain") also.add(beside(`domain:${value}`));
    else if (kind === "asn") also.add(beside(`asn:${asnOf(value)}`));
    else {spellOut(parseCidr(value)!, (network, sure) =>
        (sure ? also : unsure).add(beside(`network:${network}`)));}
  }
  return { exact, also, unsure };
}

/** What a rule says of a stored component. */
export function whatItSays(past: PastRule, component: StoredComponent): "match" | "no" | "unknown" {
  if (past.exact.has(`${component.kind} ${component.hash}`)) return "match";
  if (component.also.some((hash) => past.also.has(hash))) return "match";
  return component.also.some((hash) => past.unsure.has(hash)) ? "unknown" : "no";
}

/** Stored scores keep the /16 and /24 of an IPv4 address, the /32 and /48 of an IPv6 one. */
function spellOut({ address, prefix }: Cidr, add: (network: string, sure: boolean) => void): void {
  const [wide, fine] = address.family === 4 ? [16, 24] : [32, 48];
  if (prefix > fine) return add(`${networkOf(address, fine).text}/${fine}`, false);
  const kept = prefix > wide ? fine : wide;
  const count = 2 ** (kept - prefix);
  if (count > MAX_NETWORKS) return;
  for (let index = 0; index < count; index++) {
    if (address.family === 4) {
      add(`${addressFromV4(address.v4 + index * 2 ** (32 - kept)).text}/${kept}`, true);
    } else add(`${nthV6(address.v6, index, kept)}/${kept}`, true);
  }
}

/** The n-th network of this length counted from an address; both lengths in use end inside the first two words. */
function nthV6(words: readonly [number, number, number, number], index: number, prefix: number): string {
  const high = words[0] * 65_536 + (words[1] >>> 16);
  const value = prefix === 32 ? (words[0] + index) * 65_536 : high + index;
  const [first, second] = [Math.floor(value / 65_536) >>> 0, ((value % 65_536) << 16) >>> 0];
  const groups = [first >>> 16, first & 0xffff, second >>> 16];
  return networkOf(parseAddress(`${groups.map((group) => group.toString(16)).join(":")}::`)!, prefix).text;
}
