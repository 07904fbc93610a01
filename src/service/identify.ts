/** Identifiers as they are stored: HMAC-SHA-256 under the service's secret, cut to 128 bits, base64url. */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { KeyedHash } from "./keyed_hash.ts";

/** The oldest go first, whether they are asked for or not: that is cheaper than to keep account of it. */
const REMEMBERED = 20_000;

export class Identify {
  readonly #keyed: KeyedHash;
  readonly #remembered = new LRUCache<string, string>({
    maxSize: REMEMBERED,
    sizeCalculation: () => 1,
  });

  constructor(secret: string) {
    this.#keyed = new KeyedHash(secret);
  }

  /** @param scope keeps equal texts of different meaning apart, for example `email` or `network` */
  of(scope: string, identity: string): string {
    const text = `${scope}\u0000${identity}`;
    let hashed = this.#remembered.peek(text);
    if (hashed === undefined) {
      hashed = this.#keyed.of(text).slice(0, 22);
      this.#remembered.set(text, hashed);
    }
    return hashed;
  }
}

/** Characters of a hash that only has to be told apart from others of its kind: 72 bits. */
export const SHORT_HASH = 12;

/** SHA-256 of an API key, hex: what is stored and looked up. */
export function keyHash(key: string): string {
  return hash("sha256", key);
}
