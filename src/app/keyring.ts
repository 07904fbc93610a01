/**
 * The secrets of the service: the present one, and earlier ones that stored data is still hashed under. A store names its
 * secrets by their fingerprints; this is where a process shows that it has them.
 */
import type { Config } from "./settings/config.ts";
import {
  existingSecret,
  fingerprintOf,
  keepPrivate,
  previousSecrets,
  readPrivate,
  readSecret,
} from "./secret.ts";
import { SettingError } from "./settings/setting.ts";
import { storeName } from "../db/open_engine.ts";
import type { SecretRecord } from "../records/secret_record.ts";
import { asObject, parseJson, stringMember } from "../model/json.ts";
import { type ReceiptKey, Receipts } from "../service/agents/receipts.ts";
import { thumbprint } from "../signals/agent/directory/keys.ts";
import { putReceiptKey, readReceiptKey } from "../records/agents/receipt_key.ts";
import type { Engine } from "../db/engine.ts";
import { Seal } from "../records/seal.ts";

export interface Keyring {
  readonly secret: string;
  /** Newest first. */
  readonly previous: readonly string[];
}

interface Given extends Keyring {
  /** Where the present one comes from. */
  readonly source: string;
}

/**
 * The secrets that belong to a store, and its record to be kept from now on. A store without a record gets one; so does a
 * store whose secret is among the earlier ones now, which is how a rotation begins. The first start makes a secret.
 * @throws SettingError when the present secret, or an earlier one that is still needed, is not the store's
 */
export async function openKeyring(
  config: Pick<Config, "dataDir" | "secret" | "secretPrevious">,
  store: string,
  record: SecretRecord | null,
  now: number,
): Promise<{ readonly keyring: Keyring; readonly record: SecretRecord }> {
  const { dataDir } = config;
  const name = storeName(store);
  const existing = await existingSecret(dataDir, config.secret);
  if (existing === null && record !== null) {
    throw new SettingError(
      `the secret of the store ${name} is neither in WINNOW_SECRET nor in ${dataDir}/secret; put it there, or restore a backup that holds it`,
    );
  }
  const given: Given = {
    secret: existing ?? await readSecret(dataDir, null),
    previous: [...config.secretPrevious, ...await previousSecrets(dataDir)],
    source: config.secret === null ? `${dataDir}/secret` : "WINNOW_SECRET",
  };
  const next = admit(record, given, name, now);
  const needed = next.previous.map(({ fingerprint }) => fingerprint);
  const byFingerprint = new Map(given.previous.map((secret) => [fingerprintOf(secret), secret]));
  return {
    record: next,
    keyring: { secret: given.secret, previous: needed.map((one) => byFingerprint.get(one)!) },
  };
}

/** The record itself when it does not change. @throws SettingError */
function admit(record: SecretRecord | null, given: Given, store: string, now: number): SecretRecord {
  const fingerprint = fingerprintOf(given.secret);
  const previous = new Set(given.previous.map(fingerprintOf));
  previous.delete(fingerprint);
  if (record === null) {
    return {
      fingerprint,
      since: now,
      previous: [...previous].map((each) => ({ fingerprint: each, until: now })),
    };
  }
  const isNew = record.fingerprint !== fingerprint;
  if (isNew && !previous.has(record.fingerprint)) {
    throw new SettingError(
      `${given.source} is not the secret of the store ${store} (its fingerprint is ${fingerprint}, the store's ${record.fingerprint}). ` +
        "Set WINNOW_SECRET to the store's secret, or restore a backup; a new secret needs the old one in WINNOW_SECRET_PREVIOUS",
    );
  }
  const next = isNew ? rotated(record, fingerprint, now) : record;
  const missing = next.previous.find((each) => !previous.has(each.fingerprint));
  if (missing === undefined) return next;
  throw new SettingError(
    `the store ${store} holds data hashed under an earlier secret, with the fingerprint ${missing.fingerprint}. ` +
      "Add that secret to WINNOW_SECRET_PREVIOUS, or give its data up with `winnow secret drop --force`",
  );
}

/** @param fingerprint of the new secret, which may be an earlier one that comes back */
function rotated(record: SecretRecord, fingerprint: string, now: number): SecretRecord {
  const replaced = { fingerprint: record.fingerprint, until: now };
  const previous = [replaced, ...record.previous].filter((each) => each.fingerprint !== fingerprint);
  return { fingerprint, since: now, previous, rotatedAt: now };
}

/**
 * The key of receipts: made on the first start, kept in the store (encrypted) for all its processes, and in the data folder
 * (mode 600), from where a new store takes it.
 */
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
