/** Everything that a store holds, as readable text: to look for traces. */
import { inflateRawSync } from "node:zlib";
import type { Engine, Value } from "../../../src/db/engine.ts";
import { CATALOG } from "../../../src/records/index.ts";
import { LIMITS } from "../../../src/records/limits/shared_limits.ts";
import { SEGMENT } from "../../../src/db/own_rows.ts";

/**
 * A line per entry, its key and its value. Left out is what running processes tell each other and what soon expires by
 * itself: the change log of the last hour, and the limits spent within half a minute.
 */
export async function storeTexts(engine: Engine): Promise<string[]> {
  const lines = new Set<string>();
  for (const row of CATALOG.rows) {
    if (row.prefix[0] === "changes" || row === LIMITS) continue;
    for await (const { key, value } of engine.scan(row.prefix)) {
      lines.add(`${key.join(" ")}: ${textOf(value, row.topic === SEGMENT.topic)}`);
    }
  }
  return [...lines];
}

/** @param deflated it may be */
function textOf(value: Value, deflated: boolean): string {
  if (!(value instanceof Uint8Array)) return JSON.stringify(value);
  const bytes = deflated && value[0] === 0 ? inflateRawSync(value.subarray(1)) : value;
  return new TextDecoder().decode(bytes);
}
