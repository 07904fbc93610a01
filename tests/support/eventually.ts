import assert from "node:assert/strict";

/** Long enough for a busy machine: no test depends on exact times. */
const PATIENCE_MS = 20_000;

/** Polls until the condition holds; fails with `what` after a timeout. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  what: string,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  for (const end = Date.now() + patienceMs; !await holds();) {
    assert.ok(Date.now() < end, `timed out: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
