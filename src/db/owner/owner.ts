/** The process that has an embedded store open, for the workers of one machine: it reads and commits what they request. */
import type { Engine, Entry } from "../engine.ts";
import { MessageStream, type Operations, PAGE, type Reply, type Request } from "./messages.ts";
import { decodeRequest, encodeReply } from "./wire.ts";

type Served = MessageStream<Request, Reply>;

export class StoreOwner {
  readonly #engine: Engine;
  readonly #listener: Deno.UnixListener;
  readonly #connections = new Set<Served>();
  readonly #working = new Set<Promise<void>>();
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

  /** Answers what is in progress, then closes the connections. The engine stays open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listener.close();
    await Promise.allSettled(this.#working);
    await Promise.all([...this.#connections].map((connection) => connection.sent()));
    for (const connection of this.#connections) connection.close();
  }

  async #accept(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const connection: Served = new MessageStream(await this.#listener.accept(), {
          encode: encodeReply,
          decode: decodeRequest,
        });
        this.#connections.add(connection);
        void this.#follow(connection).finally(() => this.#connections.delete(connection));
      } catch {
        // Closed, or a connection that ended before it was accepted.
      }
    }
  }

  async #follow(connection: Served): Promise<void> {
    try {
      for await (const request of connection.messages()) {
        const working: Promise<void> = this.#answer(connection, request)
          .finally(() => this.#working.delete(working));
        this.#working.add(working);
      }
    } catch {
      // The worker was killed.
    }
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
