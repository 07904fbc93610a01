/**
 * The token of an appeal's address: which score of which account, encrypted and authenticated under the store's secret, so
 * that nobody can make or read one. Its time is that of the score.
 */
import type { Seal } from "../../records/seal.ts";

interface AppealSubject {
  readonly account: string;
  readonly requestId: string;
}

/** Of a request id. */
const ID_BYTES = 16;
const FORM = /^[\w-]{60,200}$/;
const BASE64 = { alphabet: "base64url", omitPadding: true } as const;

export function issueAppealToken(seal: Seal, { account, requestId }: AppealSubject): string {
  const id = Uint8Array.fromHex(requestId.slice(4).replaceAll("-", ""));
  const owner = new TextEncoder().encode(account);
  const plain = new Uint8Array(ID_BYTES + owner.length);
  plain.set(id);
  plain.set(owner, ID_BYTES);
  return seal.encryptBytes(plain).toBase64(BASE64);
}

/** Null for whatever was not issued under a secret of the store. */
export function readAppealToken(seal: Seal, token: string): AppealSubject | null {
  if (!FORM.test(token)) return null;
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.fromBase64(token, { alphabet: "base64url" });
  } catch {
    return null;
  }
  const plain = bytes.toBase64(BASE64) === token ? seal.decryptBytes(bytes) : null;
  if (plain === null || plain.length <= ID_BYTES) return null;
  const hex = plain.subarray(0, ID_BYTES).toHex();
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return {
    account: new TextDecoder().decode(plain.subarray(ID_BYTES)),
    requestId: `req_${parts.join("-")}`,
  };
}
