/** The copies of feeds that nodes share: deflated, in chunks, with the lease of the node that fetches a feed. */
import { isLeased } from "../concurrency/clock_rules.ts";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { retryOnConflict } from "../concurrency/retry.ts";
import { type Engine, MAX_VALUE_BYTES, type SetOp } from "../db/engine.ts";
import { WriteConflict } from "../db/failure.ts";
import { record, transient } from "./define.ts";
import { DAY_MS, MINUTE_MS } from "../model/duration.ts";

// The source has them too, so no backup keeps them.
/** A shared copy of a feed: its state as JSON, and where its chunks are. No chunks: it is too large. */
interface StoredFeedCopy {
  readonly state: string;
  readonly sha256: string | null;
  readonly token: string;
  readonly chunks: number;
}
export const FEED_COPY = record({ prefix: "feed-copy", key: ["name"], value: transient<StoredFeedCopy>() });
export const FEED_CHUNK = record({
  prefix: "feed-chunk",
  key: ["name", "token", "at"],
  value: transient<Uint8Array>(),
  lifetimeMs: 400 * DAY_MS,
});
/** Until when a node may fetch the feed. */
export const FEED_LEASE = record({
  prefix: "feed-lease",
  key: ["name"],
  value: transient<number>(),
  lifetimeMs: 5 * MINUTE_MS,
  place: "work",
});

/** Deflated bytes of one copy; of a larger one only the state is shared. */
const MAX_BYTES = 64 * 2 ** 20;
const MAX_INFLATED_BYTES = 256 * 2 ** 20;
const CHUNKS_PER_COMMIT = 10;
/** Longer than fetching and checking a feed takes. */
const LEASE_MS = FEED_LEASE.lifetimeMs;
const WAIT_MS = 250;

interface FeedCopiesOptions {
  readonly engine: Engine;
  readonly now: () => number;
  /** A new id, unique over all processes. */
  readonly id: () => string;
}

export class FeedCopies {
  readonly #options: FeedCopiesOptions;

  constructor(options: FeedCopiesOptions) {
    this.#options = options;
  }

  /** By the name of the feed. */
  async copies(): Promise<Map<string, { state: string; hasBytes: boolean }>> {
    const found = new Map<string, { state: string; hasBytes: boolean }>();
    for await (const { key, value } of this.#options.engine.scan(FEED_COPY.prefix)) {
      const { state, chunks } = FEED_COPY.read(value);
      found.set(key[1]!, { state, hasBytes: chunks > 0 });
    }
    return found;
  }

  /** Null when it is not complete: it is being replaced, or too large. */
  async bytes(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const { engine } = this.#options;
    const [entry] = await engine.get([FEED_COPY.key(name)]);
    const head = FEED_COPY.read(entry?.value);
    if (head === null || head.chunks === 0) return null;
    const parts: Uint8Array[] = [];
    for await (const { value } of engine.scan(FEED_CHUNK.below(name, head.token))) {
      parts.push(FEED_CHUNK.read(value));
    }
    if (parts.length !== head.chunks) return null;
    const whole = await promisify(inflateRaw)(joined(parts), { maxOutputLength: MAX_INFLATED_BYTES });
    return new Uint8Array(whole);
  }

  /** Durable and visible to all nodes when it resolves. @param read the copy; called when its content is not stored yet */
  async publish(
    name: string,
    state: string,
    sha256: string | null,
    read: () => Promise<Uint8Array | null>,
  ): Promise<void> {
    const { engine, id } = this.#options;
    const key = FEED_COPY.key(name);
    const [entry] = await engine.get([key]);
    const before = FEED_COPY.read(entry?.value);
    let head: StoredFeedCopy = { token: "", chunks: 0, ...before, state, sha256 };
    if (sha256 !== null && sha256 !== before?.sha256) {
      const bytes = await read();
      const token = id();
      head = { state, sha256, token, chunks: bytes === null ? 0 : await this.#write(name, token, bytes) };
    }
    await engine.commit({ set: [FEED_COPY.set(key, head)] });
    if (before !== null && before.token !== head.token) await this.#remove(name, before.token);
  }

  /** The right to fetch a feed, and the function that ends it; null: another node has it. @param wait waits for it */
  async lease(name: string, wait: boolean): Promise<(() => void) | null> {
    const { engine, now } = this.#options;
    const key = FEED_LEASE.key(name);
    const taken = async () => {
      const [entry] = await engine.get([key]);
      const until = FEED_LEASE.read(entry?.value) ?? 0;
      if (isLeased(until, now(), LEASE_MS)) return null;
      const expiresAt = now() + LEASE_MS;
      const check = [{ key, version: entry?.version ?? null }];
      return await engine.commit({ check, set: [FEED_LEASE.set(key, expiresAt, expiresAt)] });
    };
    const version = await retryOnConflict(async () => {
      const version = await taken();
      if (version === null) throw new WriteConflict(`another node is fetching ${name}`);
      return version;
    }, {
      when: (error) => wait && error instanceof WriteConflict,
      attempts: LEASE_MS / WAIT_MS,
      pauseMs: () => WAIT_MS,
    }).catch((error) => {
      if (error instanceof WriteConflict) return null;
      throw error;
    });
    if (version === null) return null;
    // Without the commit the lease ends by itself.
    return () => void engine.commit({ check: [{ key, version }], delete: [key] }).catch(() => {});
  }

  /** The number of chunks; 0: it is too large. */
  async #write(name: string, token: string, bytes: Uint8Array): Promise<number> {
    const { engine, now } = this.#options;
    const short = await promisify(deflateRaw)(bytes, { level: 1 });
    if (short.length > MAX_BYTES || bytes.length > MAX_INFLATED_BYTES) return 0;
    const expiresAt = now() + FEED_CHUNK.lifetimeMs;
    const chunks: SetOp[] = [];
    for (let from = 0; from < short.length; from += MAX_VALUE_BYTES) {
      const part = new Uint8Array(short.subarray(from, from + MAX_VALUE_BYTES));
      const place = String(chunks.length).padStart(6, "0");
      chunks.push(FEED_CHUNK.set(FEED_CHUNK.key(name, token, place), part, expiresAt));
    }
    for (let from = 0; from < chunks.length; from += CHUNKS_PER_COMMIT) {
      await engine.commit({ set: chunks.slice(from, from + CHUNKS_PER_COMMIT) });
    }
    return chunks.length;
  }

  async #remove(name: string, token: string): Promise<void> {
    const { engine } = this.#options;
    const keys = [];
    for await (const { key } of engine.scan(FEED_CHUNK.below(name, token))) keys.push(key);
    for (let from = 0; from < keys.length; from += 500) {
      await engine.commit({ delete: keys.slice(from, from + 500) });
    }
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
