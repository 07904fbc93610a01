/** Starts the real service for a measurement, on a free port, with a feed mirror and a DNS resolver that always fails. */
import { createSocket } from "node:dgram";
import type { MeasureMode } from "./measure_ip.ts";
import type { Signup, SignupScore } from "./measure_signups.ts";

export interface MeasuredService extends AsyncDisposable {
  /** Results of any number of values, in order; null where an item failed. */
  batch(type: "ip" | "email" | "domain", items: readonly string[]): Promise<unknown[]>;
  /** One value through its own endpoint; null on 400. */
  single(type: "ip" | "email" | "domain", value: string): Promise<unknown>;
  signups(signups: readonly Signup[]): Promise<SignupScore[]>;
  /** Responses with a status of 500 or more so far. */
  readonly failures: number;
}

interface MeasuredOptions {
  readonly root: string;
  readonly mode: MeasureMode;
  readonly mirror: string;
  readonly progress: (line: string) => void;
}

const BATCH = 500;
const CONCURRENT = 16;
const START_MS = 60_000;
const PATHS = {
  ip: "/v1/score/ip?ip=",
  email: "/v1/verify/email?email=",
  domain: "/v1/score/domain?domain=",
} as const;

/** @throws Error when a command fails or the service does not become ready */
export async function startMeasured(options: MeasuredOptions): Promise<MeasuredService> {
  const { root, mode, progress } = options;
  await using opened = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "winnow-measure-" });
  opened.defer(() => Deno.remove(folder, { recursive: true }));
  const resolver = await failingResolver();
  opened.defer(() => resolver.close());
  const mirror = serveFolder(options.mirror);
  opened.defer(() => mirror.shutdown());
  const port = freePort();
  const winnow = commands(root, folder, {
    WINNOW_DATA_DIR: folder,
    WINNOW_PORT: `${port}`,
    WINNOW_DNS: `127.0.0.1:${resolver.port}`,
    WINNOW_EGRESS_ALLOW: "127.0.0.1",
    WINNOW_FEED_MIRROR: `http://127.0.0.1:${mirror.addr.port}`,
    WINNOW_RDAP_URL: `http://127.0.0.1:${mirror.addr.port}/rdap`,
    WINNOW_FEED_REFRESH: "false",
    WINNOW_SMTP_PROBE: "off",
    WINNOW_TIME_BUDGET_MS: "50",
  });
  if (mode === "refreshed") {
    progress("loading the mirror's feeds");
    await output(winnow("feeds", "refresh"));
  }
  const made = await output(
    winnow("keys", "create", "--account", "measure", "--mode", "test", "--rpm", "10000000", "--json"),
  );
  const { key } = JSON.parse(made) as { key: string };
  progress("starting the service");
  const server = winnow("serve").spawn();
  const log = new Tail();
  const drained = Promise.all([log.read(server.stdout), log.read(server.stderr)]);
  opened.defer(async () => {
    server.kill("SIGTERM");
    await server.status;
    await drained;
  });
  const origin = `http://127.0.0.1:${port}`;
  try {
    await ready(origin, server.status);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${log.text}`, { cause: error });
  }
  return new Client(origin, key, log, opened.move());
}

/** Commands of `winnow` with these settings only. */
function commands(root: string, folder: string, settings: Readonly<Record<string, string>>) {
  const own = Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("WINNOW_"));
  return (...args: string[]) =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", `${root}/main.ts`, ...args],
      cwd: folder,
      clearEnv: true,
      env: { ...Object.fromEntries(own), ...settings },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
}

class Client implements MeasuredService {
  readonly #origin: string;
  readonly #key: string;
  readonly #log: Tail;
  readonly #opened: AsyncDisposableStack;
  failures = 0;

  constructor(origin: string, key: string, log: Tail, opened: AsyncDisposableStack) {
    this.#origin = origin;
    this.#key = key;
    this.#log = log;
    this.#opened = opened;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
  }

  async batch(type: "ip" | "email" | "domain", items: readonly string[]): Promise<unknown[]> {
    const results: unknown[] = [];
    for (let from = 0; from < items.length; from += BATCH) {
      const { status, body } = await this.#post("/v1/batch", {
        type,
        items: items.slice(from, from + BATCH),
      });
      if (status !== 200) throw this.#unexpected("POST /v1/batch", status, body);
      const rows = (body as { results: { error?: string }[] }).results;
      results.push(...rows.map((row) => row.error === undefined ? row : null));
    }
    return results;
  }

  async single(type: "ip" | "email" | "domain", value: string): Promise<unknown> {
    // A URL cannot contain half a surrogate pair; JSON can.
    if (!value.isWellFormed()) return await this.#inSignup(type, value);
    const { status, body } = await this.#ask(`${PATHS[type]}${encodeURIComponent(value)}`, {});
    if (status === 200) return body;
    if (status === 400) return null;
    throw this.#unexpected(`GET ${PATHS[type]}${value}`, status, body);
  }

  async signups(signups: readonly Signup[]): Promise<SignupScore[]> {
    const results = new Array<SignupScore>(signups.length);
    const waiting = signups.entries();
    await Promise.all(Array.from({ length: CONCURRENT }, async () => {
      for (const [index, signup] of waiting) {
        const { status, body } = await this.#post("/v1/score/user", signup);
        if (status !== 200) {
          throw new Error(`POST /v1/score/user answered ${status}: ${JSON.stringify(body)}`);
        }
        results[index] = body as SignupScore;
      }
    }));
    return results;
  }

  async #inSignup(type: "ip" | "email" | "domain", value: string): Promise<unknown> {
    const { status, body } = await this.#post("/v1/score/user", { [type]: value });
    if (status === 200) return (body as { components: Record<string, unknown> }).components[type];
    if (status === 400) return null;
    throw this.#unexpected("POST /v1/score/user", status, body);
  }

  #unexpected(request: string, status: number, body: unknown): Error {
    return new Error(`${request} answered ${status}: ${JSON.stringify(body)}\n${this.#log.text}`);
  }

  async #post(path: string, json: unknown): Promise<{ status: number; body: unknown }> {
    const headers = { "content-type": "application/json" };
    return await this.#ask(path, { method: "POST", headers, body: JSON.stringify(json) });
  }

  async #ask(path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
    const headers = { ...init.headers as Record<string, string>, "x-api-key": this.#key };
    const response = await fetch(`${this.#origin}${path}`, { ...init, headers });
    if (response.status >= 500) this.failures++;
    return { status: response.status, body: await response.json() };
  }
}

