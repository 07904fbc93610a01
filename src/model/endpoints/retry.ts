/** When a delivery that failed is tried again. Pure. */
import { HOUR_MS, MINUTE_MS } from "../duration.ts";

/** Delays after each failed attempt: nine attempts within 24 hours. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5_000,
  30_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  7 * HOUR_MS,
  9 * HOUR_MS,
];
/** Number of failures of a delivery after which later ones go first. */
const ATTEMPTS_IN_ORDER = 3;
/** A webhook at which every attempt failed for this long is disabled: the time that all attempts of a delivery take. */
export const FAILING_MS = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 5 * MINUTE_MS;
const MAX_RETRY_AFTER_MS = 2 * HOUR_MS;

interface Retry {
  /** When the delivery is tried again; null: in its place, as soon as the webhook has rested. */
  readonly dueAt: number | null;
  /** Until then nothing is sent to the webhook. */
  readonly restUntil: number;
}

/**
 * @param attempts of this delivery, the failed one included
 * @param failures at the webhook one after another, this one included
 * @param retryAfterMs what the answer asked for; null: nothing
 * @returns null: it is given up
 */
export function retryOf(
  { attempts, failures, retryAfterMs }: { attempts: number; failures: number; retryAfterMs: number | null },
  now: number,
): Retry | null {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const requestedMs = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  if (attempts <= ATTEMPTS_IN_ORDER) return { dueAt: null, restUntil: now + Math.max(delay, requestedMs) };
  const rest = Math.min(FIRST_REST_MS * 2 ** Math.min(failures - 1, 10), MAX_REST_MS);
  return { dueAt: now + Math.max(delay, requestedMs), restUntil: now + Math.max(rest, requestedMs) };
}

/** Milliseconds of a Retry-After header (RFC 9110, 10.2.3): seconds or a date; null when it cannot be read. */
export function parseRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text.trim()) * 1000;
  const at = /^[A-Z][a-z]{2,8}, [ -~]{1,60}$/.test(text.trim()) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
