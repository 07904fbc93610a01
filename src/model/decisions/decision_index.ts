/** An account's decisions by where they apply, for look-ups from memory. */
import { type Address, type Cidr, parseAddress, parseCidr } from "../address/address.ts";
import { RangeMap } from "../rules/rule_range.ts";
import { type Decision, type DecisionPlace } from "./decision.ts";
import { byWeight, decisionOf, type HeldDecision, isActive } from "./held_decision.ts";
import { isNever } from "./never.ts";

const NONE: readonly Decision[] = [];

export class DecisionIndex {
  readonly #owner: string;
  readonly #ranges = new RangeMap<HeldDecision>();
  /** By scope and value: AS numbers and countries. */
  readonly #named = new Map<string, HeldDecision[]>();
  /** Of the networks, those that contain others. */
  #size = 0;

  /** @param owner of `uuidOwner` */
  constructor(owner: string) {
    this.#owner = owner;
  }

  get size(): number {
    return this.#size;
  }

  add(held: HeldDecision): void {
    this.#size++;
    const cidr = networkOfHeld(held);
    if (cidr !== null) return this.#ranges.add(cidr, held);
    const name = nameOf(held.scope, held.value);
    const items = this.#named.get(name);
    if (items === undefined) this.#named.set(name, [held]);
    else items.push(held);
  }

  /** @param held the same object that was added */
  remove(held: HeldDecision): void {
    this.#size--;
    const cidr = networkOfHeld(held);
    if (cidr !== null) return this.#ranges.remove(cidr, held);
    const name = nameOf(held.scope, held.value);
    const left = (this.#named.get(name) ?? []).filter((item) => item !== held);
    if (left.length === 0) this.#named.delete(name);
    else this.#named.set(name, left);
  }

  /** Those that apply to a place, bans first and the longest first. */
  find({ address: text, asn, country }: DecisionPlace, now: number): readonly Decision[] {
    const address = parseAddress(text);
    if (address === null || isNever(address)) return NONE;
    const found: Decision[] = [];
    const take = (items: readonly HeldDecision[]) => {
      for (const held of items) if (isActive(held, now)) found.push(decisionOf(held, this.#owner, now));
    };
    for (const items of this.#ranges.over(address)) take(items);
    if (this.#named.size > 0) {
      if (asn != null) take(this.#named.get(nameOf("AS", String(asn))) ?? []);
      if (country != null) take(this.#named.get(nameOf("Country", country)) ?? []);
    }
    return found.length === 0 ? NONE : found.sort(byWeight);
  }
}

/** Null: it names no addresses. */
export function networkOfHeld({ scope, value }: Pick<HeldDecision, "scope" | "value">): Cidr | null {
  return scope === "Ip" || scope === "Range" ? parseCidr(value) : null;
}

/** As a decision names it: the address of one line, or the /64 of IPv6. */
export function scopeOfNetwork({ address, prefix }: Cidr): Pick<HeldDecision, "scope" | "value"> {
  return prefix === fullLength(address)
    ? { scope: "Ip", value: address.text }
    : { scope: "Range", value: `${address.text}/${prefix}` };
}

function fullLength({ family }: Address): number {
  return family === 4 ? 32 : 128;
}

function nameOf(scope: string, value: string): string {
  return `${scope} ${value}`;
}
