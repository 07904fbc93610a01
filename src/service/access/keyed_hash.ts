/** HMAC-SHA-256 (RFC 2104) of texts. Every request hashes several, most of them ASCII and short. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

const encoder = new TextEncoder();
/** Of the buffer that texts are encoded into; a longer text gets its own. */
const BUFFER_BYTES = 2048;
const HASH_BYTES = 32;

export class KeyedHash {
  /** Hashes into `#hash`. */
  readonly #digest: (text: Uint8Array) => void;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  readonly #hash = new Uint8Array(HASH_BYTES);
  /** The beginning of the hash. */
  readonly #bytes: Readonly<Record<9 | 18 | 32, Uint8Array<ArrayBuffer>>>;

  constructor(secret: string) {
    // The padded key is hashed once; each text continues from a copy of that state, which is made into the same place.
    const keyed = hmac.create(sha256, encoder.encode(secret));
    const state = keyed.clone();
    this.#digest = (text) => keyed._cloneInto(state).update(text).digestInto(this.#hash);
    this.#bytes = { 9: this.#hash.subarray(0, 9), 18: this.#hash.subarray(0, 18), 32: this.#hash };
  }

  /** As base64url without padding. @param bytes of the hash */
  of(text: string, bytes: 9 | 18 | 32 = HASH_BYTES): string {
    this.#digest(this.#encode(text));
    return this.#bytes[bytes].toBase64({ alphabet: "base64url", omitPadding: true });
  }

  /** In UTF-8. Of short ASCII, which most texts are, a loop is faster than a call of the encoder. */
  #encode(text: string): Uint8Array {
    const [buffer, { length }] = [this.#buffer, text];
    if (length * 3 > BUFFER_BYTES) return encoder.encode(text);
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) return buffer.subarray(0, encoder.encodeInto(text, buffer).written);
      buffer[at] = code;
    }
    return buffer.subarray(0, length);
  }
}
