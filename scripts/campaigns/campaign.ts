/** What a campaign of fraud is: how its members are made, and when its waves come. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/model/duration.ts";
import type { Random } from "../linked/random.ts";
import type { People, Signup } from "./people.ts";

/** A wave of so many members within a time. */
interface Wave {
  readonly size: number;
  readonly spreadMs: number;
}

export interface Kind {
  readonly name: string;
  /** By this member at the latest it is on a card. */
  readonly foundBy: number;
  readonly first: (random: Random) => Wave;
  readonly next: (random: Random) => Wave;
  /** Chooses how this campaign does it; the member is the count of those before it. */
  readonly begin: (people: People) => (member: number, at: number) => Signup;
}

export interface Campaign {
  readonly kind: Kind;
  /** Of each wave the times of its members, in order. */
  readonly waves: readonly (readonly number[])[];
  readonly make: (member: number, at: number) => Signup;
}

/** Between the last member of a wave and the first of the next one, at least. */
const PAUSE_MS = 20 * HOUR_MS;
const WAVES = 3;

/** @param from its first member signs up then */
export function campaignOf(people: People, kind: Kind, from: number): Campaign {
  const { random } = people;
  const waves: number[][] = [];
  let begin = from;
  for (let wave = 0; wave < WAVES; wave++) {
    const { size, spreadMs } = (wave === 0 ? kind.first : kind.next)(random);
    const times = Array.from({ length: size }, () => begin + random.next() * spreadMs).sort((a, b) => a - b);
    waves.push(times);
    begin = times.at(-1)! + PAUSE_MS + random.next() * DAY_MS;
  }
  return { kind, waves, make: kind.begin(people) };
}

/** A number of members in a number of hours, each from a least to a most. */
export function wave(
  size: readonly [least: number, most: number],
  hours: readonly [least: number, most: number],
): (random: Random) => Wave {
  return (random) => ({
    size: size[0] + random.below(size[1] - size[0] + 1),
    spreadMs: (hours[0] + random.next() * (hours[1] - hours[0])) * HOUR_MS,
  });
}

/** The automation of a quarter of an hour. */
export function minutes(size: number, spread: number): () => Wave {
  return () => ({ size, spreadMs: spread * MINUTE_MS });
}
