/**
 * Messages between the process that owns an embedded store and those that use it, over a Unix socket of the data folder, which
 * only its user may enter: four bytes, big-endian, with its format and its length, and what `wire.ts` makes of a request or a reply.
 */
import type { Batch, Entry, Json, Key, ScanOptions } from "../engine.ts";

/** What is requested of the owner, and what it answers. */
export interface Operations {
  readonly get: { readonly given: readonly Key[]; readonly answer: readonly (Entry | null)[] };
  /** A page of a scan: at most PAGE entries. */
  readonly scan: {
    readonly given: { readonly prefix: Key; readonly options: ScanOptions };
    readonly answer: readonly Entry[];
  };
  readonly commit: { readonly given: Batch; readonly answer: string | null };
  readonly overwrite: { readonly given: boolean; readonly answer: null };
  readonly fileSizes: { readonly given: null; readonly answer: Readonly<Record<string, number>> };
}

export type Operation = keyof Operations;

export type Request = {
  readonly [O in Operation]: {
    readonly id: number;
    readonly operation: O;
    readonly given: Operations[O]["given"];
  };
}[Operation];

export type Reply =
  | {
    readonly id: number;
    readonly entries: readonly (Entry | null)[];
    /** False: they are of keys that the request has, in its order. */
    readonly hasKeys: boolean;
  }
  | { readonly id: number; readonly answer: Json }
  | {
    readonly id: number;
    readonly error: string;
    /** The batch is one that no engine takes. */
    readonly isWrong: boolean;
  };

/** The number of a reply to no request: the owner ends, and answers only what was sent before the other end has read this. */
export const LAST = 0;

/** Entries of one page of a scan. */
export const PAGE = 500;
/** Above the length of a message, which has so many bits: servers of two versions may overlap. */
const FORMAT = 1;
const LENGTH_BITS = 26;
const HEAD = 4;

interface Codec<In, Out> {
  /** The parts of its bytes. */
  readonly encode: (message: Out) => readonly Uint8Array[];
  /** @throws Error for what is no message */
  readonly decode: (bytes: Uint8Array) => In;
}

/** One end of a connection. What is sent within a turn of the event loop leaves together. */
export class MessageStream<In, Out> {
  readonly #conn: Deno.UnixConn;
  readonly #codec: Codec<In, Out>;
  #waiting: Uint8Array[] = [];
  #writing: Promise<void> | null = null;

  constructor(conn: Deno.UnixConn, codec: Codec<In, Out>) {
    this.#conn = conn;
    this.#codec = codec;
  }

  send(message: Out): void {
    const body = this.#codec.encode(message);
    const head = new Uint8Array(HEAD);
    const length = body.reduce((sum, part) => sum + part.length, 0);
    if (length >= 2 ** LENGTH_BITS) throw new TypeError("too long for a message");
    new DataView(head.buffer).setUint32(0, FORMAT * 2 ** LENGTH_BITS + length);
    this.#waiting.push(head, ...body);
    this.#writing ??= Promise.resolve().then(() => this.#write()).finally(() => this.#writing = null);
  }

  /** Resolves when what was sent has left, or cannot. */
  async sent(): Promise<void> {
    await this.#writing;
  }

  /** What was sent is the last, as the other end sees when it has read it. */
  async end(): Promise<void> {
    await this.#writing;
    await this.#conn.closeWrite().catch(() => {}); // it is closed already
  }

  close(): void {
    try {
      this.#conn.close();
    } catch {
      // It is closed already.
    }
  }

  /** The messages of the other end, until it closes. @throws what the connection throws, and Error for what is no message */
  async *messages(): AsyncIterable<In> {
    let held: Uint8Array = new Uint8Array(0);
    const chunk = new Uint8Array(256 * 1024);
    for (;;) {
      const count = await this.#conn.read(chunk);
      if (count === null) return;
      const read = chunk.subarray(0, count);
      held = held.length === 0 ? read : joined([held, read]);
      for (;;) {
        if (held.length < HEAD) break;
        const length = new DataView(held.buffer, held.byteOffset).getUint32(0) - FORMAT * 2 ** LENGTH_BITS;
        if (length < 0 || length >= 2 ** LENGTH_BITS) throw new Error("a message of another program");
        if (held.length < HEAD + length) break;
        yield this.#codec.decode(held.subarray(HEAD, HEAD + length));
        held = held.subarray(HEAD + length);
      }
      held = held.slice(); // the next read overwrites the chunk
    }
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const bytes = joined(this.#waiting);
        this.#waiting = [];
        for (let at = 0; at < bytes.length;) at += await this.#conn.write(bytes.subarray(at));
      }
    } catch {
      this.#waiting = [];
      this.close(); // its reader sees the end
    }
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
