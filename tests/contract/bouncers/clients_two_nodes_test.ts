/**
 * CrowdSec's clients behind one address of two processes on one store: what is made, taken back and lifted on either process
 * arrives once the client asks any of them, also after one was killed. They begin with everything only once.
 */
import assert from "node:assert/strict";
import { BouncerClient } from "crowdsec-client";
import { buildGoBouncer, hasGo } from "../../support/clients/go_bouncer.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, processTest, type RunningServer, startServer } from "../../support/process/program.ts";
import { freePort } from "../../support/servers/free_port.ts";
import { startHttpServer } from "../../support/servers/http_server.ts";
import { SilentLine } from "../../support/servers/silent_line.ts";

interface Told {
  readonly scope?: string | undefined;
  readonly type?: string | undefined;
  readonly value?: string | undefined;
}

/** A client, and what a firewall would hold that does as it is told. */
interface Follower extends AsyncDisposable {
  readonly held: ReadonlySet<string>;
  /** All that it was ever told to delete. */
  readonly dropped: ReadonlySet<string>;
  /** Pulls that failed. */
  failures(): number;
}

type Follow = (url: string, key: string) => Promise<Follower>;

const INTERVAL_MS = 100;
const NO_LIMITS = ["--rpm", "1000000", "--monthly", "1000000"];
const TURNS = 6;

/** One of the clients writes scopes in small letters. */
function nameOf({ scope, type, value }: Told): string {
  return `${type} ${scope?.toLowerCase()} ${value}`;
}

function ban(value: string): string {
  return nameOf({ type: "ban", scope: value.includes("/") ? "range" : "ip", value });
}

