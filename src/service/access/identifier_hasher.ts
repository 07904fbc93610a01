/** Hashes identifiers for storage: HMAC-SHA-256 under the service's secret, truncated to 128 bits, base64url. */
import { hash } from "node:crypto";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { ComponentKind } from "../../model/component.ts";
import { TwoGenerationCache } from "../../concurrency/two_generation_cache.ts";

/**
 * What is hashed: keeps equal texts of different meaning apart. Hashes are stored or sent to browsers, so these texts never
 * change.
 */
export type HashScope =
  | ComponentKind // the identity of a scored value
  | "also" // what else a rule can name: the network, system or parent domains of a value
  | "subnet" // linkage of sign-ups: the /24 or /48
  | "host" // linkage of sign-ups: the domain
  | "transaction" // the customer's own id of an event
  | "account-email" // the address of somebody who signed up for an account
  | "signup-network" // the /24 or /48 that an account signed up from
  | "agent" // the identifier of a verified agent
  | "agent-nonce" // a signature that an account accepted
  | "mailbox" // a probed address
  | "mailbox_domain" // the domain of a probed address
  | "mailbox_group" // the operator of its mail servers
  | "csrf" // the token of a session's forms
  | "csrf-visitor" // the token of forms before sign-in
  | "visitor-network"; // limits of visitors: the /24 or /48

const MAX_CACHED_HASHES = 40_000;
/** Characters of a hash that is only compared with others of one score: 72 bits. */
const SHORT_HASH_CHARS = 12;
const NONE: readonly string[] = [];

/** Bytes of the buffer that texts are encoded into; a longer text gets its own. */
const BUFFER_BYTES = 2048;
const encoder = new TextEncoder();

export class IdentifierHasher {
  readonly #keyed: KeyedHash;
  readonly #hashes = new TwoGenerationCache<string>(MAX_CACHED_HASHES);
  readonly #related = new TwoGenerationCache<readonly string[]>(MAX_CACHED_HASHES);

  constructor(secret: string) {
    this.#keyed = new KeyedHash(secret);
  }

  hash(scope: HashScope, identity: string): string {
    const text = `${scope}\u0000${identity}`;
    let hashed = this.#hashes.get(text);
    if (hashed === undefined) {
      hashed = this.#keyed.of(text).slice(0, 22);
      this.#hashes.set(text, hashed);
    }
    return hashed;
  }

  /** Short hashes of what a rule can name besides the value itself: its network, system or parent domains. */
  relatedHashes(texts: readonly string[]): readonly string[] {
    if (texts.length === 0) return NONE;
    const joined = texts.join("\u0000");
    let hashed = this.#related.get(joined);
    if (hashed === undefined) {
      hashed = texts.map((text) => this.hash("also", text).slice(0, SHORT_HASH_CHARS));
      this.#related.set(joined, hashed);
    }
    return hashed;
  }
}

/** HMAC-SHA-256 (RFC 2104) of short texts, as base64url without padding. */
export class KeyedHash {
  readonly of: (text: string) => string;

  constructor(secret: string) {
    // The padded key is hashed once; each text continues from a copy of that state, in buffers that are reused.
    const keyed = hmac.create(sha256, encoder.encode(secret));
    const state = keyed.clone();
    const buffer = new Uint8Array(BUFFER_BYTES);
    const hashed = new Uint8Array(32);
    this.of = (text) => {
      const bytes = text.length * 3 > BUFFER_BYTES
        ? encoder.encode(text)
        : buffer.subarray(0, encoder.encodeInto(text, buffer).written);
      keyed._cloneInto(state).update(bytes).digestInto(hashed);
      return hashed.toBase64({ alphabet: "base64url", omitPadding: true });
    };
  }
}

/** SHA-256 of an API key or session token, hex: what is stored and looked up. */
export function keyHash(key: string): string {
  return hash("sha256", key);
}
