/** When labels on sign-ups from one address are enough to decide about the address. */
import { DAY_MS } from "../duration.ts";

/** Labels on one address that make a decision, and how old the labelled sign-ups may be. */
export const LABELLED = { least: 2, withinMs: 30 * DAY_MS } as const;

/** A sign-up that the account labelled fraud. */
export interface LabelledSignup {
  readonly requestId: string;
  /** When it was scored; milliseconds since the epoch. */
  readonly at: number;
  /** The hash of its device; null: it had none. */
  readonly device: string | null;
}

/** Two or more, from different days (UTC) or devices: one person's bad evening decides nothing. */
export function isEnough(signups: readonly LabelledSignup[]): boolean {
  if (signups.length < LABELLED.least) return false;
  const days = new Set(signups.map(({ at }) => Math.floor(at / DAY_MS)));
  const devices = new Set(signups.flatMap(({ device }) => device ?? []));
  return days.size > 1 || devices.size > 1;
}
