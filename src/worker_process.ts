/** One worker as a process: this program again, with the hidden command `worker`. */

/** The line by which a worker says that it answers. */
export const READY = "worker ready";

export interface Ended {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  readonly livedMs: number;
}

export class WorkerProcess {
  /** @throws Error (rejects) when the worker ends before it is ready */
  readonly ready: Promise<void>;
  readonly ended: Promise<Ended>;
  readonly #child: Deno.ChildProcess;

  /** @param log takes what the worker prints */
  constructor(port: number, log: (line: string) => void) {
    const started = performance.now();
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [...programArgs(), "worker", String(port)],
      // It stays open for as long as this process lives; its end tells a worker that it is alone.
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    const reading = readLines(this.#child.stdout, (line) => line === READY ? ready.resolve() : log(line));
    this.ended = this.#child.status.then(async ({ code, signal }) => {
      await reading;
      ready.reject(new Error(`a worker ended with code ${code} before it was ready`));
      return { code, signal, livedMs: performance.now() - started };
    });
  }

  signal(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch {
      // It has ended by itself.
    }
  }
}

/** What comes before the command: nothing in the compiled program, otherwise how `deno run` runs it. */
function programArgs(): string[] {
  if (Deno.build.standalone) return [];
  const main = new URL("../main.ts", import.meta.url).href;
  return ["run", "--quiet", "--unstable-kv", "--unstable-net", ...ownPermissions(), main];
}

const PLAIN = ["net", "read", "write", "env"] as const;
const SYSTEM = ["hostname", "osRelease", "networkInterfaces"] as const;

/** A worker may do what this process may, except starting processes. */
function ownPermissions(): string[] {
  const granted = (descriptor: Deno.PermissionDescriptor) =>
    Deno.permissions.querySync(descriptor).state === "granted";
  const kinds = SYSTEM.filter((kind) => granted({ name: "sys", kind }));
  return [
    ...PLAIN.filter((name) => granted({ name })).map((name) => `--allow-${name}`),
    ...(kinds.length === 0 ? [] : [`--allow-sys=${kinds.join(",")}`]),
  ];
}

async function readLines(stream: ReadableStream<Uint8Array<ArrayBuffer>>, take: (line: string) => void) {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    lines.forEach(take);
  }
  if (rest !== "") take(rest);
}
