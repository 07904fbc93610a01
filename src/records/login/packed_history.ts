/** A user's history as stored: about 60 bytes a row, so that 30 rows with all that repeats once have less than 2 kB. */
import { DEVICE_CLASSES, NETWORKS } from "../../model/facts/table.ts";
import { type Familiar, MAX_FAMILIAR, type UserHistory } from "../../model/login/history.ts";

/** Texts that repeat are named once, and rows by their numbers. Times are seconds. */
export type PackedHistory = readonly [
  since: number,
  last: number,
  logins: number,
  lastCountry: string,
  lastNetwork: number,
  strangeAt: number,
  victimUntil: number,
  texts: readonly string[],
  rows: readonly (readonly number[])[],
];

const NOTHING = -1;

export function packHistory(history: UserHistory): PackedHistory {
  const texts: string[] = [];
  const indexOf = (text: string | null): number => {
    if (text === null) return NOTHING;
    const at = texts.indexOf(text);
    return at !== -1 ? at : texts.push(text) - 1;
  };
  const rows = history.rows.slice(0, MAX_FAMILIAR).map((row) => [
    indexOf(row.address),
    indexOf(row.subnet),
    row.asn ?? NOTHING,
    indexOf(row.country),
    row.network === null ? NOTHING : NETWORKS.indexOf(row.network),
    indexOf(row.device),
    indexOf(row.agent),
    indexOf(row.browser),
    indexOf(row.os),
    row.deviceClass === null ? NOTHING : DEVICE_CLASSES.indexOf(row.deviceClass),
    toSeconds(row.first),
    toSeconds(row.last) - toSeconds(row.first),
    row.count,
    row.isConfirmed ? 1 : 0,
  ]);
  return [
    toSeconds(history.since),
    toSeconds(history.last),
    history.logins,
    history.lastCountry ?? "",
    history.lastNetwork === null ? NOTHING : NETWORKS.indexOf(history.lastNetwork),
    history.strangeAt === null ? NOTHING : toSeconds(history.strangeAt),
    history.victimUntil === null ? NOTHING : toSeconds(history.victimUntil),
    texts,
    rows,
  ];
}

export function unpackHistory(
  [since, last, logins, lastCountry, lastNetwork, strangeAt, victimUntil, texts, rows]: PackedHistory,
): UserHistory {
  return {
    since: since * 1000,
    last: last * 1000,
    logins,
    lastCountry: lastCountry || null,
    lastNetwork: NETWORKS[lastNetwork] ?? null,
    strangeAt: strangeAt === NOTHING ? null : strangeAt * 1000,
    victimUntil: victimUntil === NOTHING ? null : victimUntil * 1000,
    rows: rows.map((row) => rowOf(row, texts)),
  };
}

function rowOf(row: readonly number[], texts: readonly string[]): Familiar {
  const number = (at: number) => row[at] ?? NOTHING;
  const text = (at: number) => texts[number(at)] ?? null;
  return {
    address: text(0),
    subnet: text(1),
    asn: number(2) === NOTHING ? null : number(2),
    country: text(3),
    network: NETWORKS[number(4)] ?? null,
    device: text(5),
    agent: text(6),
    browser: text(7),
    os: text(8),
    deviceClass: DEVICE_CLASSES[number(9)] ?? null,
    first: number(10) * 1000,
    last: (number(10) + number(11)) * 1000,
    count: number(12),
    isConfirmed: number(13) === 1,
  };
}

function toSeconds(time: number): number {
  return Math.floor(time / 1000);
}
