/** The log of sightings: what a commit appends to it, and what ended processes left there. */
import type { ExactChanges } from "../../db/cluster/exact_changes.ts";
import { type Engine, type Key, keyText, type SetOp, type SumOp } from "../../db/engine.ts";
import type { EarlierHashes } from "../secret_record.ts";
import { keyOfName, lineOf, readLine, SIGHTING, type Sighting } from "./sighting.ts";
import { record, shape } from "../define.ts";
import { DAY_MS } from "../../model/duration.ts";

const LINE = /^\w+ [\w~-]+ \d+(?:\.\d+)? \d+$/;

export const SIGHTING_LOG = record({
  prefix: ["sighting", "log"],
  key: ["id", "part"],
  value: shape<Uint8Array>((value) =>
    value instanceof Uint8Array &&
    new TextDecoder().decode(value).split("\n").every((line) => LINE.test(line))
  ),
  lifetimeMs: 400 * DAY_MS,
  place: "work",
});

export type WriteMany = (
  write: { set: readonly SetOp[] } | { sum: readonly SumOp[] } | { delete: readonly Key[] },
) => Promise<void>;

/** Null for a value that was never seen. */
export type Loaded = ReadonlyMap<string, Sighting | null>;

/** All maps are by the text of the value's key. */
export interface SightingLog {
  /** What the commit writes: values to their keys (`direct`), and the log of the others. */
  readonly set: readonly SetOp[];
  /** What it adds to values at their keys: then nothing is logged. */
  readonly sum: readonly SumOp[];
  /** Of the log. */
  readonly entries: readonly Key[];
  readonly direct: ReadonlyMap<string, Sighting>;
  readonly logged: ReadonlyMap<string, Sighting>;
  /** How often each was seen in this commit. */
  readonly added: ReadonlyMap<string, number>;
}

export interface SightingsOptions {
  readonly engine: Engine;
  readonly now: () => number;
  /** True while no other process serves the store. Absent: always true. */
  readonly isSoleProcess?: () => boolean;
  /** A value that was not seen under its present hash continues what was seen under an earlier one. Absent: there is none. */
  readonly earlier?: EarlierHashes | null;
  /** True: what is counted is added to the values at once, and told to other processes. Absent: it never is. */
  readonly isTelling?: () => boolean;
  /** With it several processes count exactly. */
  readonly exactChanges?: ExactChanges;
}

/** Lines of about 45 characters; a value has room for 60,000. */
const SIGHTINGS_PER_VALUE = 1000;

/** Values that a commit of scores writes to their keys. */
export const DIRECT_PER_COMMIT = 100;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * What a commit writes of the values that it counted.
 * @param id the request id of the commit's first record
 * @param isQuiet whether nothing else of a value is written soon, so that the commit may write it
 */
export function writeSightings(
  id: string,
  seen: ReadonlyMap<string, Sighting>,
  added: ReadonlyMap<string, number>,
  now: number,
  isQuiet: (name: string) => boolean,
): SightingLog {
  const [direct, logged] = [new Map<string, Sighting>(), new Map<string, Sighting>()];
  for (const [name, sighting] of seen) {
    (direct.size < DIRECT_PER_COMMIT && isQuiet(name) ? direct : logged).set(name, sighting);
  }
  const expiresAt = now + SIGHTING.lifetimeMs;
  const set: SetOp[] = [...direct].map(([name, value]) => ({ key: keyOfName(name), value, expiresAt }));
  const lines = Array.from(logged, lineOf);
  const entries: Key[] = [];
  for (let from = 0; from < lines.length; from += SIGHTINGS_PER_VALUE) {
    const value = encoder.encode(lines.slice(from, from + SIGHTINGS_PER_VALUE).join("\n"));
    const key = SIGHTING_LOG.key(id, String(from));
    set.push({ key, value, expiresAt: now + SIGHTING_LOG.lifetimeMs });
    entries.push(key);
  }
  return { set, sum: [], entries, direct, logged, added };
}

/** As `writeSightings`, for several processes: each adds what it counted. */
export function addSightings(
  seen: ReadonlyMap<string, Sighting>,
  added: ReadonlyMap<string, number>,
  now: number,
): SightingLog {
  const expiresAt = now + SIGHTING.lifetimeMs;
  const sum = Array.from(added, ([name, by]): SumOp => {
    return { key: keyOfName(name), value: [seen.get(name)![0], by], expiresAt };
  });
  return { set: [], sum, entries: [], direct: new Map(), logged: new Map(), added };
}

/**
 * What is in the log, by the text of the value's key.
 * @param known entries that are left out
 * @param isRunning true for an id whose entries belong to a process that may run; their values are `others`
 */
export async function readLog(
  engine: Engine,
  known: readonly Key[],
  isRunning: (id: string) => boolean,
): Promise<{ keys: Key[]; found: Map<string, Sighting>; others: Map<string, Sighting> }> {
  const keys: Key[] = [];
  const [found, others] = [new Map<string, Sighting>(), new Map<string, Sighting>()];
  const knownNames = new Set(known.map(keyText));
  for await (const { key, value } of engine.scan(SIGHTING_LOG.prefix)) {
    if (knownNames.has(keyText(key))) continue;
    const to = isRunning(key[2]!) ? others : found;
    if (to === found) keys.push(key);
    for (const line of decoder.decode(SIGHTING_LOG.read(value)).split("\n")) {
      const [name, sighting] = readLine(line);
      if (sighting[1] > (to.get(name)?.[1] ?? 0)) to.set(name, sighting);
    }
  }
  return { keys, found, others };
}
