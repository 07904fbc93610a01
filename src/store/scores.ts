/** Score records: read back by request id, or listed by account, newest first. Written through the writer's segments. */
import type { ScoreRecord } from "../domain/records.ts";
import type { Engine } from "./engine.ts";
import { unpackScore } from "./packed_score.ts";
import { chunkKeys, locate, recordsIn, segmentFrom, segmentTime } from "./segment.ts";

export class Scores {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Null when there is none, it belongs to another account, or its time is over. */
  async get(account: string, requestId: string, now: number): Promise<ScoreRecord | null> {
    return (await this.getMany(account, [requestId], now)).get(requestId) ?? null;
  }

  /** Those of the ids that `get` would find. A segment in which several of them stand is read once. */
  async getMany(
    account: string,
    requestIds: readonly string[],
    now: number,
  ): Promise<ReadonlyMap<string, ScoreRecord>> {
    const segments = new Map<string, Map<string, number>>();
    for (const id of requestIds) {
      const place = locate(id);
      if (place === null) continue;
      const wanted = segments.get(place.segment) ?? new Map<string, number>();
      segments.set(place.segment, wanted.set(id, place.index));
    }
    const found = new Map<string, ScoreRecord>();
    await Promise.all([...segments].map(async ([segment, wanted]) => {
      for await (const record of this.#find(segment, wanted)) {
        if (record.account === account && record.expiresAt > now) found.set(record.id, record);
      }
    }));
    return found;
  }

  /** Records of a segment by their ids and indexes. A chunk begins with the index it is named by, so the last ones come first. */
  async *#find(segment: string, wanted: ReadonlyMap<string, number>): AsyncIterable<ScoreRecord> {
    const left = new Set(wanted.values());
    const { prefix, end } = chunkKeys(segment, Math.max(...left));
    for await (const { value } of this.#engine.scan(prefix, { end, reverse: true })) {
      for (const { index, record } of recordsIn(value as Uint8Array)) {
        if (!left.delete(index)) continue;
        const unpacked = unpackScore(record());
        if (wanted.has(unpacked.id)) yield unpacked;
      }
      if (left.size === 0) return;
    }
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

  /** How many an account has from a moment on. At `limit` the count ends, `capped`, and `since` says how far back it went. */
  async count(
    account: string,
    { since, limit }: { since: number; limit: number },
  ): Promise<{ count: number; since: number; capped: boolean }> {
    const prefix = ["scores-of", account];
    const start = [...prefix, segmentFrom(since)];
    let count = 0;
    for await (const { key, value: indexes } of this.#engine.scan(prefix, { start, reverse: true })) {
      count += (indexes as number[]).length;
      if (count >= limit) return { count, since: segmentTime(key[2]!), capped: true };
    }
    return { count, since, capped: false };
  }
}
