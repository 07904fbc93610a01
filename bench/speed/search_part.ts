/** `deno task bench --only search`: filters and counts over two million stored scores of one account. */
import process from "node:process";
import { RETENTION_MS } from "../../src/model/records.ts";
import type { Caller } from "../../src/model/records.ts";
import { Store } from "../../src/records/store.ts";
import type { WantedColumn } from "../../src/records/scores/score_columns.ts";
import { IdentifierHasher } from "../../src/service/access/identifier_hasher.ts";
import { countFacets } from "../../src/service/cases/facets.ts";
import { searchScores } from "../../src/service/cases/search.ts";
import { ANY_SCORE, readSearch, type SearchRequest } from "../../src/service/cases/search_request.ts";
import type { Services } from "../../src/service/context.ts";
import { packScore } from "../../tests/support/fixtures/packed_score.ts";
import { fillColumns } from "../column_fill.ts";
import { NO_ASN, RARE_ASN, signupRecord } from "../signup_records.ts";
import { type Row, spread } from "./figures.ts";

const SCORES = 2_000_000;
/** The newest of them are stored as they are by a service. */
const STORED = 100_000;
const ACCOUNT = "acc_00000000000000000000";
const DAY_MS = 86_400_000;
const PER_SEGMENT = 20;
const SETTLED_MS = 600_000;

/** The times are of the machine as it is: on a busy one they are longer. */
const SEARCHES: readonly (readonly [name: string, request: Partial<SearchRequest>, mostMs: number])[] = [
  ["no filter", {}, 100],
  ["a frequent value of one fact", { facts: { "ip.country": ["US"] } }, 100],
  ["a rare value of one fact", { facts: { "ip.asn": [RARE_ASN] } }, 100],
  ["a value that no score has", { facts: { "ip.asn": [NO_ASN] } }, 100],
  ["a value of a fact with many values", { facts: { "email.domain": ["shop19999.example"] } }, 100],
  ["a block of phone numbers that no score has", { facts: { "phone.block": ["blk_none"] } }, 100],
  ["a field of one's own", { facts: { "custom.campaign": ["c199"] } }, 100],
  ["a finding that no score has", { finding: "none" }, 100],
  [
    "three facts that few have together",
    { facts: { "ip.network": ["vpn"], "email.shape": ["letters"], "signup.hour": [3] } },
    500,
  ],
  [
    "three facts that no score has together",
    { facts: { "ip.country": ["NG"], "email.domain": ["gmail.com"], "custom.campaign": ["c199"] } },
    500,
  ],
];
const FACETS = ["ip.country", "ip.network", "email.shape", "phone.carrier"] as const;
/** What a dry run of a condition may ask for. */
const REPLAYED: readonly WantedColumn[] = [
  "at",
  "mode",
  "subject",
  "score",
  "verdict",
  "rule",
  "component_block",
  "ip.country",
  "ip.asn",
  "ip.network",
  "email.domain",
  "email.shape",
  "phone.country",
  "findings",
  "dimension.ip",
  "dimension.subnet",
  "dimension.email",
  "dimension.device",
];

type Rows = AsyncIterable<Omit<Row, "part">>;

export async function* searchPart(rounds: number, note: (text: string) => void): Rows {
  const folder = await Deno.makeTempDir({ prefix: "winnow-search-bench-" });
  let clock = Date.now() - 2 * DAY_MS;
  const open = () =>
    Store.open({
      location: `${folder}/bench.kv`,
      now: () => clock,
      random: Math.random,
      id: () => crypto.randomUUID(),
      follow: false,
    });
  let store = await open();
  try {
    const until = clock;
    const record = (id: string, number: number, at: number) => signupRecord(id, ACCOUNT, number, at);
    const filling = { account: ACCOUNT, scores: SCORES - STORED, from: until - 170 * DAY_MS, until, record };
    await fillColumns(store, filling);
    for (let number = SCORES - STORED; number < SCORES;) {
      clock += DAY_MS / (STORED / PER_SEGMENT);
      const records = Array.from({ length: PER_SEGMENT }, () => {
        const slot = store.segments.reserve();
        return { slot, owner: ACCOUNT, packed: packScore(record(slot.requestId, number++, clock)) };
      });
      await store.writer.write({ records });
    }
    clock += SETTLED_MS;
    const before = processorMs();
    await store.columns.compact(ACCOUNT);
    const made = processorMs() - before;
    note(
      `search: ${
        SCORES - STORED
      } scores were written as columns alone, by the same encoder; the newest ${STORED} are ` +
        `stored scores, whose columns took ${(1000 * made / STORED).toFixed(1)} us of processor time each`,
    );
    for (const cold of [true, false]) {
      if (cold) {
        await store.close();
        store = await open();
      }
      yield* asked(store, () => clock, cold ? 1 : rounds, cold ? ", first time" : "");
    }
    const memory = Deno.memoryUsage().rss / 2 ** 20;
    yield figure("resident memory of all this in one process", "MiB", [memory], null);
    yield figure(
      `columns of a dry run over ${STORED} scores`,
      "ms",
      await replayed(store, clock, rounds),
      2000,
    );
  } finally {
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function* asked(store: Store, now: () => number, rounds: number, suffix: string): Rows {
  const hasher = new IdentifierHasher("a secret of the bench, and of nothing else");
  // What a search uses of them.
  const services = { store, hasher, now, workLimiter: { owe: () => {} } } as unknown as Services;
  const caller = { account: { id: ACCOUNT }, key: { mode: "live" } } as Caller;
  const refuse = (field: string, why: string) => new Error(`${field} ${why}`);
  for (const [name, request, most] of SEARCHES) {
    const search = await readSearch(services, caller, { ...ANY_SCORE, ...request }, refuse);
    const page = { limit: 50, cursor: null };
    const times = await timed(rounds, () => searchScores(services, caller, search, page, refuse));
    yield figure(`search of ${SCORES} scores: ${name}${suffix}`, "ms", times, most);
  }
  const search = await readSearch(services, caller, ANY_SCORE, refuse);
  const times = await timed(rounds, () => countFacets(services, caller, search, FACETS));
  yield figure(`values of ${FACETS.length} facts in ${SCORES} scores${suffix}`, "ms", times, null);
}

async function replayed(store: Store, now: number, rounds: number): Promise<number[]> {
  const span = { since: now - RETENTION_MS, until: now };
  return await timed(rounds, async () => {
    let left = STORED;
    for await (const block of store.scoreColumns.blocks(ACCOUNT, REPLAYED, span, "newest")) {
      for (const name of REPLAYED) {
        if (name === "at") block.times;
        else block.column(name);
      }
      await block.positions(Array.from({ length: block.count }, (_, row) => row));
      left -= block.count;
      if (left <= 0) return;
    }
  });
}

async function timed(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function figure(
  work: string,
  unit: "ms" | "MiB",
  values: readonly number[],
  most: number | null,
): Omit<Row, "part"> {
  const value = spread(values);
  return {
    work,
    winnow: { unit, value },
    target: most === null ? "" : `<= ${most} ${unit}`,
    met: most === null ? null : value.median <= most,
  };
}
