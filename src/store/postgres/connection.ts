/**
 * The connections to a PostgreSQL server: opened when they are needed, and again after a loss. A statement fails when the
 * server stays silent for too long. Errors name the server and never contain the password.
 */
import postgres from "postgres";
import { retryOnConflict } from "../../concurrency/retry.ts";
import { StoreFailure } from "../failure.ts";
import { serverName, withHost, withoutSocket } from "./server_url.ts";

/** The number of statements that run concurrently, unless a setting says otherwise. */
export const CONNECTIONS = 4;
const CONNECT_SECONDS = 10;
/** Pause before a lost connection is opened again, in seconds. */
const RECONNECT_SECONDS = 0.25;
/** A statement without an answer for this long fails: the server or the network is down without a sign. */
const SILENT_MS = 30_000;
/** As SILENT_MS, for statements that were running when a closed connection was written to: a healthy server answers sooner. */
const LOST_MS = 1000;
const MAX_ATTEMPTS = 20;

/** SQLSTATEs of a deadlock and of a serialization failure: the server rolled the transaction back, and it can be repeated. */
const ROLLED_BACK = new Set(["40001", "40P01"]);

type Client = postgres.Sql;
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
  readonly connections: number;
  readonly #silentMs: number;
  /** For each statement without an answer: shortens its timeout. */
  readonly #hurry = new Set<() => void>();
  readonly #forgive = (event: ErrorEvent) => {
    if (!isLateWrite(event.error)) return;
    event.preventDefault();
    for (const hurry of this.#hurry) hurry();
  };
  #client: Client;
  /** @throws StoreError when the URL cannot be read */
  constructor(url: string, options: { connections?: number; silentMs?: number } = {}) {
    this.name = serverName(url);
    this.connections = options.connections ?? CONNECTIONS;
    this.#silentMs = options.silentMs ?? SILENT_MS;
    this.#client = this.#connect(withHost(url));
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
   * Whether a pooler is between this process and the server: it shows a process id of its own, and may give each transaction
   * another session, which knows no statements of earlier ones. Then statements have no names, also those of transactions.
   */
  async detectPooler(): Promise<boolean> {
    return await this.#within(async (client) => {
      const asked = client.unsafe("select pg_backend_pid() as pid", [], { prepare: false });
      const answer = await asked;
      const shown = (answer as { state?: { pid?: number } }).state?.pid;
      if (shown === undefined || Number(answer[0]!.pid) === shown) return false;
      this.#client = connectAgain(client, { prepare: false });
      await client.end({ timeout: 5 });
      return true;
    });
  }

  /** As `transaction`, of one snapshot, for several `copy … to stdout`. */
  async snapshot<T>(work: (copyOut: CopyOut) => Promise<T>): Promise<T> {
    const client = this.#client;
    return await client.begin(
      "isolation level repeatable read read only",
      (statements) => work((text) => this.#copyOut(client, statements, text)),
    ) as T;
  }

  /** Gives up all connections: what waits for them fails. */
  reconnect(): void {
    const client = this.#client;
    this.#client = connectAgain(client);
    void client.end({ timeout: 0 }).catch(() => {});
  }

  /** The bytes of `copy … to stdout`, which are held as a whole. */
  copyOut(text: string): Promise<readonly Uint8Array[]> {
    return this.#copyOut(this.#client, this.#client, text);
  }

  #copyOut(client: Client, statements: Pick<Client, "unsafe">, text: string): Promise<readonly Uint8Array[]> {
    return this.#inTime(client, async () => {
      const stream = await statements.unsafe(text).readable();
      const pieces: Uint8Array[] = [];
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      stream.on("data", (piece) => pieces.push(piece)).on("end", resolve).on("error", reject);
      await promise;
      // The package may have paused the connection, and continues it only when it is asked for more.
      stream._read(0);
      return pieces;
    });
  }

  /** `copy … from stdin` with these bytes. Only for rows that the table surely takes: the package does not report a refusal. */
  async copyIn(text: string, bytes: Uint8Array): Promise<void> {
    const client = this.#client;
    await this.#inTime(client, async () => {
      const stream = await client.unsafe(text).writable();
      const done = Promise.withResolvers<void>();
      stream.on("finish", done.resolve).on("error", done.reject).end(bytes);
      await done.promise;
    });
  }

  async close(): Promise<void> {
    await this.#client.end({ timeout: 5 });
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

  #connect(given: string): Client {
    const { url, socketFolder } = withoutSocket(given);
    return postgres(url, {
      max: this.connections,
      connect_timeout: CONNECT_SECONDS,
      backoff: () => RECONNECT_SECONDS,
      fetch_types: false,
      onnotice: () => {},
      // Without it the package asks the system for the user's name, which needs another permission.
      ...(/^\w+:\/\/[^/]*@/.test(url) ? {} : { user: userOfEnvironment() }),
      ...(socketFolder === null ? {} : { host: socketFolder }),
    });
  }
}

/**
 * A new client with the options of an earlier one. The package reads `PG…` variables where it reads a URL, and a server gives
 * up its access to the environment once its store is open; parsed options it takes as they are.
 */
function connectAgain(client: Client, changed: { readonly prepare?: boolean } = {}): Client {
  // As an object: the package's types do not say that it takes its own parsed options.
  const parsed: object = { ...client.options, ...changed };
  return postgres(parsed);
}

/**
 * The package (3.4.9) sends short messages from a timer, also after the server closed the connection: that throws an error
 * which no caller can catch, and which would end the process (porsager/postgres#1208).
 */
export function isLateWrite(error: unknown): boolean {
  return error instanceof TypeError && /\(reading 'write'\)/.test(error.message) &&
    /\bnextWrite\b.*\bpostgres\b/.test(error.stack ?? "");
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

/** SQLSTATE, or the code of a network error; empty when there is none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

function userOfEnvironment(): string {
  return Deno.env.get("PGUSER") ?? Deno.env.get("USER") ?? "postgres";
}
