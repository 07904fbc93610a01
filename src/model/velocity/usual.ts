/** What is usual, and whether a number is far above it. */
import { LIMITS } from "./limits.ts";

/** The mean without the largest and smallest, of which a few may be bursts or failures themselves. */
export function robustMean(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  // Of a few days that are known, fewer are left out.
  const out = Math.min(LIMITS.leftOut, Math.floor((numbers.length - 1) / 4));
  const kept = numbers.toSorted((a, b) => a - b).slice(out, numbers.length - out);
  return kept.reduce((sum, number) => sum + number, 0) / kept.length;
}

/** The chance of at least so many where so many are expected (Poisson), from 0 to 1. */
export function chanceOf(count: number, expected: number): number {
  if (count <= 0) return 1;
  if (expected <= 0) return 0;
  // The tail falls at least by `expected / count` a step: it is summed from its largest member.
  if (count <= expected) return 1;
  let log = -expected + count * Math.log(expected);
  log -= LOG_FACTORIALS[count] ?? LOG_FACTORIALS[EXACT]! + logFactorial(count) - logFactorial(EXACT);
  let [term, sum] = [1, 1];
  for (let next = count + 1; term > sum * PRECISION && next < count + STEPS; next++) {
    term *= expected / next;
    sum += term;
  }
  return Math.min(1, Math.exp(log) * sum);
}

const EXACT = 32;
const LOG_FACTORIALS = Array.from(
  { length: EXACT + 1 },
  (_, count) =>
    Array.from({ length: count }, (_, before) => Math.log(before + 1)).reduce((sum, log) => sum + log, 0),
);
const PRECISION = 1e-6;
const STEPS = 10_000;

/** Stirling's, of a large number. */
function logFactorial(number: number): number {
  return number * Math.log(number) - number + 0.5 * Math.log(2 * Math.PI * number) + 1 / (12 * number);
}

/** What is least usual where nothing is known: a value that never came before may come a little. */
const LEAST_EXPECTED = 0.1;

/** @param least minimum of sign-ups */
export function isFarAbove(
  count: number,
  usual: number,
  { least, times }: { readonly least: number; readonly times: number },
): boolean {
  if (count < least || count < times * usual) return false;
  return chanceOf(count, Math.max(LEAST_EXPECTED, usual)) < LIMITS.chance;
}
