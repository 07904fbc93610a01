/** An account's rules, compiled for matching. Trust beats block, which beats allow; of rules with the same action the narrower one is reported. */
import { type Address, type Cidr, parseCidr } from "../address/address.ts";
import { deviceValue, isStronger, type Rule, type RuleKind, type RuleValue } from "./rule.ts";
import { emailKey } from "./rule_host.ts";
import { carrierKey, namedValue, nameOf } from "./rule_named.ts";
import { PrefixMap } from "./rule_prefix.ts";
import { RangeMap } from "./rule_range.ts";

/** The canonical values of a request that rules can name, as far as given. */
export interface RuleSubject {
  readonly ip?: Address;
  /** The number of the system that announces the address; null when unknown. */
  readonly asn?: number | null;
  readonly email?: {
    readonly address: string;
    readonly normalized: string;
    /** Lower-case A-labels. */
    readonly host: string;
  };
  /** Lower-case A-labels. */
  readonly domain?: string;
  /** E.164 without an extension. */
  readonly phone?: string;
  /** Numbers that the same line had before a change of its plan, which rules may still have. */
  readonly phonesBefore?: readonly string[];
  /** Such a number, if it was written so: a prefix says which plan it means. */
  readonly phoneAsWritten?: string | null;
  /** The id in lower case. */
  readonly device?: string;
  /** Of the address or of the number, ISO 3166-1 alpha-2; null when unknown. */
  readonly country?: string | null;
  /** Of the number; null when unknown. */
  readonly carrier?: string | null;
  /** The customer's own reference. */
  readonly user?: string;
}

/** The name of a value in `RuleSet.match`, for rules that hold a hash. @param kind of the value's component */
export function hashedName(kind: string, hash: string): string {
  return `${kind} ${hash}`;
}

export interface CompiledRule {
  readonly rule: Rule;
  /** Milliseconds since the epoch, null for never. A paused rule has ended before all time. */
  readonly expires: number | null;
  /** How narrow the rule is; compared only among rules with the same action. */
  readonly rank: number;
}

const NO_NAMES: readonly string[] = [];

/** Ranks: a single value, then networks and prefixes by their length, domains by their labels, AS numbers, operators, countries. */
const RANK = {
  single: 3000,
  network: 2000,
  prefix: 1500,
  domain: 1000,
  asn: 3,
  carrier: 2,
  country: 1,
} as const;

/** Kinds that are found by their text. */
type ExactKind = Exclude<RuleKind, "ip" | "cidr" | "asn" | "phone_prefix">;
const EXACT_RANK: Readonly<Record<Exclude<ExactKind, "domain">, number>> = {
  email: RANK.single,
  phone: RANK.single,
  device: RANK.single,
  user: RANK.single,
  carrier: RANK.carrier,
  country: RANK.country,
};

/** The normalised form of an e-mail rule's address when the rule covers every spelling of the mailbox; null otherwise. */
type MailboxOf = (address: string) => string | null;

