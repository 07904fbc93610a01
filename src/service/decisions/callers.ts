/**
 * From where an account's own programs call, as this process saw it: a site that sends its server's address in place of its
 * visitors' must not shut itself out. What a caller says of itself concerns its own account alone.
 */
import { LRUCache } from "lru-cache";
import { contains, parseAddress, parseCidr } from "../../model/address/address.ts";
import type { HeldDecision } from "../../model/decisions/held_decision.ts";
import { isNever } from "../../model/decisions/never.ts";

const MAX_ACCOUNTS = 5_000;
/** Of one account, the newest. */
const MAX_ADDRESSES = 64;
const MAX_TEXT = 45;

export class Callers {
  /** Texts as they came, with the canonical text; null: no address that a decision could name. */
  readonly #seen = new LRUCache<string, Map<string, string | null>>({ max: MAX_ACCOUNTS });

  note(account: string, text: string): void {
    let seen = this.#seen.get(account);
    if (seen === undefined) this.#seen.set(account, seen = new Map());
    if (seen.has(text) || text.length > MAX_TEXT) return;
    const address = parseAddress(text);
    seen.set(text, address === null || isNever(address) ? null : address.text);
    if (seen.size > MAX_ADDRESSES) seen.delete(seen.keys().next().value!);
  }

  /** Whether a decision names the address of a caller; ranges, systems and countries that a rule names are the account's own business. */
  test(account: string): ((named: Pick<HeldDecision, "origin" | "scope" | "value">) => boolean) | null {
    const own = [...this.#seen.peek(account)?.values() ?? []].filter((text) => text !== null);
    if (own.length === 0) return null;
    return ({ origin, scope, value }) => {
      if (scope === "Ip") return own.includes(value);
      if (scope !== "Range" || (origin !== "winnow-labels" && origin !== "winnow-velocity")) return false;
      const cidr = parseCidr(value);
      return cidr !== null && own.some((text) => contains(cidr, parseAddress(text)!));
    };
  }
}
