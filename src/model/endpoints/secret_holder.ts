/** What hooks and webhooks have in common: an address of an account whose messages are signed by a secret that can be replaced. */
import { DAY_MS } from "../duration.ts";

/** How long a replaced secret stays in use with the new one. */
export const ROTATION_MS = DAY_MS;
/** Replaced secrets that are still in use. */
const MAX_REPLACED_SECRETS = 3;

export interface SecretHolder {
  readonly id: string;
  readonly account: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Encrypted. */
  readonly secret: string;
  /** Replaced secrets, encrypted, newest first, each with the end of its use. */
  readonly replaced: readonly { readonly secret: string; readonly until: number }[];
}

/** The holder with a new secret; the present one is in use until ROTATION_MS have passed. Null: too many still are. */
export function withSecret<Holder extends SecretHolder>(
  holder: Holder,
  secret: string,
  now: number,
): Holder | null {
  const inUse = holder.replaced.filter(({ until }) => until > now);
  if (inUse.length >= MAX_REPLACED_SECRETS) return null;
  return { ...holder, secret, replaced: [{ secret: holder.secret, until: now + ROTATION_MS }, ...inUse] };
}

/** Until when the secret that was replaced last is in use; null: none is. */
export function replacedUntil({ replaced }: SecretHolder, now: number): number | null {
  return replaced.find(({ until }) => until > now)?.until ?? null;
}
