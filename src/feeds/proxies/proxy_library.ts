/** Proxies on people's lines: keeps the counts of the daily samples, and answers what was seen at and around an address. */
import type { Address } from "../../model/address/address.ts";
import { NONE, type Steps, stepsOf } from "../../model/address/intervals.ts";
import { DAY_MS } from "../../model/duration.ts";
import { type Known, known, unknown, type UnknownFact } from "../../model/evidence.ts";
import type { Network, ProxyTraces } from "../../model/outside_facts.ts";
import type { ProxyRows } from "../catalog/feed.ts";
import type { LoadedFeed } from "../refresh/feed_consumers.ts";
import { ageText } from "../refresh/stale.ts";
import type { AddressTable } from "../tables/address_table.ts";
import type { ProxyDayStore } from "./proxy_day_store.ts";
import { countDay } from "./proxy_days.ts";
import { ProxyNeighbours } from "./proxy_neighbours.ts";

interface ProxyLibraryOptions {
  readonly days: ProxyDayStore;
  readonly networks: AddressTable<Network>;
  /** IPv4 addresses by autonomous system. */
  readonly sizes: () => ReadonlyMap<number, number>;
  readonly now: () => number;
}

/** Lines get new addresses: a sample this old says nothing about one address, and counts this old nothing about networks. */
const SEEN_DAYS = 3;
const STALE_DAYS = 10;

interface Sample {
  readonly day: number;
  readonly addresses: ReadonlySet<number | string>;
}

interface RangeTable {
  readonly day: number;
  readonly steps: Steps;
  readonly confidences: readonly number[];
}

export class ProxyLibrary {
  readonly #options: ProxyLibraryOptions;
  #neighbours: ProxyNeighbours | null = null;
  #sample: Sample = { day: -Infinity, addresses: new Set() };
  #ranges: readonly RangeTable[] = [];

  constructor(options: ProxyLibraryOptions) {
    this.#options = options;
  }

  /** Counts new days, and starts to use all that is loaded. */
  async adopt(loaded: readonly LoadedFeed<"proxies">[]): Promise<void> {
    const { days, networks, sizes, now } = this.#options;
    const isDaily = ({ rows }: ProxyRows) => rows.labels.includes("") || rows.labels.length === 0;
    const samples = loaded.map(({ data }) => data).filter(isDaily);
    // Sets damaged days aside, so that they can come again.
    let kept = await days.load();
    let changed = await days.exchange(now());
    for (const { day, rows } of samples) changed = await days.add(countDay(day, rows), now()) || changed;
    if (changed) {
      await days.exchange(now());
      kept = await days.load();
    }
    this.#neighbours = await ProxyNeighbours.build(kept, networks, sizes());
    const latest = samples.toSorted((a, b) => b.day - a.day)[0];
    if (latest !== undefined) this.#sample = sampleOf(latest);
    this.#ranges = loaded.map(({ data }) => data).filter((rows) => !isDaily(rows)).map(rangeTable);
  }

  /** @param network that announces the address */
  lookup(address: Address, network: Known<Network>): Known<ProxyTraces> {
    const neighbours = this.#neighbours;
    if (neighbours === null) return NOT_LOADED;
    const today = this.#options.now() / DAY_MS;
    const age = today - neighbours.day;
    if (age > STALE_DAYS) return unknown("stale", `${ageText(age * DAY_MS)} old`);
    const around = neighbours.around(address, network);
    if (around === null) return unknown("no_data");
    const { day, addresses } = this.#sample;
    const seen = today - day <= SEEN_DAYS && addresses.has(addressKey(address));
    let rangeConfidence: number | null = null;
    for (const table of this.#ranges) {
      if (today - table.day > STALE_DAYS) continue;
      const confidence = confidenceAt(table, address);
      if (confidence !== null) rangeConfidence = Math.max(rangeConfidence ?? 0, confidence);
    }
    return known({ ...around, seen, rangeConfidence });
  }
}

const NOT_LOADED: UnknownFact = unknown("not_loaded");

function sampleOf({ day, rows: { v4, v6 } }: ProxyRows): Sample {
  const addresses = new Set<number | string>();
  for (let at = 0; at < v4.length; at += 2) addresses.add(v4[at]!);
  for (let at = 0; at < v6.length; at += 8) addresses.add(v6.subarray(at, at + 4).join());
  return { day, addresses };
}

function addressKey({ family, v4, v6 }: Address): number | string {
  return family === 4 ? v4 : v6.join();
}

/** The lists hold IPv4 ranges. */
function rangeTable({ day, rows }: ProxyRows): RangeTable {
  return { day, steps: stepsOf(rows.v4, rows.v4Labels, 1), confidences: rows.labels.map(Number) };
}

function confidenceAt({ steps, confidences }: RangeTable, { family, v4 }: Address): number | null {
  if (family === 6) return null;
  let [from, to] = [0, steps.positions.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (steps.positions[middle]! <= v4) from = middle + 1;
    else to = middle;
  }
  const value = from === 0 ? NONE : steps.values[from - 1]!;
  return value === NONE ? null : confidences[value] ?? null;
}
