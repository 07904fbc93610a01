/**
 * `deno task bench --only cluster`: the processor time of a score on one, two and three nodes of one PostgreSQL store, in turn,
 * and of one of eight of which seven are a recording: what the nodes of the other figures told is told again, as fast as seven
 * nodes would. Each node has a process of its own; requests are spread evenly, 64 in flight over all of them.
 */
import { CATALOG } from "../src/records/index.ts";
import { openPostgres } from "../src/db/postgres/postgres.ts";
import { STREAM_ENTRY, STREAM_HEAD } from "../src/db/own_rows.ts";
import type { Engine, LeastAndSum } from "../src/db/engine.ts";
import { decodeEntry } from "../src/db/cluster/stream_entry.ts";
import { SIGHTING } from "../src/records/sightings/sighting.ts";
import { Peers } from "../src/db/cluster/peers.ts";
import { type PostgresServer, startPostgres } from "../tests/support/servers/postgres.ts";
import { closedLoop } from "./load/closed_loop.ts";
import { onlyPool, type Work, type Works } from "./load/work.ts";
import { benchKey, type BenchServer, benchServer, processorSeconds } from "./server.ts";
import type { Rounds } from "./speed/compare.ts";
import { type Figures, ratios, type Row, spread } from "./speed/figures.ts";

const IN_FLIGHT = 64;
const SIZES = [1, 2, 3] as const;
const TARGETS: Readonly<Record<number, number>> = { 2: 1.25, 3: 1.4, 8: 2 };
const DATABASE_US = 40;
/** Of a turn, about. */
const REQUESTS = 10_000;
/** Before the first turn, over all nodes of a cluster: until what they run is compiled. */
const WARM_UP_REQUESTS = 30_000;
/** Of a turn; more is no measurement. Nodes refuse what they cannot know when the machine leaves them no processor. */
const REFUSED = 0.02;
/** How much faster than in the last turn it can be. */
const HEADROOM = 10;
const RECORDED_ENTRIES = 400;
const TELL_MS = 20;
/** Of a stream in one commit. */
const MAX_TOLD = 50;
/** In this time a node has noticed that others have come. */
const JOIN_MS = 3000;
const ENV = { WINNOW_SECRET: "one secret for all nodes of the benchmark" };

type Rows = AsyncIterable<Omit<Row, "part">>;

/** Microseconds a score. */
interface Turn {
  readonly nodes: number;
  readonly database: number;
}

export async function* clusterPart(works: Works, rounds: Rounds): Rows {
  for (const work of [works["score-ip"], works["score-user"]]) yield* measured(work, rounds);
}

async function* measured(work: Work, { seconds, rounds }: Rounds): Rows {
  await using postgres = await startPostgres({ durable: true });
  await using running = new AsyncDisposableStack();
  const clusters = new Map<number, Cluster>();
  for (const size of SIZES) clusters.set(size, running.use(await Cluster.start(postgres, size)));
  const turns = new Map<number, Turn[]>(SIZES.map((size) => [size, []]));
  for (const cluster of clusters.values()) await cluster.warmUp(work, seconds);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? SIZES : SIZES.toReversed();
    for (const size of order) turns.get(size)!.push(await clusters.get(size)!.turn(work));
  }
  const alone = turns.get(1)!;
  for (const size of SIZES) {
    yield* rowsOf(`${work.name}, ${size === 1 ? "1 node" : `${size} nodes`}`, size, turns.get(size)!, alone);
  }
  await clusters.get(2)!.turn(work);
  const recording = await clusters.get(2)!.recorded();
  if (recording.entries.length === 0) return;
  const eight: Turn[] = [];
  for (let round = 0; round < rounds; round++) {
    eight.push(await clusters.get(1)!.turnAmong(recording, 7, work));
  }
  yield* rowsOf(`${work.name}, one of 8 nodes`, 8, eight, alone);
}

