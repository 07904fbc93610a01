/** The key of a sighting as text, and its line in the log of sightings. */
import { SERVICE_WIDE } from "../../model/records.ts";
import type { Key } from "../../db/engine.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { locate } from "../../db/commit/segment.ts";
import { COUNT_BITS, NONCE_CHARS, type SegmentWrite } from "../../db/commit/open_segments.ts";
import { count, number, record, tuple } from "../define.ts";
import { DAY_MS } from "../../model/duration.ts";

/** How often a value was scored, and when first (milliseconds since the epoch). */
export type Sighting = readonly [firstSeen: number, times: number];
/** Service-wide, or of one guest: see `seenAs`. */
export const SIGHTING = record({
  prefix: "sighting",
  key: ["kind", "hash"],
  value: tuple<Sighting>([number, count]),
  lifetimeMs: 400 * DAY_MS,
  filtered: true,
  place: { tallies: { device: 10, domain: 20, email: 30, ip: 40, phone: 50 } },
  followed: "sums",
});

/** One scoring of a value. */
export interface NewSighting {
  readonly kind: string;
  /** As `sightingHash` writes it; without spaces. */
  readonly hash: string;
  /** Milliseconds since the epoch; the value's first sighting when it is new. */
  readonly at: number;
  /** `nameOf` it. Set when the commit loads what is known of it. */
  name?: string;
  /** Including this one. Set by the commit: scorings of the same batch count one another. */
  counted?: Sighting;
}

/** A write with the values of its records; only together with records. */
export interface SightingWrite extends SegmentWrite {
  readonly sightings?: readonly NewSighting[];
}

/** Under what a value's sightings are kept: its hash, or for those of one account only, that below the account's id. */
export function sightingHash(hash: string, of: string): string {
  return of === SERVICE_WIDE ? hash : accountSightings(of) + hash;
}

/** Neither ids nor hashes hold it. */
const OWNER_END = "~";

/** What the names of an account's own sightings begin with. */
export function accountSightings(account: string): string {
  return account + OWNER_END;
}

/** The first part of the keys. */
export const SIGHTING_PART = SIGHTING.prefix[0]!;

/** Adds what other processes counted. */
export function withAdded([first, times]: Sighting, others: Sighting | undefined): Sighting {
  return others === undefined ? [first, times] : [Math.min(first, others[0]), Math.max(1, times + others[1])];
}

/** The key as one text. */
export function nameOf(kind: string, hash: string): string {
  return `${SIGHTING_PART}\u0000${kind}\u0000${hash}`;
}

export function keyOfName(name: string): Key {
  const at = name.indexOf("\u0000", SIGHTING_PART.length + 1);
  return [SIGHTING_PART, name.slice(SIGHTING_PART.length + 1, at), name.slice(at + 1)];
}

/** The same value, of the same account, by its hashes under earlier secrets. */
export function earlierNames(name: string, earlier: EarlierHashes | null | undefined): string[] {
  if (!earlier) return [];
  const at = Math.max(name.lastIndexOf("\u0000"), name.lastIndexOf(OWNER_END)) + 1;
  return earlier(name.slice(at)).map((before) => name.slice(0, at) + before);
}

/** A line of the log: kind, hash, time first seen, times seen. */
export function lineOf([name, [first, times]]: [string, Sighting]): string {
  return `${name.slice(SIGHTING_PART.length + 1).replace("\u0000", " ")} ${first} ${times}`;
}

/** The number of the process that wrote an entry of the log. @param id the first part of its key: a request id */
export function loggedBy(id: string): number {
  const { segment } = locate(id) ?? { segment: "" };
  return parseInt(segment.slice(-NONCE_CHARS), 16) >>> COUNT_BITS;
}

/** The lines without those of an account's own sightings. */
export function linesWithout(account: string, lines: readonly string[]): string[] {
  return lines.filter((line) => !line.split(" ")[1]!.startsWith(accountSightings(account)));
}

/** Reads a line that `lineOf` wrote. */
export function readLine(line: string): [name: string, sighting: Sighting] {
  const [kind, hash, first, times] = line.split(" ") as [string, string, string, string];
  return [nameOf(kind, hash), [Number(first), Number(times)]];
}
