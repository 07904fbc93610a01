/** Daily counts of proxies, joined: how many were seen around an address, and in the whole system that announces it. */
import { setTimeout as pause } from "node:timers/promises";
import type { Address } from "../../model/address/address.ts";
import type { Known } from "../../model/evidence.ts";
import {
  ACTIVE_PREFIXES,
  type Network,
  type OperatorTraces,
  type ProxyTraces,
  SIGHTING_PREFIXES,
} from "../../model/outside_facts.ts";
import type { AddressTable } from "../tables/address_table.ts";
import type { NetworkCounts, ProxyDay } from "./proxy_days.ts";

/** Days that are counted, by the files' own dates. */
export const DAYS_KEPT = 30;
/** Days after which a sighting counts half. */
const HALF_LIFE_DAYS = 8;
/** The size of a day's sample that sightings are scaled to, and what a whole window of them weighs. */
const SAMPLE = 30_000;
const REFERENCE = SAMPLE * (1 - weightOf(DAYS_KEPT)) / (1 - weightOf(1));
/** Fewer addresses say too little about their neighbours. */
const MIN_ADDRESSES = 100_000;
/** Minimum of scaled sightings of an active /24. */
const ACTIVE_FROM = 0.05;
/** Networks between two pauses, so that requests are answered in the meantime. */
const SLICE = 50_000;

export type Around = Pick<ProxyTraces, "sightings" | "active" | "operator">;
type Systems = ReadonlyMap<number, Omit<OperatorTraces, "size">>;

export class ProxyNeighbours {
  /** The latest day, in days since the epoch. */
  readonly day: number;
  readonly #v4: Sums;
  readonly #v6: Sums;
  readonly #systems: Systems;
  /** Addresses of each system. */
  readonly #sizes: ReadonlyMap<number, number>;

  private constructor(day: number, v4: Sums, v6: Sums, systems: Systems, sizes: ReadonlyMap<number, number>) {
    this.day = day;
    this.#v4 = v4;
    this.#v6 = v6;
    this.#systems = systems;
    this.#sizes = sizes;
  }

  /** Null when the days hold too few addresses. */
  static async build(
    days: readonly ProxyDay[],
    networks: AddressTable<Network>,
    sizes: ReadonlyMap<number, number>,
  ): Promise<ProxyNeighbours | null> {
    const addresses = days.reduce((sum, day) => sum + day.addresses, 0);
    if (addresses < MIN_ADDRESSES) return null;
    const newest = Math.max(...days.map(({ day }) => day));
    const counted = days.filter(({ day }) => day > newest - DAYS_KEPT);
    const total = counted.reduce((sum, day) => sum + day.addresses * weightOf(newest - day.day), 0);
    const scale = REFERENCE / total;
    const weighed = counted.map((day) => ({ ...day, weight: scale * weightOf(newest - day.day) }));
    const v4 = await Sums.of(weighed.map(({ v4, weight }) => ({ ...v4, weight })));
    const v6 = await Sums.of(weighed.map(({ v6, weight }) => ({ ...v6, weight })));
    return new ProxyNeighbours(newest, v4, v6, await systemsOf(v4, v6, networks), sizes);
  }

  /** Null for IPv6 when no IPv6 address was ever seen: nothing can be said. */
  around(address: Address, network: Known<Network>): Around | null {
    const sums = address.family === 4 ? this.#v4 : this.#v6;
    if (sums.networks.length === 0) return null;
    const own = address.family === 4 ? address.v4 >>> 8 : highBits(address);
    const asn = network.known ? network.value.asn : null;
    return {
      sightings: SIGHTING_PREFIXES.map((prefix) => sums.sightings(own, 24 - prefix)),
      active: ACTIVE_PREFIXES.map((prefix) => sums.active(own, 24 - prefix)),
      operator: asn === null ? null : {
        ...this.#systems.get(asn) ?? { sightings: 0, active: 0 },
        size: (this.#sizes.get(asn) ?? 0) / 256,
      },
    };
  }
}

interface Weighed extends NetworkCounts {
  readonly weight: number;
}

/** Networks with the sums of what was seen in all before each, so that any range of them is two searches. */
class Sums {
  readonly networks: Float64Array;
  readonly #sightings: Float64Array;
  readonly #active: Uint32Array;

