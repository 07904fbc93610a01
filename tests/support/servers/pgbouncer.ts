/** PgBouncer from Debian's package in front of a test server, each transaction in another session. */
import type { PostgresDatabases } from "./postgres_databases.ts";
import { freePort } from "./free_port.ts";

const PATHS = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"];

/** Where it is, or null. */
export const PGBOUNCER = PATHS.find((path) => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}) ?? null;

interface PgBouncer {
  /** The URL of a database through it. */
  url(database: string): string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startPgBouncer(server: PostgresDatabases, mode = "transaction"): Promise<PgBouncer> {
  const folder = await Deno.makeTempDir({ prefix: "winnow-pgbouncer-" });
  const port = freePort();
  await Deno.writeTextFile(`${folder}/users`, `"winnow" "${server.password}"\n`);
  await Deno.writeTextFile(
    `${folder}/ini`,
    `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users
pool_mode = ${mode}
default_pool_size = 3
server_round_robin = 1
ignore_startup_parameters = extra_float_digits
`,
  );
  const command = [PGBOUNCER!, `${folder}/ini`];
  if (Deno.uid() === 0) {
    await Deno.chown(folder, ...await ownerOf("postgres"));
    command.unshift("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups");
    for (const name of ["users", "ini"]) await Deno.chmod(`${folder}/${name}`, 0o644);
  }
  const [name, ...args] = command;
  const child = new Deno.Command(name!, { args, stdout: "null", stderr: "null", cwd: "/" }).spawn();
  for (const end = Date.now() + 10_000;;) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      break;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    url: (database) => server.url(database, { port }),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function ownerOf(user: string): Promise<[number, number]> {
  const id = async (flag: string) => {
    const { stdout } = await new Deno.Command("id", { args: [flag, user] }).output();
    return Number(new TextDecoder().decode(stdout));
  };
  return [await id("-u"), await id("-g")];
}
