/**
 * `deno task bench --only asked`: "may I send" and "may they in" against a score of an address, in turn on one server. People
 * who come again log in from where they always do; the addresses that ask for codes come as those of scores do, the numbers once.
 */
import { benchKey, type BenchServer, benchServer } from "../server.ts";
import { closedLoop } from "../load/closed_loop.ts";
import { onlyPool, type Work, type Works } from "../load/work.ts";
import { fillGuard } from "../guard_fill.ts";
import type { Rounds } from "./compare.ts";
import { type Figures, ratios, type Row, spread } from "./figures.ts";

const CONNECTIONS = 64;
const TARGET = 0.8;
const WARM_UP_LINES = 20_000;
const HEADROOM = 2.5;
const LEAST_PER_SECOND = 10_000;
type Rows = AsyncIterable<Omit<Row, "part">>;
type Load = Awaited<ReturnType<typeof closedLoop>> & { readonly processorUs: number };

export async function* askedPart(works: Works, { seconds, rounds, warmUpSeconds }: Rounds): Rows {
  const sides = [works["score-ip"], works["guard-send"], works["score-login"]];
  const folder = await Deno.makeTempDir({ prefix: "winnow-bench-" });
  try {
    const key = await benchKey({ WINNOW_DATA_DIR: folder, WINNOW_LOG_LEVEL: "warn" });
    await fillGuard(`${folder}/winnow.kv`);
    const server = await benchServer({}, { folder, key });
    try {
      const measured = sides.map((): Load[] => []);
      const rates = sides.map(() => 0);
      const load = async (at: number, work: Work, again: boolean, wanted: number) => {
        const lines = again
          ? WARM_UP_LINES
          : Math.ceil(Math.max(rates[at]! * HEADROOM, LEAST_PER_SECOND) * wanted);
        const result = await measuredLoad(server, work, { seconds: wanted, lines, again });
        rates[at] = result.perSecond;
        return result;
      };
      for (const [at, work] of sides.entries()) await load(at, onlyPool(work), true, warmUpSeconds);
      for (let round = 0; round < rounds; round++) {
        for (let turn = 0; turn < sides.length; turn++) {
          const at = (turn + round) % sides.length;
          measured[at]!.push(await load(at, sides[at]!, false, seconds));
        }
      }
      const [yardstick, ...others] = measured;
      for (const [at, loads] of others.entries()) {
        const ofBare = ratios(
          loads.map(({ perSecond }) => perSecond),
          yardstick!.map(({ perSecond }) => perSecond),
        );
        yield {
          work: `POST ${sides[at + 1]!.path}, ${CONNECTIONS} connections, of GET /v1/score/ip`,
          winnow: figuresOf(loads),
          bare: figuresOf(yardstick!),
          ofBare,
          target: `>= ${TARGET.toFixed(2)}`,
          met: ofBare.median >= TARGET,
        };
      }
    } finally {
      await server.stop();
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function measuredLoad(
  server: BenchServer,
  work: Work,
  options: { readonly seconds: number; readonly lines: number; readonly again: boolean },
): Promise<Load> {
  const before = await server.processorSeconds();
  const load = await closedLoop(server, work, { connections: CONNECTIONS, ...options });
  const used = (await server.processorSeconds() ?? NaN) - (before ?? NaN);
  return { ...load, processorUs: used * 1e6 / load.requests };
}

function figuresOf(loads: readonly Load[]): Figures {
  const of = (name: "perSecond" | "p50Ms" | "p99Ms" | "longestMs" | "processorUs") =>
    spread(loads.map((load) => load[name]));
  const processorUs = of("processorUs");
  return {
    unit: "/s",
    value: of("perSecond"),
    p50Ms: of("p50Ms"),
    p99Ms: of("p99Ms"),
    longestMs: of("longestMs"),
    ...(Number.isNaN(processorUs.median) ? {} : { processorUs }),
  };
}
