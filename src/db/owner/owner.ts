/** The process that has an embedded store open, for the workers of one machine: it reads and commits what they request. */
import { within } from "../../concurrency/time_limit.ts";
import type { Engine, Entry } from "../engine.ts";
import { LAST, MessageStream, type Operations, PAGE, type Reply, type Request } from "./messages.ts";
import { decodeRequest, encodeReply } from "./wire.ts";

/** A worker that is stopped answers nothing. */
const END_MS = 2000;

type Served = MessageStream<Request, Reply>;

export class StoreOwner {
  readonly #engine: Engine;
  readonly #listener: Deno.UnixListener;
  /** Each with what resolves when all that it sent is answered. */
  readonly #connections = new Map<Served, Promise<void>>();
  #isClosed = false;

  /** @param path of the socket; one that a killed process left is replaced. @throws what listening throws */
  constructor(engine: Engine, path: string) {
    this.#engine = engine;
    try {
      Deno.removeSync(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    this.#listener = Deno.listen({ transport: "unix", path });
    Deno.chmodSync(path, 0o600);
    void this.#accept();
  }

  /** Resolves when no process is connected, at the latest after so many milliseconds. */
  async left(ms: number): Promise<void> {
    const ended = async () => {
      while (this.#connections.size > 0) await Promise.all(this.#connections.values());
    };
    await within(ended(), ms);
  }

  /** Answers what was sent, then closes the connections. The engine stays open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listener.close();
    for (const connection of this.#connections.keys()) connection.send({ id: LAST, answer: null });
    await within(Promise.all(this.#connections.values()), END_MS); // one of them may be stuck
    for (const connection of this.#connections.keys()) connection.close();
  }

  async #accept(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const connection: Served = new MessageStream(await this.#listener.accept(), {
          encode: encodeReply,
          decode: decodeRequest,
        });
        const following = this.#follow(connection).finally(() => this.#connections.delete(connection));
        this.#connections.set(connection, following);
      } catch {
        // Closed, or a connection that ended before it was accepted.
      }
    }
  }

  async #follow(connection: Served): Promise<void> {
    const working = new Set<Promise<void>>();
    try {
      for await (const request of connection.messages()) {
        const answering: Promise<void> = this.#answer(connection, request)
          .finally(() => working.delete(answering));
        working.add(answering);
      }
    } catch {
      // The worker was killed.
    }
    await Promise.all(working);
    await connection.sent();
    connection.close();
  }

  async #answer(connection: Served, request: Request): Promise<void> {
    try {
      connection.send(await this.#run(request));
    } catch (error) {
      const { message } = error as Error;
      connection.send({ id: request.id, error: message, isWrong: error instanceof TypeError });
    }
  }

  async #run(request: Request): Promise<Reply> {
    const { id, operation, given } = request;
    const engine = this.#engine;
    if (operation === "get") return { id, entries: await engine.get(given), hasKeys: false };
    if (operation === "commit") return { id, answer: await engine.commit(given) };
    if (operation === "scan") return { id, entries: await this.#page(given), hasKeys: true };
    if (operation === "fileSizes") return { id, answer: await engine.fileSizes?.() ?? {} };
    await engine.overwrite?.(given);
    return { id, answer: null };
  }

  async #page({ prefix, options }: Operations["scan"]["given"]): Promise<Entry[]> {
    const limit = Math.min(PAGE, options.limit ?? Infinity);
    return await Array.fromAsync(this.#engine.scan(prefix, { ...options, limit }));
  }
}
