/** A real PostgreSQL server from Debian's package, on its own folder and port. Tests that need it are skipped by name without it. */

import { TEST_CERT, TEST_KEY } from "./certificates.ts";
import { Databases, PASSWORD, type PostgresDatabases, run } from "./postgres_databases.ts";
import { freePort } from "./free_port.ts";

/** Where `initdb` and `postgres` are, or null. */
const BIN = newestServer();
/** The newest server of this machine; null: there is none. */
export const POSTGRES_VERSION = BIN === null ? null : Number(/(\d+)\/bin$/.exec(BIN)![1]);
/** Why tests that need it are skipped, for their names; empty: they are not. */
export const WITHOUT_POSTGRES = BIN === null ? "skipped: no /usr/lib/postgresql/*/bin/initdb" : "";
/** The server refuses to run as root; Debian's package makes this user. */
const USER = "postgres";

export interface PostgresServer extends PostgresDatabases {
  /** Another server that follows this one, asynchronously unless its name is made a synchronous one; disposed by the caller. */
  replica(name?: string): Promise<PostgresServer>;
  /** Another server on what the disk holds at one moment, as a snapshot of its volume; disposed by the caller. */
  snapshot(): Promise<PostgresServer>;
  /** A base backup, from which another server is recovered with the archived log (`archive: true`). */
  baseBackup(): Promise<BaseBackup>;
  /** Writes settings that the server reads again at once, also after a restart. */
  set(settings: Readonly<Record<string, string>>): Promise<void>;
  /** A replica becomes a primary. */
  promote(): Promise<void>;
  /** No file grows beyond so many bytes, as on a full disk; null: without a limit again. */
  limitFiles(bytes: number | null): Promise<void>;
  /** Stops the server immediately and ends its sessions. */
  halt(): Promise<void>;
  /** Sends a signal to the server and all its processes: SIGSTOP, SIGCONT, SIGKILL. */
  signal(signal: Deno.Signal): Promise<void>;
  /** Starts it again on the same port, when it does not run. */
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface BaseBackup {
  /** @param point a name that `pg_create_restore_point` was given */
  recoverTo(point: string): Promise<PostgresServer>;
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
 * @param archive the log is archived
 * @param settings of the server and its replicas
 * @param before what comes before the command of the server, such as `FakeTime.before`
 */
export async function startPostgres(
  { durable = false, tls = false, archive = false, settings = {}, before = [] }: {
    durable?: boolean;
    archive?: boolean;
    tls?: boolean;
    settings?: Readonly<Record<string, string>>;
    before?: readonly string[];
  } = {},
): Promise<PostgresServer> {
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
  const server = new Server(folder, [...asUser, ...before], port, {
    fsync: durable ? "on" : "off",
    max_connections: "60",
    shared_buffers: "32MB",
    ssl: tls ? "on" : "off",
    ...(archive ? { archive_mode: "on", archive_command: `cp %p ${folder}/%f` } : {}),
    ...settings,
  });
  await server.start();
  return server;
}

class Server extends Databases implements PostgresServer {
  #child: Deno.ChildProcess | null = null;
  readonly #asUser: readonly string[];

  readonly #settings: Readonly<Record<string, string>>;

  constructor(
    folder: string,
    asUser: readonly string[],
    port: number,
    settings: Readonly<Record<string, string>>,
  ) {
    super(folder, port);
    this.#asUser = asUser;
    this.#settings = settings;
  }

  async start(): Promise<void> {
    if (this.#child === null || !await isRunning(this.#child.pid)) this.#spawn();
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

  #spawn(): void {
    const [command, ...args] = [
      ...this.#asUser,
      `${BIN}/postgres`,
      ...["-D", `${this.folder}/data`, "-k", this.folder, "-h", "127.0.0.1", "-p", String(this.port)],
      // In tests only the program is killed, never the machine: `fsync` is off.
      ...Object.entries(this.#settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ];
    this.#child = new Deno.Command(command!, { args, stdout: "null", stderr: "null", cwd: "/" }).spawn();
  }

  async replica(name = "replica"): Promise<PostgresServer> {
    const folder = await Deno.makeTempDir({ prefix: "winnow-postgres-" });
    const asUser = await demotion(folder);
    await run([...asUser, `${BIN}/pg_basebackup`, "-h", "127.0.0.1", "-p", String(this.port)], [
      ...["-U", "winnow", "-D", `${folder}/data`, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"],
    ], { PGPASSWORD: PASSWORD });
    const replica = new Server(folder, asUser, freePort(), { ...this.#settings, cluster_name: name });
    await replica.start();
    return replica;
  }

  async snapshot(): Promise<PostgresServer> {
    const folder = await Deno.makeTempDir({ prefix: "winnow-postgres-" });
    const asUser = await demotion(folder);
    await this.signal("SIGSTOP");
    try {
      await run(["cp", "-a"], [`${this.folder}/data`, `${folder}/data`]);
    } finally {
      await this.signal("SIGCONT");
    }
    await Deno.remove(`${folder}/data/postmaster.pid`);
    const copy = new Server(folder, asUser, freePort(), this.#settings);
    await copy.start();
    return copy;
  }

  async baseBackup(): Promise<BaseBackup> {
    const folder = await Deno.makeTempDir({ prefix: "winnow-postgres-" });
    const asUser = await demotion(folder);
    await run([...asUser, `${BIN}/pg_basebackup`, "-h", "127.0.0.1", "-p", String(this.port)], [
      ...["-U", "winnow", "-D", `${folder}/data`, "--checkpoint=fast", "--no-sync"],
    ], { PGPASSWORD: PASSWORD });
    return {
      recoverTo: async (point) => {
        await run([...asUser, "touch"], [`${folder}/data/recovery.signal`]);
        const recovered = new Server(folder, asUser, freePort(), {
          ...this.#settings,
          archive_mode: "off",
          restore_command: `cp ${this.folder}/%f %p`,
          recovery_target_name: point,
          recovery_target_action: "promote",
        });
        await recovered.start();
        return recovered;
      },
    };
  }

  async set(settings: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(settings)) {
      await this.sql("postgres", `alter system set ${name} = '${value}'`);
    }
    await this.sql("postgres", "select pg_reload_conf()");
  }

  async promote(): Promise<void> {
    await run([...this.#asUser, `${BIN}/pg_ctl`, "promote"], ["-w", "-D", `${this.folder}/data`]);
  }

  async limitFiles(bytes: number | null): Promise<void> {
    for (const pid of await this.#processes()) {
      const soft = `--fsize=${bytes ?? "unlimited"}:`;
      await run([...this.#asUser, "prlimit"], ["--pid", String(pid), soft]).catch(async (error) => {
        if (await isRunning(pid)) throw error;
      });
    }
  }

  async halt(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    if (await isRunning(child.pid)) child.kill("SIGQUIT");
    await child.status;
  }

  async signal(signal: Deno.Signal): Promise<void> {
    for (const pid of await this.#processes()) {
      try {
        Deno.kill(pid, signal);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error; // it ended meanwhile
      }
    }
    if (signal !== "SIGKILL") return;
    await this.#child!.status;
    this.#child = null;
  }

  async #processes(): Promise<number[]> {
    const { pid } = this.#child!;
    const children = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`);
    return [pid, ...children.trim().split(" ").filter(Boolean).map(Number)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.halt();
    await Deno.remove(this.folder, { recursive: true });
  }
}

async function isRunning(pid: number): Promise<boolean> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => ") Z");
  return !/\) Z/.test(stat);
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
