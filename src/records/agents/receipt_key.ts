/** The key that receipts are signed with, encrypted: one for all processes of a store. */
import type { Engine } from "../../db/engine.ts";
import { number, object, record, text } from "../define.ts";

/** The key that receipts are signed with. */
interface StoredReceiptKey {
  /** The private key as JWK, encrypted, base64. */
  readonly sealed: string;
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}
export const RECEIPT_KEY = record({
  prefix: ["meta", "receipt-key"],
  key: [],
  value: object<StoredReceiptKey>({ sealed: text, kid: text, createdAt: number }),
});

interface ReceiptKeyEntry {
  readonly stored: StoredReceiptKey | null;
  readonly version: string | null;
}

export async function readReceiptKey(engine: Engine): Promise<ReceiptKeyEntry> {
  const [entry] = await engine.get([RECEIPT_KEY.key()]);
  return { stored: RECEIPT_KEY.read(entry?.value), version: entry?.version ?? null };
}

/** False when another process wrote it since the version was read. */
export async function putReceiptKey(
  engine: Engine,
  stored: StoredReceiptKey,
  version: string | null,
): Promise<boolean> {
  const key = RECEIPT_KEY.key();
  return await engine.commit({ check: [{ key, version }], set: [RECEIPT_KEY.set(key, stored)] }) !== null;
}
