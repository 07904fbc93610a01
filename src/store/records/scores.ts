/** Score records: read back by request id, or listed by account, newest first. Written through the writer's segments. */
import type { ScoreRecord } from "../../model/records.ts";
import type { Engine, Key } from "../engine.ts";
import { unpackScore } from "../commit/score_codec.ts";
import { chunkKeys, locate, recordsIn, segmentFrom, segmentTime } from "../commit/segment.ts";

/** An account that has a larger share of a stretch of records has some in most of its chunks. */
const DENSE = 0.2;
/** Of the usual size; there may be fewer or more. */
const RECORDS_PER_CHUNK = 64;

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

  /** Records of a segment by their ids and indexes. */
  async *#find(segment: string, wanted: ReadonlyMap<string, number>): AsyncIterable<ScoreRecord> {
    for await (const chunk of this.#at(segment, wanted.values())) {
      for (const { record } of chunk) if (wanted.has(record.id)) yield record;
    }
  }

  /**
   * Records of a segment by their indexes, a list a chunk, from the last chunk on. A chunk is named by the first index in it,
   * so an index stands in the last chunk that does not begin behind it, or, where commits took turns, in an earlier one:
   * chunks between those are not read, and a shared segment costs an account what holds its own records. Where many are its
   * own, several chunks are read at a time.
   */
  async *#at(
    segment: string,
    indexes: Iterable<number>,
  ): AsyncIterable<{ index: number; record: ScoreRecord }[]> {
    const left = new Set(indexes);
    for (let before: Key | null = null; left.size > 0;) {
      const last = Math.max(...left);
      const { prefix, end: behind }: { prefix: Key; end: Key } = chunkKeys(segment, last);
      const end: Key = before !== null && before[2]! < behind[2]! ? before : behind;
      const stretch = last - Math.min(...left) + 1;
      const limit = left.size > DENSE * stretch ? Math.ceil(stretch / RECORDS_PER_CHUNK) : 1;
      before = null;
      for await (const { key, value } of this.#engine.scan(prefix, { end, reverse: true, limit })) {
        before = key;
        yield recordsIn(value as Uint8Array).filter(({ index }) => left.delete(index))
          .map(({ index, record }) => ({ index, record: unpackScore(record()) }));
        if (left.size === 0) return;
      }
      if (before === null) return;
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
      const found: { index: number; record: ScoreRecord }[] = [];
      for await (const chunk of this.#at(key[2]!.slice(0, 18), indexes as number[])) found.push(...chunk);
      for (const { record } of found.sort((one, other) => other.index - one.index)) yield record;
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
