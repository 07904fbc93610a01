/** The proxies' files in `deploy/`: one of two nodes loses its database, and gets no requests until it has it again. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, type RunningServer, setSettings, startServer } from "../../support/process/program.ts";
import { freePort } from "../../support/servers/free_port.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";
import { PROXIES, type Proxy, type ProxyKind } from "../../support/servers/proxies.ts";
import { SilentLine } from "../../support/servers/silent_line.ts";

/** More than one backend had with the former limit of connections. */
const CLIENTS = 64;
/** Between the requests of a client. */
const PAUSE_MS = 100;
/** Requests of the outage that are counted, from when the proxy may have noticed. */
const COUNTED = 600;
/** Of these at most so many at the node without a database: nginx tries it every few seconds. */
const MOST_SHARE = 0.1;
const SIGNUP = JSON.stringify({ ip: "8.8.8.8", email: "someone@example.com" });

const found = PROXIES.filter((proxy) => proxy.found);
for (const { name } of PROXIES.filter((proxy) => !proxy.found)) {
  Deno.test({
    name: `a node without its database gets no requests: ${name} (skipped: no ${name})`,
    ignore: true,
    fn() {},
  });
}

interface Nodes {
  readonly ports: readonly number[];
  /** The one that loses its database. */
  readonly one: RunningServer;
  readonly key: string;
  readonly cut: () => void;
  readonly join: () => void;
}

postgresTest(
  `a node without its database gets no requests: ${found.map(({ name }) => name).join(", ")}`,
  (t) =>
    inFolder(async (dir) => {
      await using postgres = await sharedPostgres();
      const url = await postgres.database();
      await using line = new SilentLine(postgres.port);
      const shared = {
        WINNOW_STORE: url,
        WINNOW_SECRET: "one secret for all nodes",
        WINNOW_TRUST_PROXY: "127.0.0.1",
      };
      for (const node of ["a", "b", "c"]) setSettings(`${dir}/${node}`, shared);
      const { key } = await makeKey(`${dir}/c`, "main", "--rpm", "1000000", "--monthly", "100000000");
      const ports = [freePort(), freePort()];
      const away = postgres.url(new URL(url).pathname.slice(1), { port: line.port });
      const one = await startServer(`${dir}/a`, { WINNOW_STORE: away, WINNOW_PORT: String(ports[0]) });
      const two = await startServer(`${dir}/b`, { WINNOW_PORT: String(ports[1]) });
      const closed = freePort();
      const nodes = {
        ports,
        one,
        key,
        cut: () => line.pointTo(closed),
        join: () => line.pointTo(postgres.port),
      };
      try {
        for (const kind of found) {
          await t.step(kind.name, () => play(kind, `${dir}/${kind.name}`, nodes));
        }
      } finally {
        await one.kill();
        await two.kill();
      }
    }),
);

async function play(kind: ProxyKind, dir: string, { ports, one, key, cut, join }: Nodes): Promise<void> {
  await Deno.mkdir(dir);
  const proxy = await kind.start(dir, ports);
  const load = new Load(proxy, key);
  try {
    await load.more(200);
    assert.deepEqual(Object.keys(load.statuses), ["200"], "before");
    cut();
    await eventually(async () => await statusOf(`${one.origin}/readyz`) === 503, "the node is not ready");
    // A check every second finds it out.
    await load.more(COUNTED);
    const [before, atOne] = [load.failed, await requestsAt(one)];
    const asked = await load.more(COUNTED);
    const share = (await requestsAt(one) - atOne) / asked;
    const failed = load.failed - before;
    console.log(
      `${kind.name}: of ${asked} requests in the outage ${
        (100 * share).toFixed(1)
      } % at the node without a database, ${failed} not answered with 200`,
    );
    assert.ok(share <= MOST_SHARE, `${share}`);
    assert.ok(failed / asked <= MOST_SHARE, JSON.stringify(load.statuses));
    join();
    const then = await requestsAt(one);
    await eventually(async () => await requestsAt(one) > then + 100, "the node gets requests again");
  } finally {
    join();
    await load.stop();
    await proxy.stop();
  }
}

/** Scores of sign-ups, by clients that keep their connections. */
class Load {
  readonly statuses: Record<number, number> = {};
  readonly #running: Promise<unknown>;
  #asked = 0;
  #stopping = false;

  constructor(proxy: Proxy, key: string) {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const client = async () => {
      while (!this.#stopping) {
        const status = await statusOf(`${proxy.origin}/v1/score/user`, {
          method: "POST",
          headers,
          body: SIGNUP,
        });
        this.statuses[status] = (this.statuses[status] ?? 0) + 1;
        this.#asked++;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    this.#running = Promise.all(Array.from({ length: CLIENTS }, client));
  }

  /** Requests without a score. */
  get failed(): number {
    return this.#asked - (this.statuses[200] ?? 0);
  }

  /** Resolves when so many more have been answered; how many. */
  async more(count: number): Promise<number> {
    const before = this.#asked;
    await eventually(() => this.#asked >= before + count, "answers");
    return this.#asked - before;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }
}

/** 0 when there was no answer. */
async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  try {
    const response = await fetch(url, init);
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

/** Sign-ups that a node answered, whatever the answer. */
async function requestsAt({ origin }: RunningServer): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return text.split("\n")
    .filter((line) => line.startsWith("winnow_http_requests_total{") && line.includes('"/v1/score/user"'))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
