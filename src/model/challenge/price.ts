/** What a challenge costs: the first one little, and twice as much with each further one of the same network, device or ring. */
import type { ChallengeSubject } from "./challenge.ts";

/** How often the price was doubled, at a time. */
export interface PriceLevel {
  readonly level: number;
  readonly at: number;
}

/** It halves with each. */
const HALVES_MS = 3_600_000;
/** 64-fold. */
const MAX_LEVEL = 6;
/** Rounds of PBKDF2 of one try; a puzzle takes 256 tries on average. */
const FIRST_COST = 2000;
/** Of the waiting form. */
const FIRST_WAIT_MS = 4000;
const MAX_WAIT_MS = 60_000;

/** A byte: one try of 256 fits. */
export const KEY_PREFIX = "00";

/** After this time a level is none. */
export const PRICE_MS = (MAX_LEVEL + 2) * HALVES_MS;

export function levelAt(stored: PriceLevel | null, now: number): number {
  if (stored === null) return 0;
  return Math.min(MAX_LEVEL, Math.max(0, stored.level - Math.max(0, now - stored.at) / HALVES_MS));
}

/** After one more. It goes one above the highest price, so that a flood keeps it. */
export function raised(stored: PriceLevel | null, now: number): PriceLevel {
  return { level: levelAt(stored, now) + 1, at: now };
}

export function costOf(level: number): number {
  return FIRST_COST * 2 ** Math.min(MAX_LEVEL, Math.floor(level));
}

export function waitOf(level: number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.floor(level));
}

/** What shares a price. @param network of the visitor */
export function pricedBy(
  { network: offered, device, ring }: Pick<ChallengeSubject, "network" | "device" | "ring">,
  network: string | null,
): string[] {
  const shared = { network: network ?? offered, device, ring };
  return Object.entries(shared).flatMap(([name, value]) => value === null ? [] : [`${name} ${value}`]);
}
