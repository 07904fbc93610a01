/** A real PostgreSQL server from Debian's package, on its own folder and port. Tests that need it are skipped by name without it. */

import { TEST_CERT, TEST_KEY } from "./certificates.ts";

/** Where `initdb` and `postgres` are, or null. */
const BIN = newestServer();
/** Why tests that need it are skipped, for their names; empty: they are not. */
export const WITHOUT_POSTGRES = BIN === null ? "skipped: no /usr/lib/postgresql/*/bin/initdb" : "";
const PASSWORD = "p@ss/word%:with?everything";
/** The server refuses to run as root; Debian's package makes this user. */
const USER = "postgres";

export interface PostgresServer {
  /** A new, empty database. */
  database(): Promise<string>;
  /** The URL of a database, with other parts. */
  url(database: string, given?: { password?: string; user?: string; port?: number }): string;
  /** Through the Unix socket. */
  socketUrl(database: string): string;
  /** SQL as the owner. */
  sql(database: string, text: string): Promise<string>;
  /** Another server that follows this one, asynchronously; disposed by the caller. */
  replica(): Promise<PostgresServer>;
  /** Stops the server immediately and ends its sessions. */
  halt(): Promise<void>;
  /** Sends a signal to the server and all its processes: SIGSTOP, SIGCONT, SIGKILL. */
  signal(signal: Deno.Signal): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  readonly password: string;
  readonly port: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Registers a test that needs PostgreSQL, or one that is skipped by name. */
export function postgresTest(name: string, run: (t: Deno.TestContext) => Promise<void>): void {
  Deno.test({
    name: BIN === null ? `${name} (${WITHOUT_POSTGRES})` : name,
    ignore: BIN === null,
    sanitizeResources: false,
    sanitizeOps: false,
    fn: run,
  });
}

/**
 * @param durable commits wait for the disk, as they do in service; only a benchmark needs that
 * @param tls the server has the certificate of the tests, and still takes connections without TLS
 */
export async function startPostgres({ durable = false, tls = false } = {}): Promise<PostgresServer> {
  const folder = await Deno.makeTempDir({ prefix: "winnow-postgres-" });
  const asUser = await demotion(folder);
  const passwords = `${folder}/password`;
  await Deno.writeTextFile(passwords, `${PASSWORD}\n`);
  await run([...asUser, `${BIN}/initdb`, "-D", `${folder}/data`, "-U", "winnow", "-A", "scram-sha-256"], [
    "--pwfile",
    passwords,
    "--no-sync",
    "-E",
    "UTF8",
    "--locale=C",
  ]);
  const port = freePort();
  if (tls) await makeTls(folder, asUser);
  const server = new Server(folder, asUser, port, durable, tls);
  await server.start();
  return server;
}

class Server implements PostgresServer {
  readonly password = PASSWORD;
  #child: Deno.ChildProcess | null = null;
  #databases = 0;
  readonly port: number;
  readonly #folder: string;
  readonly #asUser: readonly string[];

  readonly #durable: boolean;
  readonly #tls: boolean;

  constructor(folder: string, asUser: readonly string[], port: number, durable: boolean, tls: boolean) {
    this.#folder = folder;
    this.#asUser = asUser;
    this.port = port;
    this.#durable = durable;
    this.#tls = tls;
  }

  async start(): Promise<void> {
    const [command, ...args] = [
      ...this.#asUser,
      `${BIN}/postgres`,
      ...["-D", `${this.#folder}/data`, "-k", this.#folder, "-h", "127.0.0.1", "-p", String(this.port)],
      // In tests only the program is killed, never the machine.
      ...[
        "-c",
        `fsync=${this.#durable ? "on" : "off"}`,
        "-c",
        "max_connections=60",
        "-c",
        "shared_buffers=32MB",
        "-c",
        `ssl=${this.#tls ? "on" : "off"}`,
      ],
    ];
    this.#child = new Deno.Command(command!, { args, stdout: "null", stderr: "null", cwd: "/" }).spawn();
    for (const end = Date.now() + 20_000;;) {
      try {
        await this.sql("postgres", "select 1");
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  async replica(): Promise<PostgresServer> {
    const folder = await Deno.makeTempDir({ prefix: "winnow-postgres-" });
    const asUser = await demotion(folder);
    await run([...asUser, `${BIN}/pg_basebackup`, "-h", "127.0.0.1", "-p", String(this.port)], [
      ...["-U", "winnow", "-D", `${folder}/data`, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"],
    ], { PGPASSWORD: PASSWORD });
    const replica = new Server(folder, asUser, freePort(), this.#durable, this.#tls);
    await replica.start();
    return replica;
  }

  async halt(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    child.kill("SIGQUIT");
    await child.status;
  }

  async signal(signal: Deno.Signal): Promise<void> {
    const child = this.#child!;
    const children = await Deno.readTextFile(`/proc/${child.pid}/task/${child.pid}/children`);
    for (const pid of [child.pid, ...children.trim().split(" ").filter(Boolean).map(Number)]) {
      try {
        Deno.kill(pid, signal);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error; // it ended meanwhile
      }
    }
    if (signal !== "SIGKILL") return;
    await child.status;
    this.#child = null;
  }

  async database(): Promise<string> {
    const name = `store_${++this.#databases}`;
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
    const folder = encodeURIComponent(this.#folder);
    return `postgres://winnow:${encodeURIComponent(PASSWORD)}@:${this.port}/${database}?host=${folder}`;
  }

  async sql(database: string, text: string): Promise<string> {
    return await run(
      ["psql", "-h", "127.0.0.1", "-p", String(this.port), "-U", "winnow", "-d", database],
      ["-qAt", "-v", "ON_ERROR_STOP=1", "-c", text],
      { PGPASSWORD: PASSWORD },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.halt();
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** The names are the server's own defaults. */
async function makeTls(folder: string, asUser: readonly string[]): Promise<void> {
  for (const [name, text] of [["server.crt", TEST_CERT], ["server.key", TEST_KEY]] as const) {
    const path = `${folder}/data/${name}`;
    await Deno.writeTextFile(path, text, { mode: 0o600 });
    if (asUser.length > 0) await run(["chown", USER, path], []);
  }
}

/** What to put before a command so that it does not run as root; the folder is given to that user. */
async function demotion(folder: string): Promise<string[]> {
  if (Deno.uid() !== 0) return [];
  await run(["chown", USER, folder], []);
  await Deno.chmod(folder, 0o755);
  return ["setpriv", `--reuid=${USER}`, `--regid=${USER}`, "--init-groups"];
}

async function run(
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

function newestServer(): string | null {
  try {
    const versions = [...Deno.readDirSync("/usr/lib/postgresql")].map(({ name }) => Number(name));
    const bin = `/usr/lib/postgresql/${Math.max(...versions)}/bin`;
    Deno.statSync(`${bin}/initdb`);
    return bin;
  } catch {
    return null;
  }
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
