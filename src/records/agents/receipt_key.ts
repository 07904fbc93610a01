/** The key that receipts are signed with, encrypted: one for all processes of a store. */
import type { Engine } from "../../db/engine.ts";
import { KEYS } from "../keys.ts";
import type { StoredReceiptKey } from "../values.ts";

interface ReceiptKeyEntry {
  readonly stored: StoredReceiptKey | null;
  readonly version: string | null;
}

export async function readReceiptKey(engine: Engine): Promise<ReceiptKeyEntry> {
  const [entry] = await engine.get([KEYS.receiptKey.key()]);
  return { stored: KEYS.receiptKey.read(entry?.value), version: entry?.version ?? null };
}

/** False when another process wrote it since the version was read. */
export async function putReceiptKey(
  engine: Engine,
  stored: StoredReceiptKey,
  version: string | null,
): Promise<boolean> {
  const key = KEYS.receiptKey.key();
  return await engine.commit({ check: [{ key, version }], set: [KEYS.receiptKey.set(key, stored)] }) !== null;
}
