/** The service's secret: given in the settings, or made on the first start and kept in the data folder, mode 600. */

const FILE = "secret";

/** @param given WINNOW_SECRET, or null */
export async function readSecret(dataDir: string, given: string | null): Promise<string> {
  if (given !== null) return given;
  const path = `${dataDir}/${FILE}`;
  const existing = await readIfThere(path);
  if (existing !== null) return existing;
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
