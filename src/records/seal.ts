/**
 * Encrypts what has to be stored and holds identifiers, such as an address that waits for its mailbox probe: AES-256-GCM with
 * a key of the service's secret. Synchronous, so that a value can be encrypted while its commit is prepared.
 */
import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

export class Seal {
  readonly #key: Uint8Array;
  readonly #previous: readonly Uint8Array[];

  /**
   * @param purpose separates the keys of different uses
   * @param previous secrets under which texts were encrypted earlier
   */
  constructor(secret: string, purpose: string, previous: readonly string[] = []) {
    this.#key = keyOf(secret, purpose);
    this.#previous = previous.map((earlier) => keyOf(earlier, purpose));
  }

  /** Base64 of nonce and ciphertext. */
  encrypt(text: string): string {
    return this.encryptBytes(new TextEncoder().encode(text)).toBase64();
  }

  /** Null when the text was encrypted with another secret, or is damaged. */
  decrypt(sealed: string): string | null {
    let bytes: Uint8Array;
    try {
      bytes = Uint8Array.fromBase64(sealed);
    } catch {
      return null;
    }
    const plain = this.decryptBytes(bytes);
    return plain === null ? null : new TextDecoder().decode(plain);
  }

  /** Nonce, ciphertext and tag. */
  encryptBytes(plain: Uint8Array): Uint8Array<ArrayBuffer> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const cipher = createCipheriv(CIPHER, this.#key, iv);
    const parts = [iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
    const sealed = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      sealed.set(part, at);
      at += part.length;
    }
    return sealed;
  }

  /** Null when the bytes were encrypted with another secret, or are damaged. */
  decryptBytes(sealed: Uint8Array): Uint8Array | null {
    for (const key of [this.#key, ...this.#previous]) {
      const plain = decryptedWith(key, sealed);
      if (plain !== null) return plain;
    }
    return null;
  }

  /** The text encrypted under the present secret; null when it is so already, or cannot be decrypted. */
  renew(sealed: string): string | null {
    const text = this.#previous.length === 0 ? null : this.decrypt(sealed);
    if (text === null || decryptedWith(this.#key, Uint8Array.fromBase64(sealed)) !== null) return null;
    return this.encrypt(text);
  }
}

/** Null: encrypted with another key, or damaged. */
function decryptedWith(key: Uint8Array, sealed: Uint8Array): Uint8Array | null {
  const end = sealed.length - TAG_BYTES;
  if (end < IV_BYTES) return null;
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES));
    decipher.setAuthTag(sealed.subarray(end));
    const plain = decipher.update(sealed.subarray(IV_BYTES, end));
    decipher.final();
    return plain;
  } catch {
    return null;
  }
}

function keyOf(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(createHmac("sha256", secret).update(`seal\u0000${purpose}`).digest());
}
