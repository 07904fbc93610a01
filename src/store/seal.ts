/** Encrypts texts that have to be stored, such as an address that waits for its mailbox probe: AES-256-GCM with a key of the service's secret. */
import { createHmac } from "node:crypto";

const IV_BYTES = 12;

export class Seal {
  readonly #key: Promise<CryptoKey>;
  readonly #previous: readonly Promise<CryptoKey>[];

  /**
   * @param purpose separates the keys of different uses
   * @param previous secrets under which texts were encrypted earlier
   */
  constructor(secret: string, purpose: string, previous: readonly string[] = []) {
    this.#key = keyOf(secret, purpose);
    this.#previous = previous.map((earlier) => keyOf(earlier, purpose));
  }

  /** Base64 of nonce and ciphertext. */
  async encrypt(text: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const plain = new TextEncoder().encode(text);
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await this.#key, plain);
    return new Uint8Array([...iv, ...new Uint8Array(sealed)]).toBase64();
  }

  /** Null when the text was encrypted with another secret, or is damaged. */
  async decrypt(sealed: string): Promise<string | null> {
    for (const key of [this.#key, ...this.#previous]) {
      const text = await decrypted(sealed, await key);
      if (text !== null) return text;
    }
    return null;
  }

  /** The text encrypted under the present secret; null when it is so already, or cannot be decrypted. */
  async renew(sealed: string): Promise<string | null> {
    if (this.#previous.length === 0 || await decrypted(sealed, await this.#key) !== null) return null;
    const text = await this.decrypt(sealed);
    return text === null ? null : await this.encrypt(text);
  }
}

/** Null: encrypted with another key, or damaged. */
async function decrypted(sealed: string, key: CryptoKey): Promise<string | null> {
  try {
    const bytes = Uint8Array.fromBase64(sealed);
    const [iv, rest] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
    const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, rest);
    return new TextDecoder().decode(plain);
  } catch {
    return null;
  }
}

function keyOf(secret: string, purpose: string): Promise<CryptoKey> {
  const bytes = new Uint8Array(createHmac("sha256", secret).update(`seal\u0000${purpose}`).digest());
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}
