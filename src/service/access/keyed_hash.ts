/** Keyed hashes of short texts, many a request. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Bytes of a text; a longer one is hashed in a buffer of its own. */
const ROOM = 2048;
const encoder = new TextEncoder();

export class KeyedHash {
  /** HMAC-SHA-256 (RFC 2104) as base64url without padding. */
  readonly of: (text: string) => string;

  constructor(secret: string) {
    // The padded key is hashed once; each text goes on from a copy of that state, always in the same place.
    const keyed = hmac.create(sha256, encoder.encode(secret));
    const state = keyed.clone();
    const room = new Uint8Array(ROOM);
    const hashed = new Uint8Array(32);
    this.of = (text) => {
      const bytes = text.length * 3 > ROOM
        ? encoder.encode(text)
        : room.subarray(0, encoder.encodeInto(text, room).written);
      keyed._cloneInto(state).update(bytes).digestInto(hashed);
      return hashed.toBase64({ alphabet: "base64url", omitPadding: true });
    };
  }
}
