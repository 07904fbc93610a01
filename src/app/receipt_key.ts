/**
 * The key of receipts: made on the first start, kept in the store (encrypted) for all its processes, and in the data folder
 * (mode 600), from where a new store takes it.
 */
import { keepPrivate, readPrivate } from "./secret.ts";
import { asObject, parseJson, stringMember } from "../model/json.ts";
import { type ReceiptKey, Receipts } from "../service/agents/receipts.ts";
import { thumbprint } from "../signals/agent/directory/keys.ts";
import { putReceiptKey, readReceiptKey } from "../records/agents/receipt_key.ts";
import type { Engine } from "../db/engine.ts";
import { Seal } from "../records/seal.ts";
import type { Keyring } from "./keyring.ts";

const FILE = "receipt-key";

interface OpenReceipts {
  readonly dataDir: string;
  readonly engine: Engine;
  readonly keyring: Keyring;
  readonly now: () => number;
}

export async function openReceipts({ dataDir, engine, keyring, now }: OpenReceipts): Promise<Receipts> {
  const seal = new Seal(keyring.secret, "receipt", keyring.previous);
  for (;;) {
    const { stored, version } = await readReceiptKey(engine);
    const text = stored === null ? null : seal.decrypt(stored.sealed);
    const known = text === null ? null : await readKey(text);
    const renewed = stored === null ? null : seal.renew(stored.sealed);
    if (known !== null && renewed === null) return new Receipts(known, seal);
    const kept = known === null ? await readPrivate(dataDir, FILE) : null;
    const key = known ?? (kept === null ? null : await readKey(kept)) ?? await makeKey();
    const record = {
      sealed: renewed ?? seal.encrypt(key.text),
      kid: key.kid,
      createdAt: stored?.createdAt ?? now(),
    };
    // Another process was first: its key is read.
    if (!await putReceiptKey(engine, record, version)) continue;
    await keepPrivate(dataDir, FILE, key.text);
    return new Receipts(key, seal);
  }
}

type ReadKey = ReceiptKey & { readonly text: string };

/** @param text the private key as JWK; null when it is not one */
async function readKey(text: string): Promise<ReadKey | null> {
  const jwk = asObject(parseJson(text));
  const x = jwk === null ? null : stringMember(jwk, "x");
  const d = jwk === null ? null : stringMember(jwk, "d");
  if (x === null || d === null) return null;
  const members = { kty: "OKP", crv: "Ed25519", x };
  try {
    const privateKey = await crypto.subtle.importKey("jwk", { ...members, d }, "Ed25519", false, ["sign"]);
    return { kid: (await thumbprint(members))!, x, privateKey, text };
  } catch {
    return null;
  }
}

async function makeKey(): Promise<ReadKey> {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]) as CryptoKeyPair;
  const { kty, crv, x, d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  return (await readKey(JSON.stringify({ kty, crv, x, d })))!;
}
