/** Identifiers as they are stored: HMAC-SHA-256 under the service's secret, cut to 128 bits, base64url. */
import { hash } from "node:crypto";
import { TwoGenerationCache } from "../../concurrency/two_generation_cache.ts";
import { KeyedHash } from "./keyed_hash.ts";

const REMEMBERED = 40_000;
/** Characters of a hash that only has to be told apart from others of its kind: 72 bits. */
const SHORT_HASH = 12;
const NONE: readonly string[] = [];

export class IdentifierHasher {
  readonly #keyed: KeyedHash;
  readonly #remembered = new TwoGenerationCache<string>(REMEMBERED);
  readonly #beside = new TwoGenerationCache<readonly string[]>(REMEMBERED);

  constructor(secret: string) {
    this.#keyed = new KeyedHash(secret);
  }

  /** @param scope keeps equal texts of different meaning apart, for example `email` or `network` */
  hash(scope: string, identity: string): string {
    const text = `${scope}\u0000${identity}`;
    let hashed = this.#remembered.get(text);
    if (hashed === undefined) {
      hashed = this.#keyed.of(text).slice(0, 22);
      this.#remembered.set(text, hashed);
    }
    return hashed;
  }

  /** What a rule can name besides a value (its network, system, parent domains), as short hashes. */
  relatedHashes(texts: readonly string[]): readonly string[] {
    if (texts.length === 0) return NONE;
    const together = texts.join("\u0000");
    let hashed = this.#beside.get(together);
    if (hashed === undefined) {
      hashed = texts.map((text) => this.hash("also", text).slice(0, SHORT_HASH));
      this.#beside.set(together, hashed);
    }
    return hashed;
  }
}

/** SHA-256 of an API key, hex: what is stored and looked up. */
export function keyHash(key: string): string {
  return hash("sha256", key);
}
