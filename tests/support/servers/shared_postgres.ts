/** One PostgreSQL server for all files of a run, each with databases of its own. */
import { startPostgres } from "./postgres.ts";
import { Databases, type PostgresDatabases } from "./postgres_databases.ts";

/** The variable that says where the processes of a run ask for its server. */
const VARIABLE = "TEST_POSTGRES";
/** Files run at the same time, and some have many connections. */
const SETTINGS = { max_connections: "200" };

/** The server of the run (`deno task test`); without one a server of the file's own, which stops when it is disposed. */
export async function sharedPostgres(): Promise<PostgresDatabases & AsyncDisposable> {
  const run = Deno.env.get(VARIABLE);
  if (run === undefined) return await startPostgres();
  const { folder, port } = await (await fetch(run)).json() as { folder: string; port: number };
  const databases = new Databases(folder, port, `store_${crypto.randomUUID().slice(0, 8)}`);
  return Object.assign(databases, { [Symbol.asyncDispose]: () => Promise.resolve() });
}

/**
 * A server that starts when the first process of a run asks for it.
 * @returns the environment of the processes; disposing it stops the server
 */
export function postgresOfRun(): { readonly env: Readonly<Record<string, string>> } & AsyncDisposable {
  let started: ReturnType<typeof startPostgres> | null = null;
  const asked = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async () => {
    const { folder, port } = await (started ??= startPostgres({ settings: SETTINGS }));
    return Response.json({ folder, port });
  });
  return {
    env: { [VARIABLE]: `http://127.0.0.1:${asked.addr.port}/` },
    async [Symbol.asyncDispose]() {
      await asked.shutdown();
      await (await started)?.[Symbol.asyncDispose]();
    },
  };
}