function* rowsOf(name: string, size: number, turns: readonly Turn[], alone: readonly Turn[]) {
  const figures = (of: (turn: Turn) => number): Figures => ({ unit: "µs", value: spread(turns.map(of)) });
  const target = TARGETS[size];
  const ofAlone = ratios(turns.map(({ nodes }) => nodes), alone.map(({ nodes }) => nodes));
  yield {
    work: `${name}: nodes`,
    winnow: figures(({ nodes }) => nodes),
    ofBare: ofAlone,
    target: target === undefined ? "" : `<= ${target} x alone`,
    met: target === undefined ? null : ofAlone.median <= target,
  };
  if (size > 3) return;
  const isScore = name.startsWith("score-ip");
  const database = figures(({ database }) => database);
  yield {
    work: `${name}: database`,
    winnow: database,
    ofBare: ratios(turns.map(({ database }) => database), alone.map(({ database }) => database)),
    target: isScore ? `<= ${DATABASE_US} µs` : "",
    met: isScore ? database.value.median <= DATABASE_US : null,
  };
}

/** What nodes told, and of how many scores. */
interface Recording {
  readonly entries: readonly { readonly bytes: Uint8Array; readonly scores: number }[];
}

class Cluster implements AsyncDisposable {
  readonly #postgres: PostgresServer;
  readonly #url: string;
  readonly #nodes: readonly BenchServer[];
  readonly #stop: AsyncDisposableStack;
  /** Of all nodes in the last load. */
  #perSecond = 0;

  private constructor(
    postgres: PostgresServer,
    url: string,
    nodes: readonly BenchServer[],
    stop: AsyncDisposableStack,
  ) {
    this.#postgres = postgres;
    this.#url = url;
    this.#nodes = nodes;
    this.#stop = stop;
  }

  static async start(postgres: PostgresServer, size: number): Promise<Cluster> {
    await using starting = new AsyncDisposableStack();
    const url = await postgres.database();
    const folder = await Deno.makeTempDir({ prefix: "winnow-bench-" });
    starting.defer(() => Deno.remove(folder, { recursive: true }));
    const env = { ...ENV, WINNOW_STORE: url };
    const key = await benchKey({ ...env, WINNOW_DATA_DIR: folder, WINNOW_LOG_LEVEL: "warn" });
    const nodes: BenchServer[] = [];
    for (let node = 0; node < size; node++) {
      const server = await benchServer(env, { folder, key });
      starting.defer(() => server.stop());
      nodes.push(server);
    }
    return new Cluster(postgres, url, nodes, starting.move());
  }

