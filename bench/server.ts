/** The service in a process of its own, on an empty folder, as it is run in production. */
import { argumentsOf, descendants } from "../tests/support/process/processes.ts";

const ROOT = new URL("../", import.meta.url).pathname;
/** As `deno task start`, the container and the systemd unit have it. */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: "65536", DENO_V8_FLAGS: "--max-semi-space-size=32" };
const START_MS = 60_000;

/** What load is sent to. */
export interface Target {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Processor time used so far, its children included; null where there is no /proc. */
  processorSeconds(): Promise<number | null>;
}

export interface BenchServer extends Target {
  /** Of the process that was started. */
  readonly pid: number;
  /** From the start of the process to the first successful response. */
  readonly startMs: number;
  /** Its data folder. */
  readonly folder: string;
  get(path: string): Promise<string>;
  post(path: string, body: string, type?: string): Promise<string>;
  residentMiB(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the service and asks it until it answers.
 * @param keep the folder is the caller's, with what is in it
 * @param program what deno runs: the modules of the checkout, unless it is said
 */
export async function benchServer(
  env: Readonly<Record<string, string>> = {},
  keep: { readonly folder: string; readonly key: string } | null = null,
  program: readonly string[] = PROGRAM,
): Promise<BenchServer> {
  const folder = keep?.folder ?? await Deno.makeTempDir({ prefix: "winnow-bench-" });
  const port = freePort();
  const settings = {
    ...ALLOCATOR,
    WINNOW_DATA_DIR: folder,
    WINNOW_PORT: String(port),
    WINNOW_LOG_LEVEL: "warn",
    WINNOW_OFFLINE: "true",
    WINNOW_FEED_REFRESH: "false",
    ...env,
  };
  const key = keep?.key ?? await benchKey(settings);
  const origin = `http://127.0.0.1:${port}`;
  const headers = { "x-api-key": key };
  const started = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: [...program],
    cwd: ROOT,
    env: settings,
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const end = async (signal: Deno.Signal) => {
    child.kill(signal);
    await child.status;
  };
  try {
    await firstAnswer(`${origin}/v1/score/ip?ip=8.8.8.8`, headers);
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
  const startMs = Math.round(performance.now() - started);
  return {
    pid: child.pid,
    origin,
    headers,
    startMs,
    folder,
    processorSeconds: () => processorSeconds(child.pid),
    get: async (path) => await (await fetch(origin + path, { headers })).text(),
    post: async (path, body, type = "application/json") => {
      const answer = await fetch(origin + path, {
        method: "POST",
        headers: { ...headers, "content-type": type },
        body,
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
      return text;
    },
    residentMiB: () => residentMiB(child.pid),
    stop: async () => {
      await end("SIGTERM");
      if (keep === null) await Deno.remove(folder, { recursive: true });
    },
  };
}

/** As `deno task start` runs it, once `buildProgram` has prepared it. */
export const PREPARED = ["run", "-A", "--unstable-kv", "build/program/main.js"];

const PROGRAM = ["run", "-A", "--unstable-kv", "--no-check", "main.ts"];

/** A key of a store, with no limit that a benchmark meets. */
export async function benchKey(env: Readonly<Record<string, string>>, account = "bench"): Promise<string> {
  const limits = ["--rpm", "1000000000", "--monthly", "1000000000"];
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...PROGRAM, "keys", "create", "--account", account, ...limits, "--json"],
    cwd: ROOT,
    env: { ...env },
    stderr: "inherit",
  }).output();
  return (JSON.parse(new TextDecoder().decode(stdout)) as { key: string }).key;
}

async function firstAnswer(url: string, headers: HeadersInit): Promise<void> {
  for (const end = performance.now() + START_MS; performance.now() < end;) {
    try {
      const answer = await fetch(url, { headers });
      await answer.body?.cancel();
      if (answer.ok) return;
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("the server did not start");
}

async function residentMiB(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024);
}

/** Of a process and those that it started and that run; null where there is no /proc. */
export async function processorSeconds(pid: number): Promise<number | null> {
  try {
    let ticks = 0;
    for (const each of [pid, ...await descendants(pid)]) {
      const fields = (await Deno.readTextFile(`/proc/${each}/stat`)).replace(/^.*\) /, "").split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    }
    return ticks / 100;
  } catch {
    return null;
  }
}

/** Resolves when a supervisor has as many workers as it should have. */
export async function workersOf(pid: number, count: number): Promise<void> {
  for (const end = performance.now() + START_MS; performance.now() < end;) {
    const children = await Promise.all((await descendants(pid)).map(argumentsOf));
    if (children.filter((args) => args.length > 0).length >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${count} workers did not start`);
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
