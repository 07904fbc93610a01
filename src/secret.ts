/** The service's secret: given in the settings, or made on the first start and kept in the data folder, mode 600. */
import { createHmac } from "node:crypto";

const FILE = "secret";

/** @param given WINNOW_SECRET, or null */
export async function readSecret(dataDir: string, given: string | null): Promise<string> {
  const existing = await existingSecret(dataDir, given);
  if (existing !== null) return existing;
  const path = `${dataDir}/${FILE}`;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    await Deno.writeTextFile(path, `${secret}\n`, { createNew: true, mode: 0o600 });
    return secret;
  } catch (error) {
    // Another process made it first.
    if (error instanceof Deno.errors.AlreadyExists) {
      const theirs = await readIfThere(path);
      if (theirs !== null) return theirs;
    }
    throw error;
  }
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
  const path = `${dataDir}/${FILE}`;
  const fresh = `${path}.new`;
  await Deno.remove(fresh).catch(() => {});
  await Deno.writeTextFile(fresh, `${secret}\n`, { createNew: true, mode: 0o600 });
  const aside = `${path}.before-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "")}`;
  const kept = await readIfThere(path) === null ? null : aside;
  if (kept !== null) await Deno.rename(path, kept);
  await Deno.rename(fresh, path);
  return kept;
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
