/** Which data a key sees: test keys see test data only, live keys live data unless they ask for test data. */
import { AppError } from "../../model/error.ts";
import { type Caller, KEY_MODES, type KeyMode } from "../../model/records.ts";

/** Of lists and searches. @throws AppError test_key_refused */
export function seenMode({ key }: Caller, wanted: KeyMode | null): KeyMode {
  if (key.mode === "test" && wanted === "live") {
    throw new AppError("test_key_refused", "a test key sees test data only; use a live key");
  }
  return wanted ?? key.mode;
}

/** @param what the caller wants to do @throws AppError test_key_refused */
export function requireLive({ key }: Pick<Caller, "key">, what: string): void {
  if (key.mode !== "test") return;
  throw new AppError("test_key_refused", `a test key cannot ${what}; use a live key`);
}

/** Whether what was stored under a key of that mode may be opened by its id. */
export function mayOpen({ key }: Pick<Caller, "key">, mode: KeyMode): boolean {
  return key.mode === "live" || mode === "test";
}

/** The modes in which something is looked for by its id, the key's own first. */
export function modesOf({ key }: Caller): readonly KeyMode[] {
  return KEY_MODES.filter((mode) => mayOpen({ key }, mode));
}
