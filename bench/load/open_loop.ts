/**
 * Requests that come when they come, at times of a Poisson process, whether or not earlier ones were answered, from a process
 * of its own. A latency counts from the time at which a request was due, so a stall is felt by all that were due in it.
 */
import { seededNumbers } from "../random.ts";
import type { Target } from "../server.ts";
import { framing, type Work, writeLines } from "./work.ts";

interface OpenLoopOptions {
  readonly perSecond: number;
  readonly seconds: number;
  readonly seed: number;
  /** A request waits, and its latency counts, while all connections are in use. */
  readonly connections?: number;
}

export interface OpenLoop {
  readonly requests: number;
  readonly refused: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  /** How late a request was sent for which a connection was free: the generator's own part. */
  readonly lateP99Ms: number;
  readonly lateLongestMs: number;
  /** Of the requests that were due in each second. */
  readonly each: readonly { readonly p99Ms: number; readonly longestMs: number }[];
}

interface Job {
  readonly hostname: string;
  readonly port: number;
  readonly method: string;
  readonly before: string;
  readonly after: string;
  readonly lines: string;
  readonly perSecond: number;
  readonly seed: number;
  readonly connections: number;
}

const CONNECTIONS = 256;

/** @throws Error for answers that are errors */
export async function openLoop(target: Target, work: Work, options: OpenLoopOptions): Promise<OpenLoop> {
  const lines = await Deno.makeTempFile({ prefix: "winnow-bench-load-" });
  try {
    await writeLines(lines, work, Math.max(1, Math.round(options.perSecond * options.seconds)));
    const { hostname, port } = new URL(target.origin);
    const job: Job = {
      hostname,
      port: Number(port),
      method: work.method,
      ...framing(work, target.origin, target.headers),
      lines,
      perSecond: options.perSecond,
      seed: options.seed,
      connections: options.connections ?? CONNECTIONS,
    };
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      // Answers are garbage immediately: a large space for the young keeps its own collections few.
      args: ["run", "-A", "--no-check", "--v8-flags=--max-semi-space-size=64", import.meta.url],
      env: { WINNOW_BENCH_JOB: JSON.stringify(job), NO_COLOR: "1" },
    }).output();
    if (!success) throw new Error(`the open loop: ${new TextDecoder().decode(stderr)}`);
    const result = JSON.parse(new TextDecoder().decode(stdout)) as OpenLoop;
    if (result.refused > 0) {
      throw new Error(`${result.refused} of ${result.requests} answers of ${target.origin} were errors`);
    }
    return result;
  } finally {
    await Deno.remove(lines);
  }
}

interface Connection {
  readonly socket: Deno.TcpConn;
  readonly buffer: Uint8Array<ArrayBuffer>;
}

class Generator {
  readonly #job: Job;
  readonly #requests: readonly Uint8Array<ArrayBuffer>[];
  /** Milliseconds from the start. */
  readonly #due: Float64Array;
  readonly #latency: Float64Array;
  readonly #late: number[] = [];
  readonly #idle: Connection[] = [];
  readonly #done = Promise.withResolvers<void>();
  #next = 0;
  #answered = 0;
  #refused = 0;
  #start = 0;
  /** Before this time all connections were in use. */
  #freeSince = 0;

  constructor(job: Job) {
    this.#job = job;
    const encoder = new TextEncoder();
    this.#requests = Deno.readTextFileSync(job.lines).trimEnd().split("\n").map((line) => {
      const { before, after } = job;
      const text = job.method === "GET"
        ? before + line + after
        : before + encoder.encode(line).length + after + line;
      return encoder.encode(text);
    });
    const random = seededNumbers(job.seed);
    let at = 0;
    this.#due = Float64Array.from(this.#requests, () => {
      at -= Math.log((random() + 1) / 2 ** 32) / job.perSecond * 1000;
      return at;
    });
    this.#latency = new Float64Array(this.#requests.length);
  }

  async run(): Promise<OpenLoop> {
    for (let made = 0; made < this.#job.connections; made++) {
      const socket = await Deno.connect({ hostname: this.#job.hostname, port: this.#job.port });
      socket.setNoDelay(true);
      this.#idle.push({ socket, buffer: new Uint8Array(16_384) });
    }
    const ticker = new Worker(new URL("./ticker.ts", import.meta.url), { type: "module" });
    const stopped = new Int32Array(new SharedArrayBuffer(4));
    ticker.postMessage(stopped);
    await new Promise((resolve) => ticker.onmessage = resolve);
    this.#start = performance.now();
    ticker.onmessage = () => this.#send();
    await this.#done.promise;
    Atomics.store(stopped, 0, 1);
    Atomics.notify(stopped, 0);
    ticker.terminate();
    const took = performance.now() - this.#start;
    for (const { socket } of this.#idle) socket.close();
    return this.#result(took);
  }

  /** Sends what is due, as far as connections are free. */
  #send(): void {
    const now = performance.now() - this.#start;
    while (this.#next < this.#due.length && this.#due[this.#next]! <= now) {
      const connection = this.#idle.pop();
      if (connection === undefined) return;
      const index = this.#next++;
      this.#late.push(now - Math.max(this.#due[index]!, this.#freeSince));
      this.#exchange(connection, index).catch(this.#done.reject);
    }
  }

  async #exchange(connection: Connection, index: number): Promise<void> {
    const request = this.#requests[index]!;
    for (let written = 0; written < request.length;) {
      written += await connection.socket.write(request.subarray(written));
    }
    const status = await readAnswer(connection);
    const now = performance.now() - this.#start;
    this.#latency[index] = now - this.#due[index]!;
    if (status !== 200) this.#refused++;
    if (this.#idle.length === 0) this.#freeSince = now;
    this.#idle.push(connection);
    if (++this.#answered === this.#due.length) this.#done.resolve();
    else this.#send();
  }

  #result(took: number): OpenLoop {
    const each = [...Map.groupBy(this.#latency.keys(), (index) => Math.floor(this.#due[index]! / 1000))];
    return {
      requests: this.#answered,
      refused: this.#refused,
      perSecond: this.#answered / took * 1000,
      p50Ms: quantile(this.#latency, 0.5),
      p99Ms: quantile(this.#latency, 0.99),
      longestMs: quantile(this.#latency, 1),
      lateP99Ms: quantile(this.#late, 0.99),
      lateLongestMs: quantile(this.#late, 1),
      each: each.map(([, indexes]) => {
        const latencies = indexes.map((index) => this.#latency[index]!);
        return { p99Ms: quantile(latencies, 0.99), longestMs: quantile(latencies, 1) };
      }),
    };
  }
}

/** The status, when the whole answer has been read. */
async function readAnswer({ socket, buffer }: Connection): Promise<number> {
  let text = "";
  let left = Infinity;
  let status = 0;
  while (left > 0) {
    const read = await socket.read(buffer);
    if (read === null) throw new Error("the server closed a connection");
    left -= read;
    if (left !== Infinity) continue;
    text += LATIN1.decode(buffer.subarray(0, read));
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) continue;
    const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1];
    if (length === undefined) throw new Error(`an answer without its length: ${text.slice(0, end)}`);
    status = Number(text.slice(9, 12));
    left = end + 4 + Number(length) - text.length;
  }
  return status;
}

const LATIN1 = new TextDecoder("latin1");

function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

if (import.meta.main) {
  const job = JSON.parse(Deno.env.get("WINNOW_BENCH_JOB")!) as Job;
  console.log(JSON.stringify(await new Generator(job).run()));
}
