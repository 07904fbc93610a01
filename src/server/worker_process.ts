/**
 * A process that `serve` starts: this program with a hidden command, `worker` or `store`. Besides its log lines, a worker and
 * the process that started it exchange metrics as lines of JSON on the worker's standard input and output.
 */
import type { MetricsPeers, WorkerMetrics } from "../http/metrics.ts";
import type { MetricJson } from "../http/operations/distribution_metric.ts";
import { stopSignal } from "./listen.ts";

/** The line that the process prints once it is ready. */
export const READY = "worker ready";

/**
 * How long a process goes on whose parent has ended, whatever its store and its clients do: nobody else would end it. What it has
 * acknowledged is durable.
 */
const ALONE_MS = 8_000;

/** The start of a line that is a message and not for the log. */
const MESSAGE = "@metrics ";

/** `gather` requests the metrics of all workers; `own` answers a `report`. Each carries the number of its request. */
export type FromWorker =
  | { readonly gather: number }
  | { readonly own: number; readonly metrics: readonly MetricJson[] };
/** `report` requests the worker's own metrics; `all` answers a `gather`. */
type ToWorker =
  | { readonly report: number }
  | { readonly all: number; readonly metrics: readonly WorkerMetrics[] };

export interface WorkerLaunch {
  /** The hidden command and its argument. */
  readonly command: readonly [name: string, argument: string];
  /** Its permissions. */
  readonly flags: readonly string[];
  /** In addition to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  readonly livedMs: number;
}

/** A process ended before it was ready. */
export class StartFailure extends Error {
  /** @param signal what ended it; null: itself, so that the next one would end, too */
  constructor(message: string, readonly signal: Deno.Signal | null) {
    super(message);
  }
}

/** How often a process that is killed before it is ready is started again. */
const STARTS = 5;

/** Starts a process, again where it was killed. @param isOthersFault whether it ended because another process did */
export async function startedAtLast(
  start: () => Promise<void>,
  isOthersFault: () => boolean = () => false,
): Promise<void> {
  for (let left = STARTS - 1;; left--) {
    try {
      return await start();
    } catch (error) {
      const wasKilled = error instanceof StartFailure && error.signal !== null;
      if (left === 0 || (!wasKilled && !isOthersFault())) throw error;
    }
  }
}

export class WorkerProcess {
  /** @throws StartFailure (rejects) when the worker ends before it is ready */
  readonly ready: Promise<void>;
  readonly ended: Promise<Ended>;
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  #isReady = false;

  constructor(launch: WorkerLaunch, log: (line: string) => void, onMessage: (message: FromWorker) => void) {
    const { command, flags, env } = launch;
    const started = performance.now();
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [...programArgs(flags), ...command],
      // Deno would check for a new version: only the settings allow outgoing traffic.
      env: { ...env, DENO_NO_UPDATE_CHECK: "1" },
      // The pipe ends with this process, which tells the worker to end.
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
      } else if (line.startsWith(MESSAGE)) onMessage(JSON.parse(line.slice(MESSAGE.length)));
      else log(line);
    });
    this.ended = this.#child.status.then(async ({ code, signal }) => {
      await reading;
      const which = command[0] === "worker" ? "a worker" : "the process of the store";
      const why = signal === null ? `code ${code}` : signal;
      ready.reject(new StartFailure(`${which} ended with ${why} before it was ready`, signal));
      return { code, signal, livedMs: performance.now() - started };
    });
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  send(message: ToWorker): void {
    const line = `${MESSAGE}${JSON.stringify(message)}\n`;
    this.#input.write(new TextEncoder().encode(line)).catch(() => {}); // the worker has ended
  }

  signal(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch {
      // The worker has already ended.
    }
  }
}

/** A worker's view of the other workers, through the process that started it. */
export class PipedPeers implements MetricsPeers {
  readonly #print: (line: string) => void;
  readonly #waiting = new Map<number, (all: readonly WorkerMetrics[]) => void>();
  #own: () => Promise<readonly MetricJson[]> = () => Promise.resolve([]);
  #gathering: Promise<readonly WorkerMetrics[]> | null = null;
  #requests = 0;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  offer(own: () => Promise<readonly MetricJson[]>): void {
    this.#own = own;
  }

  /** Concurrent calls share one result. */
  gather(): Promise<readonly WorkerMetrics[]> {
    if (this.#gathering === null) {
      const { promise, resolve } = Promise.withResolvers<readonly WorkerMetrics[]>();
      this.#waiting.set(++this.#requests, resolve);
      this.#send({ gather: this.#requests });
      this.#gathering = promise.finally(() => this.#gathering = null);
    }
    return this.#gathering;
  }

  /** Handles the messages on this process's input; resolves when it ends, because the process that started it has ended. */
  async follow(input: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    try {
      await readLines(input, (line) => {
        if (line.startsWith(MESSAGE)) void this.#handle(JSON.parse(line.slice(MESSAGE.length)));
      });
    } catch {
      // Treated as its end.
    }
  }

  async #handle(message: ToWorker): Promise<void> {
    if ("report" in message) return this.#send({ own: message.report, metrics: await this.#own() });
    this.#waiting.get(message.all)?.(message.metrics);
    this.#waiting.delete(message.all);
  }

  #send(message: FromWorker): void {
    this.#print(`${MESSAGE}${JSON.stringify(message)}`);
  }
}

/** `told`: by a signal. `alone`: the process that started this one has ended. */
type Why = "told" | "alone";

/**
 * What a process does that `serve` started. Resolves when that is done, or, wherever it is stuck, some time after the parent ended.
 * @param work ends soon after the promise that it is given resolves
 */
export async function workForParent(
  peers: PipedPeers,
  work: (stop: Promise<Why>) => Promise<void>,
): Promise<void> {
  const parent = peers.follow(Deno.stdin.readable);
  const late = parent.then(() => new Promise<void>((resolve) => setTimeout(resolve, ALONE_MS)));
  const stop = Promise.race([
    stopSignal().then(() => "told" as const),
    parent.then(() => "alone" as const),
  ]);
  await Promise.race([work(stop), late]);
}

/** The arguments before the command: none in the compiled program, otherwise those of `deno run`. */
function programArgs(flags: readonly string[]): string[] {
  if (Deno.build.standalone) return [];
  const main = new URL("../../main.ts", import.meta.url).href;
  return ["run", "--quiet", "--unstable-kv", "--unstable-net", ...flags, main];
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
