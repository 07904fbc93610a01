/** What an account remembers of a user's log-ins: from where and with what, at most 30 rows. Pure. */
import { DAY_MS } from "../duration.ts";
import type { LoginPlace } from "./login.ts";

/** Log-ins after which something new counts. */
export const MIN_LOGINS = 3;
/** Log-ins after which a new thing counts by how unusual it is, too. */
export const RATIO_LOGINS = 10;
export const MAX_FAMILIAR = 30;
export const FAMILIAR_MS = 180 * DAY_MS;
/** More devices than this within `SHARED_MS`: several people share the user. */
const SHARED_DEVICES = 8;
const SHARED_MS = 30 * DAY_MS;

/** What is remembered of a place: of the address its subnet. */
type FamiliarPlace = Omit<LoginPlace, "address">;

/** A device in a network that the user logged in with. */
export interface Familiar extends FamiliarPlace {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** A second factor was passed here, or the owner confirmed it. */
  readonly isConfirmed: boolean;
}

export interface UserHistory {
  /** When the first log-in was; the others too in milliseconds since the epoch. */
  readonly since: number;
  readonly last: number;
  /** Successful ones. */
  readonly logins: number;
  /** Of the last log-in. */
  readonly lastCountry: string | null;
  readonly lastNetwork: LoginPlace["network"];
  /** When a device logged in that the user never had; null: none did. */
  readonly strangeAt: number | null;
  /** Until then the user is the victim of a takeover, by an outcome or by another service's word. */
  readonly victimUntil: number | null;
  readonly rows: readonly Familiar[];
}

export function isFamiliar(row: FamiliarPlace, place: FamiliarPlace): boolean {
  return row.device === place.device && row.subnet === place.subnet && row.asn === place.asn &&
    (place.device !== null || hasBrowser(row, place));
}

/** The same browser on the same system, in any version: without a device id it stands for the device. */
function hasBrowser(row: FamiliarPlace, { browser, os }: FamiliarPlace): boolean {
  return familyOf(row.browser) === familyOf(browser) && row.os === os;
}

/** False for a user of whom only another service told. */
export function hasLoggedIn(history: UserHistory | null): history is UserHistory {
  return history !== null && (history.logins > 0 || history.rows.length > 0);
}

/** With a successful log-in. @param history null: it is the first */
export function withLogin(
  history: UserHistory | null,
  place: LoginPlace,
  at: number,
  { isNewDevice = false, isConfirmed = false } = {},
): UserHistory {
  const rows = (history?.rows ?? []).filter(({ last }) => last > at - FAMILIAR_MS);
  const known = rows.findIndex((row) => isFamiliar(row, place));
  const before = known === -1 ? null : rows[known]!;
  const { subnet, asn, country, network, device, agent, browser, os, deviceClass } = place;
  const row: Familiar = {
    ...{ subnet, asn, country, network, device, agent, browser, os, deviceClass },
    first: Math.min(before?.first ?? at, at),
    last: Math.max(before?.last ?? at, at),
    count: (before?.count ?? 0) + 1,
    isConfirmed: isConfirmed || (before?.isConfirmed ?? false),
  };
  const others = rows.filter((_, index) => index !== known);
  const isNewest = history === null || at >= history.last;
  return {
    // Of a user who is only known as a victim nothing was seen before.
    since: Math.min(hasLoggedIn(history) ? history.since : at, at),
    last: Math.max(history?.last ?? at, at),
    logins: (history?.logins ?? 0) + 1,
    lastCountry: isNewest ? place.country : history.lastCountry,
    lastNetwork: isNewest ? place.network : history.lastNetwork,
    strangeAt: isNewDevice ? at : history?.strangeAt ?? null,
    victimUntil: history?.victimUntil ?? null,
    rows: [row, ...others].sort((one, other) => other.last - one.last).slice(0, MAX_FAMILIAR),
  };
}

/** Without what a log-in left that was not the user's. */
export function withoutPlace(history: UserHistory, place: LoginPlace): UserHistory {
  const rows = history.rows.filter((row) => !isFamiliar(row, place));
  const last = rows[0] ?? null;
  return {
    ...history,
    logins: Math.max(0, history.logins - 1),
    lastCountry: last?.country ?? null,
    lastNetwork: last?.network ?? null,
    rows,
  };
}

/** Whether several people use it, as a support desk. */
export function isShared({ rows }: UserHistory, at: number): boolean {
  const devices = new Set<string>();
  for (const { device, last } of rows) if (device !== null && last > at - SHARED_MS) devices.add(device);
  return devices.size > SHARED_DEVICES;
}

type DeviceState = "new" | "known" | "unknown";
type NetworkState = "known" | "new_address" | "new_network" | "new_country" | "unknown";

/** What of a place the user had before. */
export interface Familiarity {
  readonly device: DeviceState;
  readonly network: NetworkState;
  /** A second factor was passed with this device, or the owner confirmed it. */
  readonly isConfirmed: boolean;
  /** Kinds of networks that hide where somebody is: one that the user never used. */
  readonly isNewHiding: boolean;
}

const HIDING: ReadonlySet<LoginPlace["network"]> = new Set(["datacenter", "vpn", "proxy", "tor"]);

export function hides(network: LoginPlace["network"]): boolean {
  return HIDING.has(network);
}

export function familiarityOf(history: UserHistory | null, place: LoginPlace): Familiarity {
  const rows = history?.rows ?? [];
  return {
    device: deviceState(rows, place),
    network: networkState(rows, place),
    isConfirmed: place.device !== null &&
      rows.some((row) => row.device === place.device && row.isConfirmed),
    isNewHiding: hides(place.network) && !rows.some(({ network }) => network === place.network),
  };
}

function deviceState(rows: readonly Familiar[], place: LoginPlace): DeviceState {
  const { device, agent, browser } = place;
  if (device !== null) return rows.some((row) => row.device === device) ? "known" : "new";
  if (agent === null) return "unknown";
  const version = versionOf(browser);
  // Browsers grow older with their device and never younger.
  return rows.some((row) => row.agent !== null && hasBrowser(row, place) && versionOf(row.browser) <= version)
    ? "known"
    : "new";
}

/** "Chrome" of "Chrome 142". */
function familyOf(browser: string | null): string | null {
  return browser?.replace(VERSION, "") ?? null;
}

function versionOf(browser: string | null): number {
  return Number(VERSION.exec(browser ?? "")?.[0] ?? 0);
}

const VERSION = / \d+$/;

function networkState(rows: readonly Familiar[], place: LoginPlace): NetworkState {
  const { address, subnet, asn, country } = place;
  if (address === null) return "unknown";
  if (rows.some((row) => row.subnet === subnet)) return "known";
  if (asn !== null && rows.some((row) => row.asn === asn)) return "new_address";
  if (country === null) return asn === null ? "unknown" : "new_network";
  return rows.some((row) => row.country === country) ? "new_network" : "new_country";
}
