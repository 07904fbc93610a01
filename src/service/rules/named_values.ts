/** Values of rules that scores do not hold as hashes: users, phone prefixes, countries and operators. */
import type { ScoreRecord } from "../../model/records.ts";
import { carrierKey, type NamedKind } from "../../model/rules/rule_named.ts";

/** Digits of a number that a score does not show. */
const HIDDEN_DIGITS = 4;

export class NamedValues {
  readonly #of: Readonly<Record<NamedKind, Set<string>>> = {
    user: new Set(),
    phone_prefix: new Set(),
    country: new Set(),
    carrier: new Set(),
  };
  #size = 0;

  get users(): ReadonlySet<string> {
    return this.#of.user;
  }

  /** Whether what scores of before have, which lack facts, may be named. */
  get namesFacts(): boolean {
    const { country, carrier, phone_prefix } = this.#of;
    return country.size + carrier.size + phone_prefix.size > 0;
  }

  add(kind: NamedKind, name: string): void {
    this.#of[kind].add(kind === "carrier" ? carrierKey(name) : name);
    this.#size++;
  }

  /** Scores of before there were facts cannot tell. */
  match(
    { signup, components, facts }: Pick<ScoreRecord, "signup" | "components" | "facts">,
  ): "match" | "no" | "unknown" {
    if (this.#size === 0) return "no";
    const { user, country, carrier, phone_prefix } = this.#of;
    if (signup?.userId != null && user.has(signup.userId)) return "match";
    const hasPhone = components.some(({ kind }) => kind === "phone");
    const hasPlace = hasPhone || components.some(({ kind }) => kind === "ip");
    if (facts === undefined) {
      const asked = (country.size > 0 && hasPlace) || (carrier.size + phone_prefix.size > 0 && hasPhone);
      return asked ? "unknown" : "no";
    }
    const countries = [facts["ip.country"], facts["phone.country"]];
    if (countries.some((code) => typeof code === "string" && country.has(code))) return "match";
    const operator = facts["phone.carrier"];
    if (typeof operator === "string" && carrier.has(carrierKey(operator))) return "match";
    const shown = facts["phone.block_shown"];
    return typeof shown === "string" && phone_prefix.size > 0 ? matchPrefix(phone_prefix, shown) : "no";
  }
}

/** @param shown `+992 50 183 ••••` */
function matchPrefix(prefixes: ReadonlySet<string>, shown: string): "match" | "no" | "unknown" {
  const known = `+${shown.replace(/\D/g, "")}`;
  for (let length = 2; length <= known.length; length++) {
    if (prefixes.has(known.slice(0, length))) return "match";
  }
  for (const prefix of prefixes) {
    const isFiner = prefix.length > known.length && prefix.length <= known.length + HIDDEN_DIGITS;
    if (isFiner && prefix.startsWith(known)) return "unknown";
  }
  return "no";
}
