/** Score records: read back by request id, or listed by account, newest first. Written through the writer's segments. */
import type { ScoreRecord } from "../domain/records.ts";
import type { Engine } from "./engine.ts";
import { unpackScore } from "./packed_score.ts";
import { chunkKeys, locate, recordIn, recordsIn, segmentFrom } from "./segment.ts";

export class Scores {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Null when there is none, it belongs to another account, or its time is over. */
  async get(account: string, requestId: string, now: number): Promise<ScoreRecord | null> {
    const place = locate(requestId);
    if (place === null) return null;
    const { prefix, end } = chunkKeys(place.segment, place.index);
    for await (const { value } of this.#engine.scan(prefix, { end, reverse: true })) {
      const packed = recordIn(value as Uint8Array, place.index);
      if (packed === null) continue;
      const record = unpackScore(packed);
      return record.id === requestId && record.account === account && record.expiresAt > now ? record : null;
    }
    return null;
  }

  /** An account's records of a span of time, newest first. The caller keeps the span within the retention. */
  async *list(account: string, span: { since: number; until: number }): AsyncIterable<ScoreRecord> {
    const prefix = ["scores-of", account];
    const bounds = {
      start: [...prefix, segmentFrom(span.since)],
      end: [...prefix, segmentFrom(span.until + 1)],
    };
    for await (const { key, value: indexes } of this.#engine.scan(prefix, { ...bounds, reverse: true })) {
      const name = key[2]!;
      const wanted = new Set(indexes as number[]);
      const records: ScoreRecord[] = [];
      const { prefix: chunks } = chunkKeys(name.slice(0, 18), 0);
      for await (const { value } of this.#engine.scan(chunks)) {
        for (const { index, record } of recordsIn(value as Uint8Array)) {
          if (wanted.has(index)) records.push(unpackScore(record()));
        }
      }
      yield* records.reverse();
    }
  }
}
