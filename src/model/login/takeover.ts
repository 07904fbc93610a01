/** A takeover as a chain: a device logs in that the user never had, then the e-mail address or password is changed within an hour. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../duration.ts";
import { type Familiar, type Familiarity, isShared, MIN_LOGINS, type UserHistory } from "./history.ts";
import type { LoginPlace } from "./login.ts";

export const ACCOUNT_EVENTS = ["email_changed", "password_changed"] as const;
export type AccountEvent = typeof ACCOUNT_EVENTS[number];

/** Why a user counts as taken over, for the site. */
export const TAKEOVER_CAUSES = [...ACCOUNT_EVENTS, "not_me"] as const;
export type TakeoverCause = typeof TAKEOVER_CAUSES[number];

/** After a takeover the user's log-ins show more than a password for this long. */
export const VICTIM_MS = 30 * DAY_MS;
const CHAIN_MS = HOUR_MS;
/** Clocks of nodes differ by less. */
const SKEW_MS = MINUTE_MS;
/** A device or network is the user's own when it was known for this long before the new device came. */
const OWN_MS = DAY_MS;

/** With what, and from where, something of the account was changed. Null is unknown. */
export interface ChangePlace extends Pick<LoginPlace, "device" | "address" | "subnet"> {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Whether a log-in with a device like this begins a chain: where a new device is a finding, too. */
export function beginsChain(history: UserHistory | null, { device }: Familiarity, at: number): boolean {
  return history !== null && history.logins >= MIN_LOGINS && device === "new" && !isShared(history, at);
}

/** Whether the change ends a chain. One that is made with a device, or else from a network, that is the user's own does not. */
export function endsChain(
  { strangeAt, rows }: UserHistory,
  { at, device, address, subnet }: ChangePlace,
): boolean {
  // Histories have whole seconds.
  const passed = strangeAt === null ? null : Math.floor(at / 1000) * 1000 - strangeAt;
  if (strangeAt === null || passed === null || passed < -SKEW_MS || passed > CHAIN_MS) return false;
  const own = rows.filter(({ first, isConfirmed }) =>
    first < strangeAt && (isConfirmed || first <= strangeAt - OWN_MS)
  );
  const isOwn = device === null
    ? address !== null && own.some((row) => row.subnet === subnet)
    : own.some((row) => row.device === device);
  return !isOwn;
}

/** Until when somebody is a victim of what was told of at a time; histories have whole seconds. */
export function victimUntil(at: number): number {
  return Math.floor((at + VICTIM_MS) / 1000) * 1000;
}

/** A user who may never have logged in here is a victim, by another service's word. */
export function withVictim(history: UserHistory | null, until: number, at: number): UserHistory {
  const known = history ?? {
    since: at,
    last: at,
    logins: 0,
    lastCountry: null,
    lastNetwork: null,
    strangeAt: null,
    rows: [],
  };
  return { ...known, victimUntil: until };
}

/** Null: nothing of the user is left. @param left until when the user is a victim by somebody else's word */
export function unmarked(history: UserHistory, left: number | null): UserHistory | null {
  const isEmpty = left === null && history.logins === 0 && history.rows.length === 0;
  return isEmpty ? null : { ...history, victimUntil: left };
}

/** The user is a victim; what came with the new device is not theirs. */
export function takenOver(history: UserHistory, at: number): UserHistory {
  const { strangeAt } = history;
  const isTheirs = ({ first }: Familiar) => strangeAt === null || first < strangeAt;
  const rows = history.rows.filter(isTheirs);
  const gone = history.rows.filter((row) => !isTheirs(row)).reduce((sum, { count }) => sum + count, 0);
  return {
    ...history,
    logins: Math.max(0, history.logins - gone),
    lastCountry: rows[0]?.country ?? null,
    lastNetwork: rows[0]?.network ?? null,
    victimUntil: at + VICTIM_MS,
    strangeAt: null,
    rows,
  };
}
