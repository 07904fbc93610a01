/** The service's secret: from the settings, or generated on the first start and kept in the data folder with mode 600. */
import { createHmac } from "node:crypto";

const FILE = "secret";
/** Earlier secrets, one a line, newest first. */
const PREVIOUS = "secret.previous";

/** @param given WINNOW_SECRET, or null */
export async function readSecret(dataDir: string, given: string | null): Promise<string> {
  const existing = await existingSecret(dataDir, given);
  if (existing !== null) return existing;
  return await locked(dataDir, async () => {
    const path = `${dataDir}/${FILE}`;
    // Another process may have written it while this one waited for the lock.
    const other = await readIfPresent(path);
    if (other !== null) return other;
    const secret = newSecret();
    await put(path, secret);
    await syncFolder(dataDir);
    return secret;
  });
}

export function newSecret(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toHex();
}

/** The current secret, or null before the first start. */
export async function existingSecret(dataDir: string, given: string | null): Promise<string | null> {
  return given ?? await readIfPresent(`${dataDir}/${FILE}`);
}

/** Identifies a secret without revealing it. */
export function fingerprintOf(secret: string): string {
  return createHmac("sha256", secret).update("winnow backup fingerprint").digest("hex").slice(0, 16);
}

/** The earlier secrets that are kept in the data folder, newest first. */
export async function previousSecrets(dataDir: string): Promise<string[]> {
  const text = await readIfPresent(`${dataDir}/${PREVIOUS}`);
  return text === null ? [] : text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

/**
 * Makes a new secret and keeps the present one among the earlier ones. The earlier ones are written first: after a crash
 * between the two files nothing has changed but a line that is not used.
 */
export async function rotateSecret(dataDir: string): Promise<void> {
  await locked(dataDir, async () => {
    const path = `${dataDir}/${FILE}`;
    const present = await readIfPresent(path);
    if (present === null) throw new Error(`there is no secret in ${path}`);
    const earlier = (await previousSecrets(dataDir)).filter((secret) => secret !== present);
    await put(`${dataDir}/${PREVIOUS}`, [present, ...earlier].join("\n"));
    await put(path, newSecret());
    await syncFolder(dataDir);
  });
}

/** Replaces the earlier secrets. */
export async function keepPrevious(dataDir: string, secrets: readonly string[]): Promise<void> {
  const path = `${dataDir}/${PREVIOUS}`;
  await locked(dataDir, async () => {
    if (secrets.length > 0) await put(path, secrets.join("\n"));
    else if (await readIfPresent(path) !== null) await Deno.remove(path);
    await syncFolder(dataDir);
  });
}

/** Replaces the secret and keeps the previous one in a file next to it; returns that path, or null when there was none. */
export async function replaceSecret(dataDir: string, secret: string, now: number): Promise<string | null> {
  return await locked(dataDir, async () => {
    const path = `${dataDir}/${FILE}`;
    const previous = await readIfPresent(path);
    const kept = `${path}.before-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "")}`;
    if (previous !== null) await put(kept, previous);
    await put(path, secret);
    await syncFolder(dataDir);
    return previous === null ? null : kept;
  });
}

/** What a data folder holds that nobody else knows, beside the store. */
export const PRIVATE_FILES: readonly string[] = [FILE, PREVIOUS, "receipt-key"];

/** Another private file of the data folder, in one line; null when there is none. */
export async function readPrivate(dataDir: string, name: string): Promise<string | null> {
  try {
    return (await Deno.readTextFile(`${dataDir}/${name}`)).trim();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Writes such a file, with mode 600. */
export async function keepPrivate(dataDir: string, name: string, text: string): Promise<void> {
  await locked(dataDir, async () => {
    await put(`${dataDir}/${name}`, text);
    await syncFolder(dataDir);
  });
}

/** Runs the work while no other process writes the secret. */
async function locked<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  using lock = await Deno.open(`${dataDir}/.${FILE}.lock`, { create: true, write: true, mode: 0o600 });
  await lock.lock(true);
  return await work();
}

/** Writes the file atomically: after a crash it has the old or the new contents. Only inside `locked`. */
async function put(path: string, secret: string): Promise<void> {
  const fresh = `${path}.new`;
  await Deno.remove(fresh).catch(() => {}); // left by a process that was killed here
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

async function readIfPresent(path: string): Promise<string | null> {
  try {
    const text = (await Deno.readTextFile(path)).trim();
    if (text.length < 16) {
      throw new Error(
        `${path} does not hold a secret; restore it, or remove it to generate a new one (stored hashes will no longer match)`,
      );
    }
    return text;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
