/** An account's rules, compiled for matching. Block beats allow; of rules with the same action the narrower one is reported. */
import { type Address, type Cidr, parseCidr } from "../address/address.ts";
import type { Rule, RuleKind } from "./rule.ts";
import { emailKey } from "./rule_host.ts";
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
}

export interface CompiledRule {
  readonly rule: Rule;
  /** Milliseconds since the epoch, null for never. */
  readonly expires: number | null;
  /** How narrow the rule is; compared only among rules with the same action. */
  readonly rank: number;
}

/** Ranks: a single value, then networks by their prefix, then domains by their labels, then AS numbers. */
const RANK = { single: 3000, network: 2000, domain: 1000, asn: 0 } as const;

/** The normalised form of an e-mail rule's address when the rule covers every spelling of the mailbox; null otherwise. */
export type MailboxOf = (address: string) => string | null;

export class RuleSet {
  readonly rules: readonly Rule[];
  readonly #exact = {
    email: new Map<string, CompiledRule[]>(),
    phone: new Map<string, CompiledRule[]>(),
    domain: new Map<string, CompiledRule[]>(),
    asn: new Map<number, CompiledRule[]>(),
  };
  /** E-mail rules by the normalised form of their address, where that differs from the address. */
  readonly #mailboxes = new Map<string, CompiledRule[]>();
  /** One bit for the low bits of each AS number in the rules: rejects most addresses without a look-up. */
  readonly #asnBits: Uint8Array;
  /** Networks and single addresses, including expired ones. */
  readonly ranges: RangeMap<CompiledRule>;

  /** @param rules with canonical values; the earlier of two equal ones is reported */
  constructor(rules: readonly Rule[], mailboxOf: MailboxOf = () => null) {
    this.rules = rules;
    const networks: [cidr: Cidr, item: CompiledRule][] = [];
    for (const rule of rules) {
      const expires = rule.expires_at === undefined ? null : Date.parse(rule.expires_at);
      const { kind, value } = rule;
      if (kind === "ip" || kind === "cidr") {
        const cidr = parseCidr(value);
        if (cidr === null) continue;
        const rank = kind === "ip"
          ? RANK.single
          : RANK.network + cidr.prefix * (cidr.address.family === 4 ? 4 : 1);
        networks.push([cidr, { rule, expires, rank }]);
      } else if (kind === "asn") add(this.#exact.asn, asnOf(value), { rule, expires, rank: RANK.asn });
      else if (kind === "domain") {
        add(this.#exact.domain, value, { rule, expires, rank: RANK.domain + value.split(".").length });
      } else {
        const item = { rule, expires, rank: RANK.single };
        add(this.#exact[kind], value, item);
        const mailbox = kind === "email" ? mailboxOf(value) : null;
        if (mailbox !== null && mailbox !== value) add(this.#mailboxes, mailbox, item);
      }
    }
    this.ranges = new RangeMap(networks);
    this.#asnBits = new Uint8Array(2 ** Math.ceil(Math.log2(2 * this.#exact.asn.size + 1)));
    for (const asn of this.#exact.asn.keys()) this.#asnBits[this.#asnByte(asn)]! |= 1 << (asn & 7);
  }

  /** Rules of exactly this value, including expired ones. Addresses are in `ranges`. */
  exactly(kind: Exclude<RuleKind, "ip" | "cidr">, value: string): readonly CompiledRule[] {
    const items = kind === "asn" ? this.#exact.asn.get(asnOf(value)) : this.#exact[kind].get(value);
    return items ?? [];
  }

  /** The rule that decides, or null. @param now milliseconds since the epoch */
  match({ ip, asn, email, phone, domain }: RuleSubject, now: number): Rule | null {
    if (this.rules.length === 0) return null;
    let best = ip === undefined ? null : this.#matchIp(ip, asn ?? null, now);
    if (email !== undefined) best = stronger(best, this.#matchEmail(email, now));
    if (phone !== undefined) best = this.#first(this.#exact.phone.get(phone), best, now);
    if (domain !== undefined) best = this.#matchHost(domain, best, now);
    return best?.rule ?? null;
  }

  #matchIp(ip: Address, asn: number | null, now: number): CompiledRule | null {
    let best: CompiledRule | null = null;
    for (let entry = this.ranges.narrowest(ip); entry !== null; entry = entry.parent) {
      best = this.#first(entry.items, best, now);
    }
    if (asn === null || (this.#asnBits[this.#asnByte(asn)]! & (1 << (asn & 7))) === 0) return best;
    return this.#first(this.#exact.asn.get(asn), best, now);
  }

  #asnByte(asn: number): number {
    return (asn >>> 3) & (this.#asnBits.length - 1);
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
    for (const item of items) {
      if (isLive(item, now)) best = stronger(best, item);
    }
    return best;
  }
}

export function compileRules(rules: readonly Rule[], mailboxOf?: MailboxOf): RuleSet {
  return new RuleSet(rules, mailboxOf);
}

/** False from the moment the rule expires. @param now milliseconds since the epoch */
export function isLive(item: CompiledRule, now: number): boolean {
  return item.expires === null || item.expires > now;
}

/** The number of a canonical `AS15169`. */
export function asnOf(value: string): number {
  return Number(value.slice(2));
}

/** Block over allow; the narrower of the same action; the first of equals. */
function stronger(best: CompiledRule | null, item: CompiledRule | null): CompiledRule | null {
  if (best === null || item === null) return best ?? item;
  if (best.rule.action !== item.rule.action) return item.rule.action === "block" ? item : best;
  return item.rank > best.rank ? item : best;
}

function add<K>(map: Map<K, CompiledRule[]>, key: K, item: CompiledRule): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}
