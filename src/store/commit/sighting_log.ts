/** The log of sightings: what a commit appends to it, and what ended processes left there. */
import type { ExactChanges } from "../cluster/exact_changes.ts";
import { type Engine, type Key, keyText, type SetOp } from "../engine.ts";
import { KEYS } from "../keys.ts";
import type { EarlierHashes } from "../secret_record.ts";
import type { Sighting } from "../values.ts";
import { lineOf, readLine } from "./sighting.ts";

export interface SightingLog {
  readonly set: readonly SetOp[];
  readonly seen: ReadonlyMap<string, Sighting>;
  /** How often each was seen in this commit. */
  readonly added: ReadonlyMap<string, number>;
}

export interface SightingsOptions {
  readonly engine: Engine;
  readonly now: () => number;
  /** True while no other process serves the store. Absent: always true. */
  readonly isSoleProcess?: () => boolean;
  /** A value that was not seen under its present hash goes on from what was seen under an earlier one. Absent: there is none. */
  readonly earlier?: EarlierHashes | null;
  /** With it several processes count exactly. */
  readonly exactChanges?: ExactChanges;
}

/** Lines of about 45 characters; a value has room for 60,000. */
const SIGHTINGS_PER_VALUE = 1000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param id the request id of the commit's first record */
export function logEntries(id: string, seen: ReadonlyMap<string, Sighting>, now: number): SetOp[] {
  const { sightingLog } = KEYS;
  const lines = Array.from(seen, lineOf);
  const set: SetOp[] = [];
  for (let from = 0; from < lines.length; from += SIGHTINGS_PER_VALUE) {
    const value = encoder.encode(lines.slice(from, from + SIGHTINGS_PER_VALUE).join("\n"));
    set.push(sightingLog.set(sightingLog.key(id, String(from)), value, now + sightingLog.lifetimeMs));
  }
  return set;
}

/**
 * What is in the log, by the text of the value's key.
 * @param own entries that are left out
 * @param isHeld true for an id whose entries belong to a process that may run; their values are `held`
 */
export async function readLog(
  engine: Engine,
  own: readonly Key[],
  isHeld: (id: string) => boolean,
): Promise<{ keys: Key[]; found: Map<string, Sighting>; held: Map<string, Sighting> }> {
  const keys: Key[] = [];
  const [found, held] = [new Map<string, Sighting>(), new Map<string, Sighting>()];
  const known = new Set(own.map(keyText));
  for await (const { key, value } of engine.scan(KEYS.sightingLog.prefix)) {
    if (known.has(keyText(key))) continue;
    const to = isHeld(key[2]!) ? held : found;
    if (to === found) keys.push(key);
    for (const line of decoder.decode(KEYS.sightingLog.read(value)).split("\n")) {
      const [name, sighting] = readLine(line);
      if (sighting[1] > (to.get(name)?.[1] ?? 0)) to.set(name, sighting);
    }
  }
  return { keys, found, held };
}
