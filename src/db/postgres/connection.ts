/**
 * The connections to a PostgreSQL server: opened when they are needed, and again after a loss. A statement fails when the
 * server stays silent for too long. Errors name the server and never contain the password.
 */
import { retryOnConflict } from "../../concurrency/retry.ts";
import { StoreFailure } from "../failure.ts";
import { type Client, connectAgain, connectTo, isLateWrite } from "./client.ts";
import { serverName, withHost } from "./server_url.ts";

/** The number of statements that run concurrently, unless a setting says otherwise. */
const CONNECTIONS = 4;
/** Once the store is open, what waits for a connection waits no longer than for a silent server. */
const RECONNECT_WITHIN_SECONDS = 1.5;
/**
 * How soon the server ends a session whose client is gone without a sign (by default after two hours): until then it holds
 * the locks of an unfinished transaction, and everybody waits for them. Poolers refuse such settings, and have their own.
 */
const KEEP_ALIVE = { tcp_keepalives_idle: "2", tcp_keepalives_interval: "1", tcp_keepalives_count: "3" };
/** A statement without an answer for this long fails: the server or the network is down without a sign. */
const SILENT_MS = 30_000;
/** As SILENT_MS, for statements that were running when a closed connection was written to: a healthy server answers sooner. */
const LOST_MS = 1000;
const MAX_ATTEMPTS = 20;
/** Connections that were given up finish for so long what is queued for them, and then what is running. */
const QUEUED_MS = 2000;
const RUNNING_SECONDS = 5;

/** SQLSTATEs of a deadlock and of a serialization failure: the server rolled the transaction back, and it can be repeated. */
const ROLLED_BACK = new Set(["40001", "40P01"]);

/** Of statements whose connection was lost, or could not be opened in time. */
const LOST = /^(CONNECTION_CLOSED|CONNECT_TIMEOUT|ECONNRESET|EPIPE|57P0[123])$/;

export type Argument = Uint8Array | string | number;
export type Row = Readonly<Record<string, unknown>>;
/** The bytes of `copy … to stdout`. */
export type CopyOut = (text: string) => Promise<readonly Uint8Array[]>;
/** Runs one statement. */
export type RunStatement = (text: string, values: readonly Argument[]) => Promise<Answer>;

interface Answer {
  readonly rows: readonly Row[];
  /** Rows that were read or written. */
  readonly count: number;
}

export class PostgresLink {
  /** `host:port/database`. */
  readonly name: string;
  readonly #connections: number;
  readonly #silentMs: number;
  /** For each statement without an answer: shortens its timeout. */
  readonly #hurry = new Set<() => void>();
  readonly #forgive = (event: ErrorEvent) => {
    if (!isLateWrite(event.error)) return;
    event.preventDefault();
    for (const hurry of this.#hurry) hurry();
  };
  #client: Client;
  /** Clients that were given up, until what they are doing is done. */
  readonly #leaving = new Map<Client, ReturnType<typeof setTimeout>>();

  /** @throws StoreError when the URL cannot be read */
  constructor(url: string, options: { connections?: number; silentMs?: number } = {}) {
    this.name = serverName(url);
    this.#connections = options.connections ?? CONNECTIONS;
    this.#silentMs = options.silentMs ?? SILENT_MS;
    this.#client = connectTo(withHost(url), this.#connections);
    addEventListener("error", this.#forgive);
  }

  /** One statement outside a transaction. */
  async query(text: string, values: readonly Argument[]): Promise<Answer> {
    return await this.#within((client) => query(client, text, values));
  }

  /**
   * Several statements as one transaction. After a conflict with another transaction, `work` runs again from the start.
   * @param mode follows BEGIN
   */
  async transaction<T>(mode: string, work: (run: RunStatement) => Promise<T>): Promise<T> {
    return await this.#within(async (client) =>
      await client.begin(
        mode,
        (statements) => work((text, values) => query(statements, text, values)),
      ) as T
    );
  }