  /** All that come again come to each node. */
  async warmUp(work: Work, seconds: number): Promise<void> {
    for (let requests = 0; requests < WARM_UP_REQUESTS;) {
      const turn = {
        connections: Math.round(IN_FLIGHT / this.#nodes.length),
        seconds,
        lines: work.pool.length,
        again: true,
        mayRefuse: true,
      };
      requests += await this.#load((node) => closedLoop(node, onlyPool(work), turn));
    }
  }

  async turn(work: Work): Promise<Turn> {
    const connections = Math.round(IN_FLIGHT / this.#nodes.length);
    const seconds = Math.max(1, Math.round(REQUESTS / this.#perSecond));
    const lines = Math.ceil(HEADROOM * this.#perSecond * seconds / this.#nodes.length);
    const turn = { connections, seconds, lines, again: false, mayRefuse: true };
    return await this.#timed(() => this.#load((node) => closedLoop(node, work, turn)));
  }

  async #load(load: (node: BenchServer) => ReturnType<typeof closedLoop>): Promise<number> {
    const loads = await Promise.all(this.#nodes.map(load));
    this.#perSecond = loads.reduce((sum, { perSecond }) => sum + perSecond, 0);
    const requests = loads.reduce((sum, { requests }) => sum + requests, 0);
    const refused = loads.reduce((sum, { refused }) => sum + refused, 0);
    if (refused > REFUSED * requests) throw new Error(`${refused} of ${requests} answers were errors`);
    return requests - refused;
  }

  /** One node of a cluster, of which the others are a recording: for each score here they tell of one each. */
  async turnAmong(others: Recording, peers: number, work: Work): Promise<Turn> {
    const node = this.#nodes[0]!;
    await using engine = await opened(this.#url);
    await using tellers = await Tellers.start(engine.engine, peers);
    await new Promise((resolve) => setTimeout(resolve, JOIN_MS));
    return await this.#timed(async () => {
      let [asked, scores] = [0, 0];
      const ask = async () => {
        while (asked++ < REQUESTS / 2) {
          await send(node, work);
          scores++;
        }
      };
      const asking = Promise.all(Array.from({ length: IN_FLIGHT / (peers + 1) }, ask));
      let isOver = false;
      void asking.finally(() => isOver = true);
      while (!isOver) {
        await new Promise((resolve) => setTimeout(resolve, TELL_MS));
        await tellers.tell(others, scores);
      }
      await asking;
      return scores;
    });
  }

  async #timed(load: () => Promise<number>): Promise<Turn> {
    const before = await this.#seconds();
    const requests = await load();
    const after = await this.#seconds();
    return {
      nodes: (after.nodes - before.nodes) / requests * 1e6,
      database: (after.database - before.database) / requests * 1e6,
    };
  }

  async #seconds() {
    const nodes = await Promise.all(this.#nodes.map((node) => node.processorSeconds()));
    const pid = Number(
      (await Deno.readTextFile(`${this.#postgres.folder}/data/postmaster.pid`)).split("\n")[0],
    );
    return {
      nodes: nodes.reduce<number>((sum, each) => sum + each!, 0),
      database: (await processorSeconds(pid))!,
    };
  }

  /** What the nodes told last. */
  async recorded(): Promise<Recording> {
    await using store = await opened(this.#url);
    const entries: { bytes: Uint8Array; scores: number }[] = [];
    for await (const { value } of store.engine.scan(STREAM_ENTRY.prefix, { limit: RECORDED_ENTRIES })) {
      const bytes = STREAM_ENTRY.read(value);
      const scores = decodeEntry(bytes).deltas.reduce((sum, { key, value }) => {
        const isAddress = key[0] === SIGHTING.topic && key[1] === "ip";
        return isAddress ? sum + (value as unknown as LeastAndSum)[1] : sum;
      }, 0);
      entries.push({ bytes, scores });
    }
    return { entries };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stop.disposeAsync();
  }
}

/** Peers that tell what was recorded, each in a stream of its own. */
class Tellers implements AsyncDisposable {
  readonly #engine: Engine;
  readonly #peers: readonly Peers[];
  readonly #streams: { readonly id: string; head: number; told: number }[];

  private constructor(engine: Engine, peers: readonly Peers[], runs: readonly string[]) {
    this.#engine = engine;
    this.#peers = peers;
    this.#streams = runs.map((run) => ({ id: `${run}.0`, head: 0, told: 0 }));
  }

  static async start(engine: Engine, count: number): Promise<Tellers> {
    const runs = Array.from({ length: count }, () => crypto.randomUUID().slice(-12));
    const peers = runs.map((run) => new Peers({ engine, now: Date.now, random: Math.random, run }));
    for (const peer of peers) await peer.join();
    const tellers = new Tellers(engine, peers, runs);
    await tellers.tell({ entries: [] }, 0);
    return tellers;
  }

  /** Each tells until it has told of so many scores; one commit for all, since only the reading is measured. */
  async tell({ entries }: Recording, scores: number): Promise<void> {
    const now = Date.now();
    for (const stream of this.#streams) {
      const set = [];
      while (stream.told < scores && set.length < MAX_TOLD) {
        const { bytes, scores: told } = entries[stream.head++ % entries.length]!;
        stream.told += told;
        const number = stream.head.toString(36).padStart(8, "0");
        set.push(STREAM_ENTRY.set(STREAM_ENTRY.key(stream.id, number), bytes, now + STREAM_ENTRY.lifetimeMs));
      }
      set.push(
        STREAM_HEAD.set(STREAM_HEAD.key(stream.id), [stream.head, now], now + STREAM_HEAD.lifetimeMs),
      );
      await this.#engine.commit({ set });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const peer of this.#peers) await peer.leave();
  }
}

async function opened(url: string) {
  const engine = await openPostgres(url, CATALOG);
  return { engine, [Symbol.asyncDispose]: () => engine.close() };
}

async function send(node: BenchServer, work: Work): Promise<void> {
  const line = work.line();
  const init = work.method === "GET" ? {} : { method: "POST", body: line };
  const url = node.origin + work.path + (work.method === "GET" ? line : "");
  const headers = { ...node.headers, ...work.method === "GET" ? {} : { "content-type": "application/json" } };
  const answer = await fetch(url, { ...init, headers });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`${work.path} answered ${answer.status}`);
}
