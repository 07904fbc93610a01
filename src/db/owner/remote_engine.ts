/** The engine of a worker: each operation is done by the process that owns the embedded store. */
import type { Batch, Engine, Entry, Key, ScanOptions } from "../engine.ts";
import { StoreFailure } from "../failure.ts";
import {
  LAST,
  MessageStream,
  type Operation,
  type Operations,
  PAGE,
  type Reply,
  type Request,
} from "./messages.ts";
import { decodeReply, encodeRequest } from "./wire.ts";

/** An owner that was killed is replaced within this time. */
const RECONNECT_MS = 1200;
const PAUSE_MS = 10;

interface Waiting {
  /** Those that it asked for; null: the answer has them. */
  readonly keys: readonly Key[] | null;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Link {
  readonly stream: MessageStream<Reply, Request>;
  readonly waiting: Map<number, Waiting>;
}

/** The connection ended before the answer: whether the work was done is not known. */
class LinkLost extends StoreFailure {}

export class RemoteEngine implements Engine {
  readonly sums = true;
  readonly #path: string;
  readonly #reconnectMs: number;
  #link: Promise<Link> | null = null;
  #requests = 0;
  #isClosed = false;

  /**
   * @param path of the owner's socket
   * @param reconnectMs for how long an operation waits for an owner
   */
  constructor(path: string, reconnectMs = RECONNECT_MS) {
    this.#path = path;
    this.#reconnectMs = reconnectMs;
  }

  async get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    if (keys.length === 0) return [];
    return [...await this.#repeated("get", keys)];
  }

  async *scan(prefix: Key, options: ScanOptions = {}): AsyncIterable<Entry> {
    let { limit: left = Infinity, ...range } = options;
    while (left > 0) {
      const given = { prefix, options: { ...range, limit: Math.min(left, PAGE) } };
      const page = await this.#repeated("scan", given);
      yield* page;
      left -= page.length;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      // Nothing sorts between a key and the same with an empty part more.
      range = options.reverse ? { ...range, end: last.key } : { ...range, start: [...last.key, ""] };
    }
  }

  async commit(batch: Batch): Promise<string | null> {
    return await this.#request("commit", batch);
  }

  async overwrite(all: boolean): Promise<void> {
    await this.#request("overwrite", all);
  }

  async fileSizes(): Promise<Readonly<Record<string, number>>> {
    return await this.#repeated("fileSizes", null);
  }

  reconnect(): void {
    void this.#link?.then(({ stream }) => stream.close(), () => {});
    this.#link = null;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.reconnect();
    return Promise.resolve();
  }

  /** What only reads is requested once more after a loss of the connection. */
  async #repeated<O extends Operation>(operation: O, given: Operations[O]["given"]) {
    try {
      return await this.#request(operation, given);
    } catch (error) {
      if (!(error instanceof LinkLost) || this.#isClosed) throw error;
      return await this.#request(operation, given);
    }
  }

  /** @throws StoreFailure */
  async #request<O extends Operation>(
    operation: O,
    given: Operations[O]["given"],
  ): Promise<Operations[O]["answer"]> {
    const { stream, waiting } = await (this.#link ??= this.#connect());
    const id = ++this.#requests;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    // It is answered without them, in their order.
    const keys = operation === "get" ? given as readonly Key[] : null;
    waiting.set(id, { keys, resolve, reject });
    stream.send({ id, operation, given } as Request);
    return await promise as Operations[O]["answer"];
  }

  async #connect(): Promise<Link> {
    for (const end = performance.now() + this.#reconnectMs;;) {
      try {
        const conn = await Deno.connect({ transport: "unix", path: this.#path });
        const waiting = new Map<number, Waiting>();
        const decode = (bytes: Uint8Array) => decodeReply(bytes, (id) => waiting.get(id)?.keys ?? null);
        const link: Link = { stream: new MessageStream(conn, { encode: encodeRequest, decode }), waiting };
        void this.#follow(link);
        return link;
      } catch (cause) {
        if (this.#isClosed || performance.now() > end) {
          this.#link = null;
          throw new StoreFailure("the process that owns the store does not run", { cause });
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  async #follow(link: Link): Promise<void> {
    const { stream, waiting } = link;
    try {
      for await (const reply of stream.messages()) {
        if (reply.id === LAST) {
          await this.#leave(link);
          // After the requests that have the link already.
          setTimeout(() => void stream.end(), 0);
          continue;
        }
        const request = waiting.get(reply.id);
        waiting.delete(reply.id);
        if ("entries" in reply) request?.resolve(reply.entries);
        else if ("answer" in reply) request?.resolve(reply.answer);
        else request?.reject(new (reply.isWrong ? TypeError : StoreFailure)(reply.error));
      }
    } catch {
      // The same as its end.
    }
    stream.close();
    await this.#leave(link);
    for (const { reject } of waiting.values()) reject(new LinkLost("the process that owns the store ended"));
    waiting.clear();
  }

  /** The next request makes another one. */
  async #leave(link: Link): Promise<void> {
    if (await this.#link?.catch(() => null) === link) this.#link = null;
  }
}