  /**
   * To be called once, first. Whether a pooler is between this process and the server: it shows a process id of its own, and may give each transaction
   * another session, which knows no statements of earlier ones. Then statements have no names, also those of transactions.
   */
  async detectPooler(): Promise<boolean> {
    return await this.#within(async (client) => {
      const query = client.unsafe("select pg_backend_pid() as pid", [], { prepare: false });
      const answer = await query;
      const shown = (answer as { state?: { pid?: number } }).state?.pid;
      const isPooled = shown !== undefined && Number(answer[0]!.pid) !== shown;
      const changed = isPooled
        ? { prepare: false }
        : { connection: { ...client.options.connection, ...KEEP_ALIVE } };
      this.#client = connectAgain(client, { connect_timeout: RECONNECT_WITHIN_SECONDS, ...changed });
      await client.end({ timeout: 5 });
      return isPooled;
    });
  }

  /** As `transaction`, of one snapshot, for several `copy … to stdout`. It is not repeated: `work` may have passed on what it read. */
  async snapshot<T>(work: (copyOut: CopyOut) => Promise<T>): Promise<T> {
    const client = this.#client;
    return await client.begin(
      "isolation level repeatable read read only",
      (statements) => work((text) => this.#inTime(client, () => copyOut(statements, text))),
    ) as T;
  }

  /**
   * After a loss of a connection all are opened again. The package (3.4.9) leaves a message that it could not send in front of
   * those of the next connection of the same object, and does not send these: whatever waits for it would time out again and
   * again, while other connections work.
   */
  #renew(client: Client): void {
    if (client !== this.#client) return;
    this.#client = connectAgain(client);
    const leave = () =>
      void client.end({ timeout: RUNNING_SECONDS }).finally(() => this.#leaving.delete(client));
    this.#leaving.set(client, setTimeout(leave, QUEUED_MS));
  }

  /** Gives up all connections: what waits for them fails. */
  reconnect(): void {
    const client = this.#client;
    this.#client = connectAgain(client);
    void client.end({ timeout: 0 }).catch(() => {});
  }

  /** The bytes of `copy … to stdout`, which are held as a whole. */
  copyOut(text: string): Promise<readonly Uint8Array[]> {
    return this.#within((client) => copyOut(client, text));
  }

  /** `copy … from stdin` with these bytes. Only for rows that the table surely takes: the package does not report a refusal. */
  async copyIn(text: string, bytes: Uint8Array): Promise<void> {
    await this.#within(async (client) => {
      const stream = await client.unsafe(text).writable();
      const done = Promise.withResolvers<void>();
      stream.on("finish", done.resolve).on("error", done.reject).end(bytes);
      await done.promise;
    });
  }

  async close(): Promise<void> {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    const clients = [this.#client, ...this.#leaving.keys()];
    await Promise.all(clients.map((client) => client.end({ timeout: 5 })));
    removeEventListener("error", this.#forgive);
  }

  async #within<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return await retryOnConflict(() => {
      const client = this.#client;
      return this.#inTime(client, () => work(client));
    }, {
      when: (error) => error instanceof Error && ROLLED_BACK.has(codeOf(error)),
      attempts: MAX_ATTEMPTS,
      pauseMs: (attempt) => Math.random() * Math.min(100, 2 ** attempt),
    });
  }

  async #inTime<T>(client: Client, work: () => Promise<T>): Promise<T> {
    const silence = Promise.withResolvers<never>();
    const giveUp = () => {
      silence.reject(new StoreFailure(`the store ${this.name} does not answer`));
      if (this.#client === client) this.reconnect();
    };
    let timer = setTimeout(giveUp, this.#silentMs);
    const hurry = () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, Math.min(LOST_MS, this.#silentMs));
    };
    this.#hurry.add(hurry);
    try {
      return await Promise.race([work(), silence.promise]);
    } catch (error) {
      if (error instanceof Error && LOST.test(codeOf(error))) this.#renew(client);
      throw this.#withName(error);
    } finally {
      clearTimeout(timer);
      this.#hurry.delete(hurry);
    }
  }

  /** Adds the name of the store to errors of the network; errors of the server are kept as they are. */
  #withName(error: unknown): unknown {
    if (!(error instanceof Error) || error.message.startsWith("the store ")) return error;
    const code = codeOf(error);
    if (!/^(CONN|ECONN|E[A-Z]+$|[0-9A-Z]{5}$)/.test(code)) return error;
    const text = error.message || code;
    return Object.assign(new StoreFailure(`the store ${this.name}: ${text}`, { cause: error }), { code });
  }
}

async function query(
  statements: Pick<Client, "unsafe">,
  text: string,
  values: readonly Argument[],
): Promise<Answer> {
  // Where statements have names at all: see `detectPooler`.
  const rows = await statements.unsafe(text, [...values] as string[], { prepare: true });
  return { rows, count: rows.count };
}

async function copyOut(statements: Pick<Client, "unsafe">, text: string): Promise<readonly Uint8Array[]> {
  const stream = await statements.unsafe(text).readable();
  const pieces: Uint8Array[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  stream.on("data", (piece) => pieces.push(piece)).on("end", resolve).on("error", reject);
  await promise;
  // The package may have paused the connection, and continues it only when it is asked for more.
  stream._read(0);
  return pieces;
}

/** SQLSTATE, or the code of a network error; empty when there is none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