async function followWithGo(url: string, key: string): Promise<Follower> {
  const folder = await Deno.makeTempDir();
  const program = await buildGoBouncer(folder);
  const child = new Deno.Command(program, { args: ["stream", url, key], stdout: "piped", stderr: "piped" })
    .spawn();
  const [held, dropped] = [new Set<string>(), new Set<string>()];
  let failed = 0;
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>, take: (line: string) => void) => {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) take(line);
    }
  };
  const reading = Promise.all([
    read(child.stdout, (line) => {
      const told = JSON.parse(line) as { new: readonly Told[]; deleted: readonly Told[] };
      for (const each of told.deleted) {
        held.delete(nameOf(each));
        dropped.add(nameOf(each));
      }
      for (const each of told.new) held.add(nameOf(each));
    }),
    read(child.stderr, (line) => {
      if (/level=error/.test(line)) failed++;
    }),
  ]);
  return {
    held,
    dropped,
    failures: () => failed,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await reading;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function followWithNpm(url: string, key: string): Promise<Follower> {
  const client = new BouncerClient({ url, auth: { apiKey: key } });
  await client.login();
  const [held, dropped] = [new Set<string>(), new Set<string>()];
  let failed = 0;
  const stream = client.Decisions.getStream({ interval: INTERVAL_MS, scopes: ["ip", "range"] });
  stream.on("error", () => failed++);
  stream.on("added", (each) => held.add(nameOf(each)));
  stream.on("deleted", (each) => {
    held.delete(nameOf(each));
    dropped.add(nameOf(each));
  });
  stream.resume();
  return {
    held,
    dropped,
    failures: () => failed,
    [Symbol.asyncDispose]: () => Promise.resolve(client.stop()),
  };
}

/** Changes an account's decisions by one process, and knows what is blocked. */
class Operator {
  readonly blocked = new Set<string>();
  readonly taken = new Set<string>();
  readonly #headers: Readonly<Record<string, string>>;

  constructor(key: string) {
    this.#headers = { "x-api-key": key, "content-type": "application/json" };
  }

  async block(node: RunningServer, ...values: string[]): Promise<void> {
    await this.#ask(node, "POST", "/v1/rules", { action: "block", values });
    for (const value of values) this.blocked.add(ban(value));
  }

  /** Deletes the rule; the process may hear of it a moment after it was made. */
  async unblock(node: RunningServer, value: string): Promise<void> {
    await this.#remove(node, "rules", value);
  }

  async lift(node: RunningServer, value: string): Promise<void> {
    await this.#remove(node, "decisions", value);
  }

  /** As `GET /v1/decisions` has them. */
  async listed(node: RunningServer): Promise<string[]> {
    const { decisions } = await this.#ask(node, "GET", "/v1/decisions?limit=1000");
    return (decisions as Told[]).map(nameOf).sort();
  }

  async #remove(node: RunningServer, noun: "rules" | "decisions", value: string): Promise<void> {
    let id: string | number | undefined;
    await eventually(async () => {
      const found = (await this.#ask(node, "GET", `/v1/${noun}`))[noun] as { id: string; value: string }[];
      id = found.find((each) => each.value === value)?.id;
      return id !== undefined;
    }, `${value} is among the ${noun}`);
    await this.#ask(node, "DELETE", `/v1/${noun}/${id}`);
    this.blocked.delete(ban(value));
    this.taken.add(ban(value));
  }

  // deno-lint-ignore no-explicit-any -- answers of every shape
  async #ask(node: RunningServer, method: string, path: string, json?: unknown): Promise<any> {
    const body = json === undefined ? null : JSON.stringify(json);
    const response = await fetch(node.origin + path, { method, headers: this.#headers, body });
    const text = await response.text();
    assert.equal(response.status, 200, `${method} ${path}: ${text}`);
    return JSON.parse(text);
  }
}

async function follows(dir: string, follow: Follow): Promise<void> {
  const { key } = await makeKey(dir, "main", ...NO_LIMITS);
  const { key: bouncer } = await makeKey(dir, "main", ...NO_LIMITS);
  const ports = [freePort(), freePort()] as const;
  const start = (port: number) => startServer(dir, { WINNOW_PORT: String(port) });
  let one = await start(ports[0]);
  const two = await start(ports[1]);
  try {
    await using line = new SilentLine(ports[0]);
    const operator = new Operator(key);
    await operator.block(one, "8.8.8.8", "9.9.9.9");
    await operator.block(two, "1.1.1.0/24");
    await using follower = await follow(`http://127.0.0.1:${line.port}/compat/crowdsec`, bouncer);
    const isTold = async (when: string) => {
      const wanted = () => [...operator.blocked].sort().join();
      await eventually(
        () => [...follower.held].sort().join() === wanted(),
        `it holds what is blocked ${when}`,
      )
        .catch((error) => assert.equal([...follower.held].sort().join(), wanted(), error.message));
    };
    await isTold("at the start");

    await operator.block(one, "8.8.4.4");
    await operator.block(two, "2001:4860:4860::8888", "1.0.0.0/24");
    await isTold("on either process");

    await operator.unblock(two, "8.8.8.8");
    await operator.lift(one, "1.1.1.0/24");
    await isTold("when the other process took some back");

    const failures = follower.failures();
    await one.kill();
    await eventually(() => follower.failures() > failures, "a pull fails");
    await operator.block(two, "4.4.4.4");
    await operator.unblock(two, "9.9.9.9");
    await operator.lift(two, "8.8.4.4");
    one = await start(ports[0]);
    await operator.block(one, "9.9.9.9");
    await isTold("after the process that it asks was killed");

    line.pointTo(ports[1]);
    await operator.block(one, "5.5.5.5");
    await operator.lift(two, "4.4.4.4");
    await operator.unblock(one, "2001:4860:4860::8888");
    await isTold("when it asks the other process");

    let turn = 0;
    await using alternating = startHttpServer((request) => {
      const { pathname, search } = new URL(request.url);
      return fetch([one, two][turn++ % 2]!.origin + pathname + search, { headers: request.headers });
    });
    for (let number = 0; number < TURNS; number++) {
      // Each time, its connections are ended, whatever is being answered.
      line.pointTo(alternating.port);
      const [here, there] = number % 2 === 0 ? [one, two] : [two, one];
      await operator.block(here, `6.6.6.${number}`, `7.7.${number}.0/24`);
      await operator.unblock(there, `6.6.6.${number}`);
    }
    const asked = turn;
    await isTold("when each pull asks another process");
    await eventually(() => turn >= asked + 4, "both are asked");

    const held = [...follower.held].sort();
    assert.equal(held.length, 3 + TURNS);
    for (const node of [one, two]) {
      await eventually(
        async () => (await operator.listed(node)).join() === held.join(),
        "the same is listed",
      );
    }
    const never = [...follower.dropped].filter((name) => !operator.taken.has(name));
    assert.deepEqual(never, [], "nothing else was ever deleted");
  } finally {
    await one.kill();
    await two.kill();
  }
}

processTest("crowdsec-client follows two processes on one store", (dir) => follows(dir, followWithNpm));

Deno.test({
  name: "go-cs-bouncer follows two processes on one store",
  ignore: !await hasGo(),
  // The pipes of a killed process may close after the test has ended.
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () => inFolder((dir) => follows(dir, followWithGo)),
});
