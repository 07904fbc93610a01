/** When an API key ends. Times are milliseconds since the epoch. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../duration.ts";
import { InvalidValue } from "../invalid_value.ts";

interface Ending {
  readonly revokedAt: number | null;
  /** Absent: never. */
  readonly expiresAt?: number;
}

export function isExpired({ expiresAt }: Pick<Ending, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt;
}

export function isActive(key: Ending, now: number): boolean {
  return key.revokedAt === null && !isExpired(key, now);
}

const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** `90m`, `24h`, `30d` or `0`, in milliseconds; null for other text. */
export function parseSpan(text: string): number | null {
  if (text === "0") return 0;
  const [, digits, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  return digits === undefined ? null : Number(digits) * UNITS[unit!]!;
}

/** A time from now, or a date (its beginning, UTC) or time: `30d`, `2027-01-31`, `2027-01-31T12:00:00Z`. */
export function parseExpiry(text: string, now: number): number | InvalidValue {
  const span = parseSpan(text);
  const at = span === null ? parseDate(text) : now + span;
  if (at === null) return new InvalidValue("must be a time from now (12h, 30d) or a date (2027-01-31)");
  return at > now ? at : new InvalidValue("must be in the future");
}

function parseDate(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text)) return null;
  const at = Date.parse(text);
  // Date.parse takes the 31st of February for the 3rd of March.
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(text.replace("Z", "")) ? null : at;
}