async function ready(origin: string, ended: Promise<Deno.CommandStatus>): Promise<void> {
  let over: Deno.CommandStatus | null = null;
  void ended.then((status) => over = status);
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (over !== null) throw new Error("the service ended while starting");
    try {
      const response = await fetch(`${origin}/readyz`);
      await response.body?.cancel();
      if (response.ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the service was not ready after ${START_MS / 1000} s`);
}

async function output(command: Deno.Command): Promise<string> {
  const { success, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  if (!success) throw new Error(text.decode(stderr) || text.decode(stdout));
  return text.decode(stdout).trim();
}

/** The end of the service's output, for error messages. */
class Tail {
  text = "";

  async read(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      this.text = (this.text + chunk).slice(-2000);
    }
  }
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

/** Serves the files of one folder. */
function serveFolder(folder: string): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const name = decodeURIComponent(new URL(request.url).pathname.slice(1));
    if (!/^[\w.-]+$/.test(name)) return new Response("not found", { status: 404 });
    try {
      return new Response(await Deno.readFile(`${folder}/${name}`));
    } catch {
      return new Response("not found", { status: 404 });
    }
  });
}

/** A DNS resolver that immediately answers SERVFAIL to every query. */
async function failingResolver(): Promise<{ readonly port: number; close(): void }> {
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const answer = serverFailure(query);
    if (answer !== null) socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { port: socket.address().port, close: () => socket.close() };
}

const HEADER = 12;
const SERVFAIL = 2;

/** The response: the query's header and question, without its other records. */
function serverFailure(query: Uint8Array): Uint8Array | null {
  let at = HEADER;
  while (at < query.length && query[at] !== 0) at += query[at]! + 1;
  const end = at + 5;
  if (end > query.length) return null;
  const answer = query.slice(0, end);
  answer[2] = (answer[2]! & 0x79) | 0x80;
  answer[3] = 0x80 | SERVFAIL;
  answer.fill(0, 6, HEADER);
  return answer;
}
