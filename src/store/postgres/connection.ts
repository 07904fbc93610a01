/**
 * The connections to a PostgreSQL server: opened when they are needed, and again after a loss. A statement fails when the
 * server stays silent for too long. Errors name the server and never contain the password.
 */
import postgres from "postgres";
import { retryOnConflict } from "../../concurrency/retry.ts";
import { StoreError } from "../engine.ts";
import { StoreFailure } from "../failure.ts";

/** The number of statements that run concurrently. */
const MAX_CONNECTIONS = 8;
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
type Argument = Uint8Array | string | number;
export type Row = Readonly<Record<string, unknown>>;
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

  /** @throws StoreError when the URL cannot be read */
  constructor(url: string, options: { connections?: number; silentMs?: number } = {}) {
    this.name = serverName(url);
    this.#connections = options.connections ?? MAX_CONNECTIONS;
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
      await client.begin(mode, (statements) => work((text, values) => query(statements, text, values))) as T
    );
  }

  /** As `transaction`, for one that may last long: each statement has its own timeout. */
  async longTransaction<T>(mode: string, work: (run: RunStatement) => Promise<T>): Promise<T> {
    const client = this.#client;
    return await client.begin(
      mode,
      (statements) => work((text, values) => this.#inTime(client, () => query(statements, text, values))),
    ) as T;
  }

  /** Gives up all connections: what waits for them fails. */
  reconnect(): void {
    const client = this.#client;
    this.#client = connectAgain(client);
    void client.end({ timeout: 0 }).catch(() => {});
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
      throw this.#named(error);
    } finally {
      clearTimeout(timer);
      this.#hurry.delete(hurry);
    }
  }

  /** Adds the name of the store to errors of the network; errors of the server are kept as they are. */
  #named(error: unknown): unknown {
    if (!(error instanceof Error) || error.message.startsWith("the store ")) return error;
    const code = codeOf(error);
    if (!/^(CONN|ECONN|E[A-Z]+$|[0-9A-Z]{5}$)/.test(code)) return error;
    const text = error.message || code;
    return Object.assign(new StoreFailure(`the store ${this.name}: ${text}`, { cause: error }), { code });
  }

  #connect(given: string): Client {
    const { url, socketFolder } = withoutSocket(given);
    return postgres(url, {
      max: this.#connections,
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
function connectAgain(client: Client): Client {
  // As an object: the package's types do not say that it takes its own parsed options.
  const parsed: object = client.options;
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
  const rows = await statements.unsafe(text, [...values] as string[], { prepare: true });
  return { rows, count: rows.count };
}

/** SQLSTATE, or the code of a network error; empty when there is none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

/** `host:port/database` of a URL, without user and password. @throws StoreError */
export function serverName(url: string): string {
  url = withHost(url);
  const [, authority = "", path = ""] = /^postgres(?:ql)?:\/\/([^/?#]*)([^#]*)$/.exec(url) ?? [];
  const hosts = authority.slice(authority.lastIndexOf("@") + 1);
  const database = path.split("?")[0]!;
  if (!URL.canParse(hosts.includes(",") ? url.replace(hosts, hosts.split(",")[0]!) : url)) {
    throw new StoreError(`cannot open the store ${hosts}${database}: it is not a postgres:// URL`);
  }
  return `${withoutSocket(url).socketFolder ?? hosts}${database}`;
}

/** Adds the host to a URL without one, as psql does. */
function withHost(url: string): string {
  return url.replace(/^(\w+:\/\/(?:[^/?#]*@)?)(?=[:/?#]|$)/, "$1localhost");
}

/** `?host=/folder` is the folder of a Unix socket, as in psql. */
function withoutSocket(url: string): { url: string; socketFolder: string | null } {
  const folder = /[?&]host=([^&#]*)/.exec(url)?.[1];
  if (folder === undefined) return { url, socketFolder: null };
  return { url: url.replace(/([?&])host=[^&#]*&?/, "$1"), socketFolder: decodeURIComponent(folder) };
}

function userOfEnvironment(): string {
  return Deno.env.get("PGUSER") ?? Deno.env.get("USER") ?? "postgres";
}
