/** The process that has an embedded store open, for the workers of one machine: it reads and commits what they request. */
import type { Batch, Engine, Entry, Key, ScanOptions } from "../engine.ts";
import {
  MessageStream,
  type Operation,
  type Operations,
  PAGE,
  type Reply,
  type Request,
} from "./messages.ts";

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
        const connection: Served = new MessageStream(await this.#listener.accept());
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

  async #answer(connection: Served, { id, operation, given }: Request): Promise<void> {
    try {
      connection.send({ id, answer: await this.#run(operation, given) });
    } catch (error) {
      connection.send({ id, error: (error as Error).message, isWrong: error instanceof TypeError });
    }
  }

  async #run(operation: Operation, given: unknown): Promise<Operations[Operation]["answer"]> {
    // Both ends are the same program, which types what it sends.
    if (operation === "get") return await this.#engine.get(given as readonly Key[]);
    if (operation === "commit") return await this.#engine.commit(given as Batch);
    if (operation === "scan") return await this.#page(given as Operations["scan"]["given"]);
    if (operation === "fileSizes") return await this.#engine.fileSizes?.() ?? {};
    await this.#engine.overwrite?.(given as boolean);
    return null;
  }

  async #page({ prefix, options }: { prefix: Key; options: ScanOptions }): Promise<Entry[]> {
    const limit = Math.min(PAGE, options.limit ?? Infinity);
    return await Array.fromAsync(this.#engine.scan(prefix, { ...options, limit }));
  }
}
