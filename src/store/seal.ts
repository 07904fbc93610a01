/** Encrypts texts that have to be stored, such as an address that waits for its mailbox probe: AES-256-GCM with a key of the service's secret. */
import { createCipheriv, createHmac } from "node:crypto";

const IV_BYTES = 12;

export class Seal {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #key: Promise<CryptoKey>;
  readonly #previous: readonly Promise<CryptoKey>[];

  /**
   * @param purpose separates the keys of different uses
   * @param previous secrets under which texts were encrypted earlier
   */
  constructor(secret: string, purpose: string, previous: readonly string[] = []) {
    this.#bytes = bytesOf(secret, purpose);
    this.#key = keyOf(this.#bytes);
    this.#previous = previous.map((earlier) => keyOf(bytesOf(earlier, purpose)));
  }

  /** As `encrypt`, synchronously, for a write that nothing may be awaited before. */
  encryptNow(text: string): string {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const cipher = createCipheriv("aes-256-gcm", this.#bytes, iv);
    const sealed = [cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return new Uint8Array([...iv, ...sealed.flatMap((part) => [...part])]).toBase64();
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
      try {
        const bytes = Uint8Array.fromBase64(sealed);
        const [iv, rest] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
        const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await key, rest);
        return new TextDecoder().decode(plain);
      } catch {
        // Encrypted with another key.
      }
    }
    return null;
  }
}

function bytesOf(secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac("sha256", secret).update(`seal\u0000${purpose}`).digest());
}

function keyOf(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}