  private constructor(networks: Float64Array, counts: Float64Array) {
    this.networks = networks;
    this.#sightings = new Float64Array(counts.length + 1);
    this.#active = new Uint32Array(counts.length + 1);
    for (const [index, count] of counts.entries()) {
      this.#sightings[index + 1] = this.#sightings[index]! + count;
      this.#active[index + 1] = this.#active[index]! + (count >= ACTIVE_FROM ? 1 : 0);
    }
  }

  static async of(days: readonly Weighed[]): Promise<Sums> {
    let networks: Float64Array = new Float64Array();
    let counts: Float64Array = new Float64Array();
    for (const day of days) {
      [networks, counts] = merged(networks, counts, day);
      await pause(0);
    }
    return new Sums(networks, counts);
  }

  /** In the network that is `bits` shorter than the given one. */
  sightings(network: number, bits: number): number {
    const [from, to] = this.#span(network, bits);
    return Math.max(0, this.#sightings[to]! - this.#sightings[from]!);
  }

  active(network: number, bits: number): number {
    const [from, to] = this.#span(network, bits);
    return this.#active[to]! - this.#active[from]!;
  }

  at(index: number): number {
    return this.#sightings[index + 1]! - this.#sightings[index]!;
  }

  #span(network: number, bits: number): [from: number, to: number] {
    const size = 2 ** bits;
    const first = Math.floor(network / size) * size;
    return [lowerBound(this.networks, first), lowerBound(this.networks, first + size)];
  }
}

function merged(networks: Float64Array, counts: Float64Array, day: Weighed): [Float64Array, Float64Array] {
  const length = networks.length + day.networks.length;
  const [keys, sums] = [new Float64Array(length), new Float64Array(length)];
  let to = 0;
  for (let i = 0, j = 0; i < networks.length || j < day.networks.length; to++) {
    const one = networks[i] ?? Infinity;
    const other = day.networks[j] ?? Infinity;
    keys[to] = Math.min(one, other);
    if (one <= other) sums[to] = counts[i++]!;
    if (other <= one) sums[to] = sums[to]! + day.counts[j++]! * day.weight;
  }
  return [keys.slice(0, to), sums.slice(0, to)];
}

async function systemsOf(v4: Sums, v6: Sums, networks: AddressTable<Network>): Promise<Systems> {
  const systems = new Map<number, { sightings: number; active: number }>();
  for (const [family, sums] of [[4, v4], [6, v6]] as const) {
    for (const [index, network] of sums.networks.entries()) {
      if (index % SLICE === SLICE - 1) await pause(0);
      const owner = networks.lookup(firstAddress(family, network));
      if (!owner.known) continue;
      const sightings = sums.at(index);
      const system = systems.get(owner.value.asn) ?? { sightings: 0, active: 0 };
      system.sightings += sightings;
      if (sightings >= ACTIVE_FROM) system.active++;
      systems.set(owner.value.asn, system);
    }
  }
  return systems;
}

/** Without its text, which no table reads. */
function firstAddress(family: 4 | 6, network: number): Address {
  return family === 4
    ? { family, text: "", v4: network * 256, v6: [0, 0, 0, 0] }
    : { family, text: "", v4: 0, v6: [Math.floor(network / 65_536), (network % 65_536) * 65_536, 0, 0] };
}

function highBits({ v6 }: Address): number {
  return v6[0] * 65_536 + (v6[1] >>> 16);
}

function weightOf(days: number): number {
  return 0.5 ** (days / HALF_LIFE_DAYS);
}

function lowerBound(values: Float64Array, wanted: number): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (values[middle]! < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}
