/** The service and its yardsticks under the same load, in turn, round after round. */
import { closedLoop } from "../load/closed_loop.ts";
import { type OpenLoop, openLoop } from "../load/open_loop.ts";
import { onlyPool, type Work } from "../load/work.ts";
import type { Target } from "../server.ts";
import { type Figures, ratios, type Row, spread } from "./figures.ts";

export interface Rounds {
  readonly seconds: number;
  readonly rounds: number;
  readonly openSeconds: number;
  /** At most; it ends when all of the pool were sent. */
  readonly warmUpSeconds: number;
  readonly seed: number;
}

interface Sides {
  readonly winnow: Target;
  readonly bare: Target;
  readonly diy?: Target;
}

/** Of one load of the warming up. */
const WARM_UP_SECONDS = 3;
/** Lines for so many times as many requests as in the load before, on a machine with other work at least for so many a second. */
const HEADROOM = 2.5;
const LEAST_PER_SECOND = 20_000;
/** Few enough to be made quickly: a yardstick sends them again. */
const MOST_LINES = 500_000;

type Side = keyof Sides;

/** What has been measured of one kind of work: its rates so far, for the number of lines. */
export class Comparison {
  readonly #sides: Sides;
  readonly #work: Work;
  readonly #rounds: Rounds;
  readonly #rates: Partial<Record<Side, number>> = {};

  constructor(sides: Sides, work: Work, rounds: Rounds) {
    this.#sides = sides;
    this.#work = work;
    this.#rounds = rounds;
  }

  /**
   * Before the first measurement: compiled code, and the pool's values seen before.
   * @returns the requests that the service answered; fewer than the pool in a short run or on a busy machine
   */
  async warmUp(): Promise<number> {
    const { warmUpSeconds } = this.#rounds;
    const seconds = Math.min(warmUpSeconds, WARM_UP_SECONDS);
    const { length } = this.#work.pool;
    let answered = 0;
    for (const side of this.#names()) {
      let sent = 0;
      for (let took = 0; took < warmUpSeconds && (took === 0 || sent < length); took += seconds) {
        const options = { connections: 64, seconds, lines: length, again: true };
        const load = await closedLoop(this.#sides[side]!, onlyPool(this.#work, sent), options);
        sent += load.requests;
        this.#rates[side] = load.perSecond;
      }
      if (side === "winnow") answered = sent;
    }
    return answered;
  }

  /** Requests per second of each side. */
  async closed(connections: number): Promise<Pick<Row, "winnow" | "bare" | "diy" | "ofBare" | "ofDiy">> {
    const measured = new Map<Side, (Awaited<ReturnType<typeof closedLoop>> & { processorUs: number })[]>();
    for (let round = 0; round < this.#rounds.rounds; round++) {
      for (const side of rotated(this.#names(), round)) {
        const load = await this.#load(side, connections, this.#rounds.seconds);
        measured.set(side, [...measured.get(side) ?? [], load]);
      }
    }
    const figures = (side: Side): Figures => {
      const loads = measured.get(side)!;
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
    };
    const perSecond = (side: Side) => measured.get(side)!.map((load) => load.perSecond);
    return {
      winnow: figures("winnow"),
      bare: figures("bare"),
      ofBare: ratios(perSecond("winnow"), perSecond("bare")),
      ...(this.#sides.diy === undefined
        ? {}
        : { diy: figures("diy"), ofDiy: ratios(perSecond("winnow"), perSecond("diy")) }),
    };
  }

  /** Latencies at a rate. Those of the bare server tell how much of them is the generator's and the machine's. */
  async open(perSecond: number): Promise<Pick<Row, "winnow" | "bare">> {
    const measured: Record<"winnow" | "bare", OpenLoop[]> = { winnow: [], bare: [] };
    for (let round = 0; round < this.#rounds.rounds; round++) {
      for (const side of rotated(["winnow", "bare"] as const, round)) {
        const options = { perSecond, seconds: this.#rounds.openSeconds, seed: this.#rounds.seed + round };
        measured[side].push(await openLoop(this.#sides[side], this.#work, options));
      }
    }
    const figures = (loads: readonly OpenLoop[]): Figures => ({
      unit: "/s",
      value: spread(loads.map((load) => load.perSecond)),
      p50Ms: spread(loads.map((load) => load.p50Ms)),
      p99Ms: spread(loads.map((load) => load.p99Ms)),
      longestMs: spread(loads.map((load) => load.longestMs)),
      lateMs: spread(loads.map((load) => load.lateLongestMs)),
    });
    return { winnow: figures(measured.winnow), bare: figures(measured.bare) };
  }

  #names(): Side[] {
    return this.#sides.diy === undefined ? ["winnow", "bare"] : ["winnow", "bare", "diy"];
  }

  async #load(side: Side, connections: number, seconds: number) {
    const target = this.#sides[side]!;
    const before = await target.processorSeconds();
    const load = await closedLoop(target, this.#work, {
      connections,
      seconds,
      lines: Math.min(
        MOST_LINES,
        Math.ceil(Math.max(this.#rates[side]! * HEADROOM, LEAST_PER_SECOND) * seconds),
      ),
      // A yardstick remembers nothing.
      again: side !== "winnow",
    });
    this.#rates[side] = load.perSecond;
    const used = (await target.processorSeconds() ?? NaN) - (before ?? NaN);
    return { ...load, processorUs: used * 1e6 / load.requests };
  }
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
