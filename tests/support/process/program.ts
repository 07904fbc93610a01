/** The program as a separate process on its own folder, killed when the test says so. */
import { inFolder } from "../folder.ts";
import { freePort } from "../servers/free_port.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

export interface RunningServer {
  readonly pid: number;
  readonly origin: string;
  readonly lines: string[];
  /** SIGKILL: nothing is flushed. */
  kill(): Promise<void>;
  /** SIGTERM; the exit code. */
  stop(): Promise<number>;
}

/** How long what an ended process wrote is waited for. */
const LAST_LINES_MS = 1000;

/** Settings of every process on a folder. */
const SETTINGS = new Map<string, Readonly<Record<string, string>>>();

export function setSettings(dataDir: string, settings: Readonly<Record<string, string>>): void {
  SETTINGS.set(dataDir, settings);
}

export function settingsOf(dataDir: string): Readonly<Record<string, string>> {
  return SETTINGS.get(dataDir) ?? {};
}

function environment(dataDir: string, env: Readonly<Record<string, string>>): Record<string, string> {
  const given = { ...settingsOf(dataDir), ...env };
  return {
    WINNOW_DATA_DIR: dataDir,
    // Several workers listen one after the other: another program could get the port of the first between them.
    WINNOW_PORT: Number(given["WINNOW_WORKERS"] ?? 1) > 1 ? String(freePort()) : "0",
    WINNOW_LOG: "text",
    WINNOW_OFFLINE: "true",
    WINNOW_FEED_REFRESH: "false",
    NO_COLOR: "1",
    ...given,
  };
}

export const SERVE = [Deno.execPath(), "run", "-A", "--unstable-kv", "--no-check", "main.ts", "serve"];

/**
 * Resolves when the server logs where it listens.
 * @param command how it is started, in the project's folder
 */
export async function startServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  command: readonly string[] = SERVE,
): Promise<RunningServer> {
  const [program, ...args] = command;
  const child = new Deno.Command(program!, {
    args,
    cwd: ROOT,
    env: environment(dataDir, env),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const lines: string[] = [];
  const listening = Promise.withResolvers<string>();
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\n");
      rest = parts.pop()!;
      for (const line of parts) {
        // A terminal ends lines with CR LF.
        lines.push(line.replace(/\r$/, ""));
        const origin = /listening on (http:\S+)/.exec(line)?.[1];
        if (origin !== undefined) listening.resolve(origin);
      }
    }
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)]);
  void child.status.then(async (status) => {
    // What it wrote last may not be read yet; processes that it started may keep the pipes open.
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, LAST_LINES_MS);
    await Promise.race([reading, late.promise]);
    clearTimeout(timer);
    listening.reject(new Error(`the server ended with ${status.code}: ${lines.join("\n")}`));
  });
  const ended = async (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch {
      // It ended by itself.
    }
    const { code } = await child.status;
    await reading;
    return code;
  };
  return {
    pid: child.pid,
    origin: await listening.promise,
    lines,
    kill: async () => {
      await ended("SIGKILL");
    },
    stop: () => ended("SIGTERM"),
  };
}

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** One command of the command line. */
export async function runCommand(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", "cli.ts", ...args],
    cwd: ROOT,
    env: environment(dataDir, env),
  }).output();
  const decoder = new TextDecoder();
  return { code: output.code, out: decoder.decode(output.stdout), err: decoder.decode(output.stderr) };
}

/** A key created on the command line. */
export async function makeKey(
  dataDir: string,
  account: string,
  ...options: string[]
): Promise<{ key: string; key_id: string }> {
  const { out, err, code } = await runCommand(dataDir, [
    "keys",
    "create",
    "--account",
    account,
    "--json",
    ...options,
  ]);
  if (code !== 0) throw new Error(`keys create ended with ${code}: ${err}${out}`);
  return JSON.parse(out);
}

/** Registers a test that runs the program on a temporary folder. */
export function processTest(name: string, run: (folder: string) => Promise<void>): void {
  // The pipes of a killed process may close after the test has ended.
  Deno.test({ name, sanitizeResources: false, sanitizeOps: false, fn: () => inFolder(run) });
}
