/** The databases of a PostgreSQL server, for whoever may connect to it. */

export const PASSWORD = "p@ss/word%:with?everything";

export interface PostgresDatabases {
  /** A new, empty database. */
  database(): Promise<string>;
  /** The URL of a database, with other parts. */
  url(database: string, given?: { password?: string; user?: string; port?: number }): string;
  /** Through the Unix socket. */
  socketUrl(database: string): string;
  /** SQL as the owner. */
  sql(database: string, text: string): Promise<string>;
  readonly password: string;
  readonly port: number;
  /** Has the Unix socket. */
  readonly folder: string;
}

export class Databases implements PostgresDatabases {
  readonly password = PASSWORD;
  readonly port: number;
  readonly folder: string;
  readonly #prefix: string;
  #databases = 0;

  /** @param prefix of the names of its databases, unique among those who make some on the server */
  constructor(folder: string, port: number, prefix = "store") {
    this.folder = folder;
    this.port = port;
    this.#prefix = prefix;
  }

  async database(): Promise<string> {
    const name = `${this.#prefix}_${++this.#databases}`;
    await this.sql("postgres", `create database ${name}`);
    return this.url(name);
  }

  url(database: string, given: { password?: string; user?: string; port?: number } = {}): string {
    const password = encodeURIComponent(given.password ?? PASSWORD);
    return `postgres://${given.user ?? "winnow"}:${password}@127.0.0.1:${
      given.port ?? this.port
    }/${database}`;
  }

  socketUrl(database: string): string {
    const folder = encodeURIComponent(this.folder);
    return `postgres://winnow:${encodeURIComponent(PASSWORD)}@:${this.port}/${database}?host=${folder}`;
  }

  async sql(database: string, text: string): Promise<string> {
    return await run(
      ["psql", "-h", "127.0.0.1", "-p", String(this.port), "-U", "winnow", "-d", database],
      ["-qAt", "-v", "ON_ERROR_STOP=1", "-c", text],
      { PGPASSWORD: PASSWORD },
    );
  }
}

/** @returns what it printed @throws Error with what it printed as an error */
export async function run(
  command: readonly string[],
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const [name, ...rest] = [...command, ...args];
  const output = await new Deno.Command(name!, { args: rest, env, cwd: "/" }).output();
  const decoder = new TextDecoder();
  if (!output.success) throw new Error(`${name} ${rest[0]}: ${decoder.decode(output.stderr)}`);
  return decoder.decode(output.stdout).trim();
}
