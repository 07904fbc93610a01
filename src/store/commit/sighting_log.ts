/** The log of sightings: what a commit appends to it, and what ended processes left there. */
import { type Engine, type Key, keyText, type SetOp } from "../engine.ts";
import { KEYS } from "../keys.ts";
import type { Sighting } from "../values.ts";
import { lineOf, readLine } from "./sighting.ts";

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
 * @param isHeld true for an id whose entries are left out
 */
export async function readLog(
  engine: Engine,
  own: readonly Key[],
  isHeld: (id: string) => boolean,
): Promise<{ keys: Key[]; found: Map<string, Sighting> }> {
  const keys: Key[] = [];
  const found = new Map<string, Sighting>();
  const known = new Set(own.map(keyText));
  for await (const { key, value } of engine.scan(KEYS.sightingLog.prefix)) {
    if (known.has(keyText(key)) || isHeld(key[2]!)) continue;
    keys.push(key);
    for (const line of decoder.decode(KEYS.sightingLog.read(value)).split("\n")) {
      const [name, sighting] = readLine(line);
      if (sighting[1] > (found.get(name)?.[1] ?? 0)) found.set(name, sighting);
    }
  }
  return { keys, found };
}
