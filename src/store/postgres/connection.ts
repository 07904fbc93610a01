/**
 * The connections to a PostgreSQL server: opened when they are needed and again after a loss; a server that went silent is
 * given up after a while. Errors name the server and never hold the password.
 */
import postgres from "postgres";
import { StoreError } from "../engine.ts";
import { StoreFailure } from "../failure.ts";

/** How many statements run at the same time. */
const CONNECTIONS = 8;
const CONNECT_SECONDS = 10;
/** Pause before a lost connection is opened again, in seconds. */
const RECONNECT_SECONDS = 0.25;
/** A statement without an answer for so long: the server or the network is gone without saying so. */
const SILENT_MS = 30_000;
/** As SILENT_MS, for what was under way when a connection was written to after its end: what is healthy answers sooner. */
const LOST_MS = 1000;
const MAX_TRIES = 20;

/** A deadlock or a conflict that the server resolved by undoing this transaction: nothing happened, it can be tried again. */
const UNDONE = new Set(["40001", "40P01"]);

type Client = postgres.Sql;
type Argument = Uint8Array | string | number;
export type Row = Readonly<Record<string, unknown>>;
/** Runs one statement. */
export type Ask = (text: string, values: readonly Argument[]) => Promise<Answer>;

interface Answer {
  readonly rows: readonly Row[];
  /** Rows that were read or written. */
  readonly count: number;
}

export class PostgresLink {
  /** `host:port/database`. */
  readonly name: string;
  readonly #url: string;
  readonly #connections: number;
  readonly #silentMs: number;
  /** For each statement without an answer: gives it up soon. */
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
    this.#url = withHost(url);
    this.#connections = options.connections ?? CONNECTIONS;
    this.#silentMs = options.silentMs ?? SILENT_MS;
    this.#client = this.#connect();
    addEventListener("error", this.#forgive);
  }

  /** One statement that needs no transaction around it. */
  async query(text: string, values: readonly Argument[]): Promise<Answer> {
    return await this.#within((client) => query(client, text, values));
  }

  /**
   * Several statements that happen together or not at all. What a transaction met another's is done again from its
   * start.
   * @param mode what follows BEGIN
   */
  async transaction<T>(mode: string, work: (ask: Ask) => Promise<T>): Promise<T> {
    return await this.#within((client) =>
      client.begin(mode, (statements) => work((text, values) => query(statements, text, values))) as Promise<
        T
      >
    );
  }

  /** As `transaction`, for one that may last: each statement has its own time. */
  async longTransaction<T>(mode: string, work: (ask: Ask) => Promise<T>): Promise<T> {
    const client = this.#client;
    return await client.begin(
      mode,
      (statements) => work((text, values) => this.#inTime(client, () => query(statements, text, values))),
    ) as T;
  }

  async close(): Promise<void> {
    await this.#client.end({ timeout: 5 });
    removeEventListener("error", this.#forgive);
  }

  async #within<T>(work: (client: Client) => Promise<T>): Promise<T> {
    for (let attempt = 1;; attempt++) {
      const client = this.#client;
      try {
        return await this.#inTime(client, () => work(client));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        if (!UNDONE.has(codeOf(error)) || attempt === MAX_TRIES) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(100, 2 ** attempt)));
    }
  }

  async #inTime<T>(client: Client, work: () => Promise<T>): Promise<T> {
    const silence = Promise.withResolvers<never>();
    const giveUp = () => {
      silence.reject(new StoreFailure(`the store ${this.name} does not answer`));
      if (this.#client !== client) return;
      this.#client = this.#connect();
      void client.end({ timeout: 0 }).catch(() => {});
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

  /** Connection errors of the network carry no name of the store; what the server itself says is kept as it is. */
  #named(error: unknown): unknown {
    if (!(error instanceof Error) || error.message.startsWith("the store ")) return error;
    const code = codeOf(error);
    if (!/^(CONN|ECONN|E[A-Z]+$|[0-9A-Z]{5}$)/.test(code)) return error;
    const text = error.message || code;
    return Object.assign(new StoreFailure(`the store ${this.name}: ${text}`, { cause: error }), { code });
  }

  #connect(): Client {
    const { url, socketFolder } = withoutSocket(this.#url);
    return postgres(url, {
      max: this.#connections,
      connect_timeout: CONNECT_SECONDS,
      backoff: () => RECONNECT_SECONDS,
      fetch_types: false,
      onnotice: () => {},
      // Asking the system for the user's name would need a permission of its own.
      ...(/^\w+:\/\/[^/]*@/.test(url) ? {} : { user: userOfEnvironment() }),
      ...(socketFolder === null ? {} : { host: socketFolder }),
    });
  }
}

/**
 * The package (3.4.9) sends what is short from a timer, also when the server closed the connection meanwhile: an error that no
 * caller can catch, and that would end the process (porsager/postgres#1208).
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

/** Where a URL names no host, as psql allows it. */
function withHost(url: string): string {
  return url.replace(/^(\w+:\/\/(?:[^/?#]*@)?)(?=[:/?#]|$)/, "$1localhost");
}

/** `?host=/folder` names the folder of a Unix socket, as psql takes it. */
function withoutSocket(url: string): { url: string; socketFolder: string | null } {
  const folder = /[?&]host=([^&#]*)/.exec(url)?.[1];
  if (folder === undefined) return { url, socketFolder: null };
  return { url: url.replace(/([?&])host=[^&#]*&?/, "$1"), socketFolder: decodeURIComponent(folder) };
}

function userOfEnvironment(): string {
  return Deno.env.get("PGUSER") ?? Deno.env.get("USER") ?? "postgres";
}
