/**
 * One worker as a process: this program again, with the hidden command `worker`. Beside what it logs the two tell each
 * other metrics, a line of JSON each, on the worker's input and output.
 */
import type { MetricJson, MetricsPeers, WorkerMetrics } from "../http/metrics.ts";

/** The line by which a worker says that it answers. */
export const READY = "worker ready";

/** How a line begins that is a message and not for the log. */
const MESSAGE = "@metrics ";

/** `ask`: gather from all workers. `own`: what was asked for by `tell`. */
export type FromWorker =
  | { readonly ask: number }
  | { readonly own: number; readonly metrics: readonly MetricJson[] };
/** `all`: what was asked for by `ask`. */
export type ToWorker =
  | { readonly tell: number }
  | { readonly all: number; readonly metrics: readonly WorkerMetrics[] };

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
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  #isReady = false;

  /** @param log takes what the worker prints @param heard takes its messages */
  constructor(port: number, log: (line: string) => void, heard: (message: FromWorker) => void) {
    const started = performance.now();
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [...programArgs(), "worker", String(port)],
      // Deno would ask its maker for a newer version: what is outgoing is for the settings to say.
      env: { DENO_NO_UPDATE_CHECK: "1" },
      // It stays open for as long as this process lives; its end tells a worker that it is alone.
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.#input = this.#child.stdin.getWriter();
    const reading = readLines(this.#child.stdout, (line) => {
      if (line === READY) {
        this.#isReady = true;
        ready.resolve();
      } else if (line.startsWith(MESSAGE)) heard(JSON.parse(line.slice(MESSAGE.length)));
      else log(line);
    });
    this.ended = this.#child.status.then(async ({ code, signal }) => {
      await reading;
      ready.reject(new Error(`a worker ended with code ${code} before it was ready`));
      return { code, signal, livedMs: performance.now() - started };
    });
  }

  /** It answers. */
  get isReady(): boolean {
    return this.#isReady;
  }

  tell(message: ToWorker): void {
    const line = `${MESSAGE}${JSON.stringify(message)}\n`;
    this.#input.write(new TextEncoder().encode(line)).catch(() => {}); // it has ended
  }

  signal(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch {
      // It has ended by itself.
    }
  }
}

/** The other workers as one of them knows them: through the process that started it. */
export class PipedPeers implements MetricsPeers {
  readonly #print: (line: string) => void;
  readonly #waiting = new Map<number, (all: readonly WorkerMetrics[]) => void>();
  #own: () => Promise<readonly MetricJson[]> = () => Promise.resolve([]);
  #gathering: Promise<readonly WorkerMetrics[]> | null = null;
  #asked = 0;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  offer(own: () => Promise<readonly MetricJson[]>): void {
    this.#own = own;
  }

  /** Those who ask at the same time share one answer. */
  gather(): Promise<readonly WorkerMetrics[]> {
    if (this.#gathering === null) {
      const { promise, resolve } = Promise.withResolvers<readonly WorkerMetrics[]>();
      this.#waiting.set(++this.#asked, resolve);
      this.#say({ ask: this.#asked });
      this.#gathering = promise.finally(() => this.#gathering = null);
    }
    return this.#gathering;
  }

  /** Follows the messages on this process's input; resolves at its end: whoever started it is gone. */
  async follow(input: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    try {
      await readLines(input, (line) => {
        if (line.startsWith(MESSAGE)) void this.#hear(JSON.parse(line.slice(MESSAGE.length)));
      });
    } catch {
      // As good as its end.
    }
  }

  async #hear(message: ToWorker): Promise<void> {
    if ("tell" in message) return this.#say({ own: message.tell, metrics: await this.#own() });
    this.#waiting.get(message.all)?.(message.metrics);
    this.#waiting.delete(message.all);
  }

  #say(message: FromWorker): void {
    this.#print(`${MESSAGE}${JSON.stringify(message)}`);
  }
}

/** What comes before the command: nothing in the compiled program, otherwise how `deno run` runs it. */
function programArgs(): string[] {
  if (Deno.build.standalone) return [];
  const main = new URL("../../main.ts", import.meta.url).href;
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