/** Adding or removing a rule costs about the same for ten rules and for 100,000. */
export class RuleSet {
  readonly #exact = {
    email: new Map<string, CompiledRule[]>(),
    phone: new Map<string, CompiledRule[]>(),
    domain: new Map<string, CompiledRule[]>(),
    device: new Map<string, CompiledRule[]>(),
    user: new Map<string, CompiledRule[]>(),
    carrier: new Map<string, CompiledRule[]>(),
    country: new Map<string, CompiledRule[]>(),
  };
  readonly #prefixes = new PrefixMap<CompiledRule>();
  /** Rules that trust, by their id. */
  readonly #trusts = new Map<string, Rule>();
  readonly #asn = new AsnIndex<CompiledRule>();
  /** Rules that hold a hash, by `hashedName`. */
  readonly #hashed = new Map<string, CompiledRule[]>();
  /** E-mail rules by the normalised form of their address, where that differs from the address. */
  readonly #mailboxes = new Map<string, CompiledRule[]>();
  /** Networks and single addresses, including expired ones. */
  readonly #ranges = new RangeMap<CompiledRule>();
  readonly #mailboxOf: MailboxOf;
  #size = 0;

  constructor(mailboxOf: MailboxOf = () => null) {
    this.#mailboxOf = mailboxOf;
  }

  get size(): number {
    return this.#size;
  }

  /** False: no rule holds a hash, so that `match` needs none. */
  get hasHashed(): boolean {
    return this.#hashed.size > 0;
  }

  /** @param rule with a canonical value; of two equal ones the older one is reported */
  add(rule: Rule): void {
    const { kind, value, hash } = rule;
    const compiled = (rank: number): CompiledRule => ({
      rule,
      expires: rule.paused === true
        ? -Infinity
        : rule.expires_at === undefined
        ? null
        : Date.parse(rule.expires_at),
      rank,
    });
    if (hash !== undefined) addTo(this.#hashed, hashedName(kind, hash), compiled(RANK.single));
    else if (kind === "ip" || kind === "cidr") {
      const cidr = parseCidr(value);
      if (cidr === null) return;
      const rank = RANK.network + cidr.prefix * (cidr.address.family === 4 ? 4 : 1);
      this.#ranges.add(cidr, compiled(kind === "ip" ? RANK.single : rank));
    } else if (kind === "asn") {
      this.#asn.add(asnOf(value), compiled(RANK.asn));
    } else if (kind === "domain") {
      addTo(this.#exact.domain, value, compiled(RANK.domain + value.split(".").length));
    } else if (kind === "phone_prefix") {
      this.#prefixes.add(nameOf(value), compiled(RANK.prefix + value.length));
    } else {
      const item = compiled(EXACT_RANK[kind]);
      addTo(this.#exact[kind], exactKey(kind, value), item);
      const mailbox = kind === "email" ? this.#mailboxOf(value) : null;
      if (mailbox !== null && mailbox !== value) addTo(this.#mailboxes, mailbox, item);
    }
    if (rule.action === "trust") this.#trusts.set(rule.id, rule);
    this.#size++;
  }

  /** Removes the rule with the id and value of the given one, if it is here. */
  remove(rule: Rule): void {
    const { id, kind, value, hash } = rule;
    const item = this.exactly(rule).find((item) => item.rule.id === id);
    if (item === undefined) return;
    this.#size--;
    this.#trusts.delete(id);
    if (hash !== undefined) return removeFrom(this.#hashed, hashedName(kind, hash), item);
    if (kind === "ip" || kind === "cidr") this.#ranges.remove(parseCidr(value)!, item);
    else if (kind === "asn") this.#asn.remove(asnOf(value), item);
    else if (kind === "phone_prefix") this.#prefixes.remove(nameOf(value), item);
    else removeFrom(this.#exact[kind], exactKey(kind, value), item);
    const mailbox = kind === "email" ? this.#mailboxOf(value) : null;
    if (mailbox !== null) removeFrom(this.#mailboxes, mailbox, item);
  }

  /** Rules of exactly this value, including expired ones. */
  exactly({ kind, value, hash }: RuleValue): readonly CompiledRule[] {
    if (hash !== undefined) return this.#hashed.get(hashedName(kind, hash)) ?? [];
    if (kind === "ip" || kind === "cidr") {
      const cidr = parseCidr(value);
      return cidr === null ? [] : this.#ranges.at(cidr);
    }
    if (kind === "asn") return this.#asn.get(asnOf(value)) ?? [];
    if (kind === "phone_prefix") return this.#prefixes.at(nameOf(value));
    return this.#exact[kind].get(exactKey(kind, value)) ?? [];
  }

  /** Rules that trust, including expired ones. */
  trusts(): IterableIterator<Rule> {
    return this.#trusts.values();
  }

  /** Rules of this network and of wider ones, the narrowest first. */
  covering(cidr: Cidr): readonly (readonly CompiledRule[])[] {
    return this.#ranges.covering(cidr).toReversed();
  }

  /** Rules of the networks inside this one. */
  inside(cidr: Cidr): IterableIterator<readonly CompiledRule[]> {
    return this.#ranges.inside(cidr);
  }

  /** Rules of prefixes of the number, or of the prefix. */
  prefixesOf(number: string): IterableIterator<readonly CompiledRule[]> {
    return this.#prefixes.of(number);
  }

  /** Phone numbers and longer prefixes that begin so. */
  *beginningWith(prefix: string): IterableIterator<readonly CompiledRule[]> {
    for (const [number, items] of this.#exact.phone) if (number.startsWith(prefix)) yield items;
    yield* this.#prefixes.below(prefix);
  }

  /** Rules of the AS, the country and the operator. */
  *places({ asn, country, carrier }: RuleSubject): IterableIterator<Rule> {
    const { country: countries, carrier: carriers } = this.#exact;
    const lists = [
      asn == null ? undefined : this.#asn.get(asn),
      country == null ? undefined : countries.get(namedValue("country", country)),
      carrier == null ? undefined : carriers.get(carrierKey(carrier)),
    ];
    for (const items of lists) for (const { rule } of items ?? []) yield rule;
  }

  /** Domain and e-mail rules. */
  *named(): IterableIterator<readonly CompiledRule[]> {
    yield* this.#exact.domain.values();
    yield* this.#exact.email.values();
  }

  /**
   * The rule that decides, or null.
   * @param now milliseconds since the epoch
   * @param hashed the `hashedName`s of the values, where some rule holds a hash
   */
  match(subject: RuleSubject, now: number, hashed: readonly string[] = NO_NAMES): Rule | null {
    const { ip, asn, email, phone, domain, device, country, carrier, user } = subject;
    const { phonesBefore = NO_NAMES, phoneAsWritten = null } = subject;
    if (this.#size === 0) return null;
    let best = ip === undefined ? null : this.#matchIp(ip, asn ?? null, now);
    if (email !== undefined) best = stronger(best, this.#matchEmail(email, now));
    if (phone !== undefined) {
      best = this.#first(this.#exact.phone.get(phone), best, now);
      for (const before of phonesBefore) best = this.#first(this.#exact.phone.get(before), best, now);
      for (const items of this.#prefixes.of(phone)) best = this.#first(items, best, now);
      if (phoneAsWritten !== null) {
        for (const items of this.#prefixes.of(phoneAsWritten)) best = this.#first(items, best, now);
      }
    }
    if (domain !== undefined) best = this.#matchHost(domain, best, now);
    if (device !== undefined && this.#exact.device.size > 0) {
      best = this.#first(this.#exact.device.get(deviceValue(device)), best, now);
    }
    const { country: countries, carrier: carriers, user: users } = this.#exact;
    if (countries.size > 0 && country != null) {
      best = this.#first(countries.get(namedValue("country", country)), best, now);
    }
    if (carriers.size > 0 && carrier != null) {
      best = this.#first(carriers.get(carrierKey(carrier)), best, now);
    }
    if (user !== undefined) best = this.#first(users.get(namedValue("user", user)), best, now);
    for (const name of hashed) best = this.#first(this.#hashed.get(name), best, now);
    return best?.rule ?? null;
  }

  #matchIp(ip: Address, asn: number | null, now: number): CompiledRule | null {
    let best: CompiledRule | null = null;
    for (const items of this.#ranges.over(ip)) best = this.#first(items, best, now);
    return asn === null ? best : this.#first(this.#asn.get(asn), best, now);
  }

  #matchEmail(email: NonNullable<RuleSubject["email"]>, now: number): CompiledRule | null {
    const at = email.address.lastIndexOf("@");
    let best: CompiledRule | null = null;
    if (this.#exact.email.size > 0 && at > 0) {
      best = this.#first(this.#exact.email.get(emailKey(email.address.slice(0, at), email.host)), best, now);
      best = this.#first(this.#exact.email.get(email.normalized), best, now);
      best = this.#first(this.#mailboxes.get(email.normalized), best, now);
    }
    return this.#matchHost(email.host, best, now);
  }

  /** The host and each parent of it. */
  #matchHost(host: string, best: CompiledRule | null, now: number): CompiledRule | null {
    const { domain } = this.#exact;
    if (domain.size === 0) return best;
    let name = host;
    for (;;) {
      best = this.#first(domain.get(name), best, now);
      const dot = name.indexOf(".");
      if (dot < 0) return best;
      name = name.slice(dot + 1);
    }
  }

  #first(
    items: readonly CompiledRule[] | undefined,
    best: CompiledRule | null,
    now: number,
  ): CompiledRule | null {
    if (items === undefined) return best;
    let own: CompiledRule | null = null;
    for (const item of items) {
      if (isLive(item, now) && (own === null || isRather(item, own))) own = item;
    }
    return stronger(best, own);
  }
}

export function compileRules(rules: Iterable<Rule>, mailboxOf?: MailboxOf): RuleSet {
  const set = new RuleSet(mailboxOf);
  for (const rule of rules) set.add(rule);
  return set;
}

/** False from the moment the rule expires, and while it is paused. @param now milliseconds since the epoch */
export function isLive(item: CompiledRule, now: number): boolean {
  return item.expires === null || item.expires > now;
}

/** The number of a canonical `AS15169`. */
export function asnOf(value: string): number {
  return Number(value.slice(2));
}

/** Carriers in any case; everything else as it is. */
function exactKey(kind: ExactKind, value: string): string {
  return kind === "carrier" ? carrierKey(nameOf(value)) : value;
}

/** Trust over block over allow; the narrower of the same action; the first of equals. */
function stronger(best: CompiledRule | null, item: CompiledRule | null): CompiledRule | null {
  if (best === null || item === null) return best ?? item;
  if (best.rule.action !== item.rule.action) {
    return isStronger(item.rule.action, best.rule.action) ? item : best;
  }
  return item.rank > best.rank ? item : best;
}

/** As `stronger`, of rules of one value: of equals the older one, so that all processes name the same. */
function isRather(item: CompiledRule, than: CompiledRule): boolean {
  if (item.rule.action !== than.rule.action || item.rank !== than.rank) return stronger(than, item) === item;
  const [one, other] = [item.rule, than.rule];
  return one.created_at === other.created_at ? one.id < other.id : one.created_at < other.created_at;
}

/** Rules by what they name: lists in a map, and for AS numbers a quick test before it. */
function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const items = lists.get(key);
  if (items === undefined) lists.set(key, [item]);
  else items.push(item);
}

function removeFrom<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const items = lists.get(key);
  const at = items?.indexOf(item) ?? -1;
  if (items === undefined || at < 0) return;
  if (items.length === 1) lists.delete(key);
  else items.splice(at, 1);
}

class AsnIndex<T> {
  readonly #lists = new Map<number, T[]>();
  /** One bit for the low bits of each AS number in the rules: rejects most addresses without a look-up. */
  #bits = new Uint8Array(1);

  add(asn: number, item: T): void {
    addTo(this.#lists, asn, item);
    const { size } = this.#lists;
    if (this.#bits.length < 2 * size) {
      this.#bits = new Uint8Array(2 ** Math.ceil(Math.log2(4 * size)));
      for (const other of this.#lists.keys()) this.#setBit(other);
    } else this.#setBit(asn);
  }

  remove(asn: number, item: T): void {
    removeFrom(this.#lists, asn, item);
  }

  get(asn: number): readonly T[] | undefined {
    if ((this.#bits[this.#byteOf(asn)]! & (1 << (asn & 7))) === 0) return undefined;
    return this.#lists.get(asn);
  }

  #setBit(asn: number): void {
    this.#bits[this.#byteOf(asn)]! |= 1 << (asn & 7);
  }

  #byteOf(asn: number): number {
    return (asn >>> 3) & (this.#bits.length - 1);
  }
}
