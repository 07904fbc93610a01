/** One sighting: when a value was first seen and how often, its key, and its line in the log of sightings. */
import type { Key } from "../engine.ts";

export const TOPIC = "sighting";

/** One scoring of a value. Hashes hold no blanks. */
export interface Seen {
  readonly kind: string;
  readonly hash: string;
  /** Milliseconds since the epoch: first seen then, when it was not known before. */
  readonly at: number;
  /** With this one; set by the commit, where scorings of one moment count each other. */
  counted?: Sighting;
}

export type Sighting = readonly [firstSeen: number, times: number];

/** Together with what other processes counted. */
export function plus([first, times]: Sighting, elsewhere: Sighting | undefined): Sighting {
  return elsewhere === undefined
    ? [first, times]
    : [Math.min(first, elsewhere[0]), Math.max(1, times + elsewhere[1])];
}

/** Of the log. */
export function lineOf([name, [first, times]]: [string, Sighting]): string {
  return `${name.slice(TOPIC.length + 1).replace("\u0000", " ")} ${first} ${times}`;
}

/** The text of the key. */
export function nameOf(kind: string, hash: string): string {
  return `${TOPIC}\u0000${kind}\u0000${hash}`;
}

export function keyOfName(name: string): Key {
  return name.split("\u0000");
}

/** As `lineOf` wrote it. */
export function readLine(line: string): [name: string, sighting: Sighting] {
  const [kind, hash, first, times] = line.split(" ") as [string, string, string, string];
  return [nameOf(kind, hash), [Number(first), Number(times)]];
}
