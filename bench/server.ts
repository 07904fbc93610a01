/** Starts a server in a separate process on an empty folder, for one benchmark. */

const ROOT = new URL("../", import.meta.url).pathname;

export interface BenchServer {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** From the start of the process to the first successful response. */
  readonly startMs: number;
  /** Its data folder. */
  readonly folder: string;
  get(path: string): Promise<string>;
  post(path: string, body: string, type?: string): Promise<string>;
  residentMiB(): Promise<number>;
  stop(): Promise<void>;
}

export async function benchServer(env: Readonly<Record<string, string>> = {}): Promise<BenchServer> {
  const dir = await Deno.makeTempDir({ prefix: "winnow-bench-" });
  const port = freePort();
  const settings = {
    WINNOW_DATA_DIR: dir,
    WINNOW_PORT: String(port),
    WINNOW_OFFLINE: "true",
    WINNOW_FEED_REFRESH: "false",
    ...env,
  };
  const run = (...args: string[]) =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--unstable-kv", "--no-check", "main.ts", ...args],
      cwd: ROOT,
      env: settings,
      stdout: "piped",
      stderr: "inherit",
    });
  const made = await run(
    "keys",
    "create",
    "--account",
    "bench",
    "--rpm",
    "1000000000",
    "--monthly",
    "1000000000",
    "--json",
  ).output();
  const { key } = JSON.parse(new TextDecoder().decode(made.stdout)) as { key: string };
  const origin = `http://127.0.0.1:${port}`;
  const headers = { "x-api-key": key };
  const started = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", "main.ts"],
    cwd: ROOT,
    env: settings,
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  for (;;) {
    try {
      const answer = await fetch(`${origin}/v1/score/ip?ip=8.8.8.8`, { headers });
      await answer.body?.cancel();
      if (answer.ok) break;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (performance.now() - started > 30_000) throw new Error("the server did not start");
  }
  const startMs = Math.round(performance.now() - started);
  return {
    origin,
    headers,
    startMs,
    folder: dir,
    get: async (path) => await (await fetch(origin + path, { headers })).text(),
    post: async (path, body, type = "application/json") =>
      await (await fetch(origin + path, {
        method: "POST",
        headers: { ...headers, "content-type": type },
        body,
      })).text(),
    residentMiB: async () => {
      const status = await Deno.readTextFile(`/proc/${child.pid}/status`);
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024);
    },
    stop: async () => {
      child.kill("SIGTERM");
      await child.status;
      await Deno.remove(dir, { recursive: true });
    },
  };
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
