/** Keyed hashes of short texts, many a request. */
import { hash } from "node:crypto";

const BLOCK = 64;
const encoder = new TextEncoder();

/** HMAC-SHA-256 (RFC 2104) with the key padded once: two plain hashes a text take half the time of `createHmac`. */
export class KeyedHash {
  readonly #inner = new Uint8Array(BLOCK).fill(0x36);
  readonly #outer = new Uint8Array(BLOCK + 32).fill(0x5c, 0, BLOCK);

  constructor(secret: string) {
    const given = encoder.encode(secret);
    const key = given.length > BLOCK ? hash("sha256", given, "buffer") : given;
    for (const [index, byte] of key.entries()) {
      this.#inner[index]! ^= byte;
      this.#outer[index]! ^= byte;
    }
  }

  /** base64url */
  of(text: string): string {
    const message = new Uint8Array(BLOCK + 3 * text.length);
    message.set(this.#inner);
    const { written } = encoder.encodeInto(text, message.subarray(BLOCK));
    this.#outer.set(hash("sha256", message.subarray(0, BLOCK + written), "buffer"), BLOCK);
    return hash("sha256", this.#outer, "base64url");
  }
}
