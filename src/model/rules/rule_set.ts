/** An account's rules, compiled for matching. Block overrides allow; among rules of the same action the narrowest is reported. */
import { type Address, type Cidr, parseCidr } from "../address.ts";
import type { ComponentKind } from "../component.ts";
import type { Rule, RuleKind } from "./rule.ts";
import { emailKey } from "./rule_host.ts";
import { RangeMap } from "./rule_range.ts";

/** The canonical values of a request that rules can match; absent ones are left out. */
export interface RuleSubject {
  readonly ip?: Address;
  /** Of the address; null when it is not known. */
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

export type RuledComponent = Exclude<ComponentKind, "device">;

export interface RuleDecision {
  /** The deciding rule of each component that a rule matches. */
  readonly components: Readonly<Partial<Record<RuledComponent, Rule>>>;
  /** The rule that decides the overall verdict: block if any blocks, else allow if any allows. */
  readonly whole: Rule | null;
}

export interface CompiledRule {
  readonly rule: Rule;
  /** Milliseconds since the epoch, null for never. */
  readonly expires: number | null;
  /** How narrow it is; compared among rules of the same action only. */
  readonly rank: number;
}

/** Ranks: a single value, then networks by their prefix, then domains by their labels, then AS numbers. */
const RANK = { single: 3000, network: 2000, domain: 1000, asn: 0 } as const;

/** The normalised form of an e-mail rule's address, when the rule covers all spellings of it; null when it covers only this one. */
export type MailboxOf = (address: string) => string | null;

/** Among rules of equal rank, that of the earlier component is reported for the overall verdict. */
const COMPONENTS = ["ip", "email", "phone", "domain"] as const satisfies readonly RuledComponent[];

const NO_DECISION: RuleDecision = { components: {}, whole: null };

export class RuleSet {
  readonly rules: readonly Rule[];
  readonly #exact = {
    email: new Map<string, CompiledRule[]>(),
    phone: new Map<string, CompiledRule[]>(),
    domain: new Map<string, CompiledRule[]>(),
    asn: new Map<number, CompiledRule[]>(),
  };
  /** E-mail rules by the normalised form of their address, where it differs. */
  readonly #mailboxes = new Map<string, CompiledRule[]>();
  /** A bit per low bits of each AS number in the rules: most lookups are of networks without a rule. */
  readonly #asnBits: Uint8Array;
  readonly #ranges: RangeMap<CompiledRule>;

  /** @param rules with canonical values; of two equal ones the earlier is reported */
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
    this.#ranges = new RangeMap(networks);
    this.#asnBits = new Uint8Array(2 ** Math.ceil(Math.log2(2 * this.#exact.asn.size + 1)));
    for (const asn of this.#exact.asn.keys()) this.#asnBits[this.#asnByte(asn)]! |= 1 << (asn & 7);
  }

  /** Networks and single addresses, including expired rules. */
  get ranges(): RangeMap<CompiledRule> {
    return this.#ranges;
  }

  /** Rules of exactly this value, including expired ones. Addresses are in `ranges`. */
  exactly(kind: Exclude<RuleKind, "ip" | "cidr">, value: string): readonly CompiledRule[] {
    const items = kind === "asn" ? this.#exact.asn.get(asnOf(value)) : this.#exact[kind].get(value);
    return items ?? [];
  }

  /** The rule that decides, or null. @param now milliseconds since the epoch */
  match(subject: RuleSubject, now: number): Rule | null {
    if (this.rules.length === 0) return null;
    return strongest(this.#byComponent(subject, now))?.rule ?? null;
  }

  /** The rules that decide each component and the overall verdict. @param now milliseconds since the epoch */
  matchAll(subject: RuleSubject, now: number): RuleDecision {
    if (this.rules.length === 0) return NO_DECISION;
    const found = this.#byComponent(subject, now);
    const whole = strongest(found);
    if (whole === null) return NO_DECISION;
    const components: Partial<Record<RuledComponent, Rule>> = {};
    COMPONENTS.forEach((component, index) => {
      const compiled = found[index];
      if (compiled) components[component] = compiled.rule;
    });
    return { components, whole: whole.rule };
  }

  /** In the order of COMPONENTS. */
  #byComponent(
    { ip, asn, email, phone, domain }: RuleSubject,
    now: number,
  ): readonly (CompiledRule | null)[] {
    return [
      ip === undefined ? null : this.#matchIp(ip, asn ?? null, now),
      email === undefined ? null : this.#matchEmail(email, now),
      phone === undefined ? null : this.#first(this.#exact.phone.get(phone), null, now),
      domain === undefined ? null : this.#matchHost(domain, null, now),
    ];
  }

  #matchIp(ip: Address, asn: number | null, now: number): CompiledRule | null {
    let best: CompiledRule | null = null;
    for (let entry = this.#ranges.narrowest(ip); entry !== null; entry = entry.parent) {
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

  /** Matches the host and each of its parents. */
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

function strongest(found: readonly (CompiledRule | null)[]): CompiledRule | null {
  let best: CompiledRule | null = null;
  for (const compiled of found) {
    if (compiled !== null) best = stronger(best, compiled);
  }
  return best;
}

/** Block over allow; the narrower of the same action; the first of equals. */
function stronger(best: CompiledRule | null, item: CompiledRule): CompiledRule {
  if (best === null) return item;
  if (best.rule.action !== item.rule.action) return item.rule.action === "block" ? item : best;
  return item.rank > best.rank ? item : best;
}

function add<K>(map: Map<K, CompiledRule[]>, key: K, item: CompiledRule): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}
