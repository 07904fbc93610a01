/**
 * Receipts: what was decided about an agent's request, as a JSON Web Signature (RFC 7515) that the agent's operator can check
 * with the keys at `/.well-known/jwks.json`.
 */
import { hash } from "node:crypto";
import { fieldValue, type SignedRequest } from "../../signals/agent/parse.ts";
import type { Seal } from "../../records/seal.ts";

export const RECEIPT_TYPE = "agent-receipt+jwt";

export interface ReceiptKey {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  /** Public members. */
  readonly x: string;
  /** Ed25519. */
  readonly privateKey: CryptoKey;
}

/** The claims of a receipt. Nothing of the account, its policy or its users. */
interface ReceiptClaims {
  /** The service's address. */
  readonly iss: string;
  /** When it was decided, in seconds. */
  readonly iat: number;
  /** The request id. */
  readonly jti: string;
  readonly decision: string;
  /** Of the closed list of reasons. */
  readonly reason: string;
  readonly profile: string | null;
  /** The proven host. */
  readonly host: string | null;
  readonly request_digest: string;
  /** Test: decided for a test key. */
  readonly mode: "live" | "test";
}

const URL_SAFE = { alphabet: "base64url", omitPadding: true } as const;
const encoder = new TextEncoder();

export class Receipts {
  readonly #key: ReceiptKey;
  readonly #seal: Seal;

  /** @param seal of what is stored for receipts */
  constructor(key: ReceiptKey, seal: Seal) {
    this.#key = key;
    this.#seal = seal;
  }

  /** The public keys, as published. */
  get jwks() {
    const { kid, x } = this.#key;
    return { keys: [{ kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "EdDSA" }] };
  }

  async sign(claims: ReceiptClaims): Promise<string> {
    const header = { alg: "EdDSA", typ: RECEIPT_TYPE, kid: this.#key.kid };
    const text = `${encoded(header)}.${encoded(claims)}`;
    const signature = await crypto.subtle.sign("Ed25519", this.#key.privateKey, encoder.encode(text));
    return `${text}.${new Uint8Array(signature).toBase64(URL_SAFE)}`;
  }

  sealed(text: string): string {
    return this.#seal.encrypt(text);
  }

  /** Null when it was encrypted under a secret that is no longer known. */
  opened(sealed: string): string | null {
    return this.#seal.decrypt(sealed);
  }
}

/**
 * What a receipt says was asked: SHA-256, base64url, of method, URL, Signature-Input, Signature and Signature-Agent, each as
 * received and followed by a line feed; a field that was absent is empty.
 */
export function requestDigest(request: SignedRequest): string {
  const fields = ["signature-input", "signature", "signature-agent"].map((name) =>
    (fieldValue(request, name) ?? "").trim()
  );
  const text = [request.method, request.target.text, ...fields].map((line) => `${line}\n`).join("");
  return new Uint8Array(hash("sha256", text, "buffer")).toBase64(URL_SAFE);
}

function encoded(value: object): string {
  return encoder.encode(JSON.stringify(value)).toBase64(URL_SAFE);
}
