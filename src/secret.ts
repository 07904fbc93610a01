/** The service's secret: given in the settings, or made on the first start and kept in the data folder, mode 600. */
import { createHmac } from "node:crypto";

const FILE = "secret";

/** @param given WINNOW_SECRET, or null */
export async function readSecret(dataDir: string, given: string | null): Promise<string> {
  const existing = await existingSecret(dataDir, given);
  if (existing !== null) return existing;
  return await alone(dataDir, async () => {
    const path = `${dataDir}/${FILE}`;
    // Another process may have made it while this one waited.
    const theirs = await readIfThere(path);
    if (theirs !== null) return theirs;
    const secret = crypto.getRandomValues(new Uint8Array(32)).toHex();
    await put(path, secret);
    await syncFolder(dataDir);
    return secret;
  });
}

/** The secret in force, or null where none was made yet. */
export async function existingSecret(dataDir: string, given: string | null): Promise<string | null> {
  return given ?? await readIfThere(`${dataDir}/${FILE}`);
}

/** Tells one secret from another without saying anything of it. */
export function fingerprintOf(secret: string): string {
  return createHmac("sha256", secret).update("winnow backup fingerprint").digest("hex").slice(0, 16);
}

/** Puts a secret in force; the one before stays beside it. Returns the file of that, or null when there was none. */
export async function replaceSecret(dataDir: string, secret: string, now: number): Promise<string | null> {
  return await alone(dataDir, async () => {
    const path = `${dataDir}/${FILE}`;
    const before = await readIfThere(path);
    const aside = `${path}.before-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "")}`;
    if (before !== null) await put(aside, before);
    await put(path, secret);
    await syncFolder(dataDir);
    return before === null ? null : aside;
  });
}

/** Runs the work while no other process makes or replaces the secret. */
async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  using lock = await Deno.open(`${dataDir}/.${FILE}.lock`, { create: true, write: true, mode: 0o600 });
  await lock.lock(true);
  return await work();
}

/** The file is there whole or as it was before, whenever the machine stops. Only inside `alone`. */
async function put(path: string, secret: string): Promise<void> {
  const fresh = `${path}.new`;
  await Deno.remove(fresh).catch(() => {}); // what a process left that was killed here
  {
    using file = await Deno.open(fresh, { createNew: true, write: true, mode: 0o600 });
    const bytes = new TextEncoder().encode(`${secret}\n`);
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    await file.sync();
  }
  await Deno.rename(fresh, path);
}

async function syncFolder(dataDir: string): Promise<void> {
  using folder = await Deno.open(dataDir);
  await folder.sync();
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    const text = (await Deno.readTextFile(path)).trim();
    if (text.length < 16) {
      throw new Error(
        `${path} does not hold a secret; restore it, or remove it to start anew (stored hashes will no longer match)`,
      );
    }
    return text;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
