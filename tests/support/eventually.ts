import assert from "node:assert/strict";

/** Long enough for a busy machine: what takes a second for people is never a timed test. */
const PATIENCE_MS = 20_000;

/** Asks again and again until it holds. Fails, with what was waited for, when it never does. */
export async function eventually(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !await holds();) {
    assert.ok(Date.now() < end, `never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
