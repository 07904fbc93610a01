/** Codes of an authenticator (RFC 6238: six digits, 30 seconds, SHA-1) and recovery codes: what is accepted, once, and when. */
import { HOUR_MS } from "../duration.ts";

export const STEP_MS = 30_000;
/** Clocks of telephones may be a step off. */
const SKEW_STEPS = 1;
/** Wrong codes within an hour, after which only recovery codes are accepted. */
const MAX_WRONG_CODES = 10;
export const RECOVERY_CODES = 10;

export interface SecondFactor {
  /** Of the codes, encrypted under the service's secret. */
  readonly secret: string;
  /** The step of the newest code that was used: it and earlier ones are refused. */
  readonly usedStep: number;
  /** When wrong codes were sent within the last hour, oldest first. */
  readonly wrong: readonly number[];
  /** SHA-256 of the recovery codes that are left. */
  readonly recovery: readonly string[];
}

export type CodeResult = "accepted" | "recovered" | "wrong" | "used" | "locked";

/** What was typed: the code of an authenticator, or the hash of a recovery code. */
export type TypedCode = { readonly code: string } | { readonly recovery: string };

/**
 * Judges a code and returns what is to be stored then. Pure: it is repeated when another process was faster.
 * @param codeAt the code of a step
 */
export function judgeCode(
  factor: SecondFactor,
  typed: TypedCode,
  now: number,
  codeAt: (step: number) => string,
): { readonly result: CodeResult; readonly factor: SecondFactor } {
  const wrong = recentOf(factor, now);
  if ("recovery" in typed) {
    const recovery = factor.recovery.filter((hash) => hash !== typed.recovery);
    return recovery.length < factor.recovery.length
      ? { result: "recovered", factor: { ...factor, recovery } }
      : { result: "wrong", factor };
  }
  if (wrong.length >= MAX_WRONG_CODES) return { result: "locked", factor };
  const step = stepOf(typed.code, now, codeAt);
  if (step !== null && step > factor.usedStep) {
    return { result: "accepted", factor: { ...factor, usedStep: step, wrong } };
  }
  return { result: step === null ? "wrong" : "used", factor: { ...factor, wrong: [...wrong, now] } };
}

/** When codes are accepted again; null: they are. */
export function lockedUntil(factor: SecondFactor, now: number): number | null {
  const recent = recentOf(factor, now);
  return recent.length < MAX_WRONG_CODES ? null : recent.at(-MAX_WRONG_CODES)! + HOUR_MS;
}

/** Clocks of processes differ, so an hour ahead counts too. */
function recentOf({ wrong }: SecondFactor, now: number): readonly number[] {
  return wrong.filter((at) => Math.abs(now - at) < HOUR_MS);
}

/** The step that has the code, the newest first; null: none around now. */
function stepOf(code: string, now: number, codeAt: (step: number) => string): number | null {
  const present = Math.floor(now / STEP_MS);
  for (let step = present + SKEW_STEPS; step >= present - SKEW_STEPS; step--) {
    if (codeAt(step) === code) return step;
  }
  return null;
}
