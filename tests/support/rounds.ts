/** How often random and interrupted work is repeated: `WINNOW_TEST_ROUNDS=10 deno task test` does ten times as much. */

/** The variable in which the processes of a run have it: a server refuses names of settings that it does not know. */
export const ROUNDS_VARIABLE = "TEST_ROUNDS";

/** @param count of a short run */
export function rounds(count: number): number {
  return Math.ceil(count * Number(Deno.env.get(ROUNDS_VARIABLE) ?? 1));
}
