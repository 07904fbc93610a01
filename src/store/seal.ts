/** Seals texts that must be read again, such as an address that waits for its mailbox probe: AES-256-GCM under the service's secret. */
import { createHmac } from "node:crypto";

const IV_BYTES = 12;

export class Seal {
  readonly #key: Promise<CryptoKey>;

  /** @param purpose keeps the keys of different uses apart */
  constructor(secret: string, purpose: string) {
    const bytes = new Uint8Array(createHmac("sha256", secret).update(`seal\u0000${purpose}`).digest());
    this.#key = crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  }

  /** Base64 of nonce and sealed text. */
  async encrypt(text: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const plain = new TextEncoder().encode(text);
    const sealed = new Uint8Array(
      await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await this.#key, plain),
    );
    const whole = new Uint8Array(iv.length + sealed.length);
    whole.set(iv);
    whole.set(sealed, iv.length);
    return whole.toBase64();
  }

  /** Null when the text was sealed under another secret, or is not whole. */
  async decrypt(sealed: string): Promise<string | null> {
    try {
      const whole = Uint8Array.fromBase64(sealed);
      const iv = whole.subarray(0, IV_BYTES);
      const plain = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv },
        await this.#key,
        whole.subarray(IV_BYTES),
      );
      return new TextDecoder().decode(plain);
    } catch {
      return null;
    }
  }
}
