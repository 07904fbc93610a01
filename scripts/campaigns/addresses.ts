/** Networks of real operators from the AS table that the bundle is made of, as far as the service itself takes them for that. */
import { Random } from "../linked/random.ts";
import { ALL_SYSTEMS, CAMPUS, COUNTRIES, HOSTING } from "./countries.ts";

/** What the service knows of an address. */
export interface KnownAddress {
  readonly country: string | null;
  readonly city: string | null;
  readonly isHosting: boolean;
  readonly isExit: boolean;
}

/** The first three octets of a /24. */
type Subnet = string;

const SUBNETS = 400;
/** Gateways of a mobile operator have few addresses. */
const GATEWAYS = 8;
/** The same networks for every seed: which of them people have is the seed's. */
const POOL_SEED = 20261102;

export class Addresses {
  readonly #bySystem: ReadonlyMap<number, readonly Subnet[]>;
  /** Of each subnet. */
  readonly #known: ReadonlyMap<Subnet, KnownAddress>;

  private constructor(bySystem: Map<number, readonly Subnet[]>, known: Map<Subnet, KnownAddress>) {
    this.#bySystem = bySystem;
    this.#known = known;
  }

  /**
   * @param root the project's folder
   * @param lookUp what the service knows of each of these addresses
   */
  static async read(
    root: string,
    lookUp: (addresses: readonly string[]) => Promise<KnownAddress[]>,
  ): Promise<Addresses> {
    const random = new Random(POOL_SEED);
    const drawn = new Map([...rangesOf(root)].map(([asn, ranges]) => [asn, draw(random, ranges)]));
    const subnets = [...new Set([...drawn.values()].flat())];
    const answers = await lookUp(subnets.map((subnet) => `${subnet}.77`));
    const known = new Map(subnets.map((subnet, at) => [subnet, answers[at]!]));
    const bySystem = new Map<number, readonly Subnet[]>();
    for (const [asn, own] of drawn) {
      const fits = fitOf(asn);
      bySystem.set(asn, own.filter((subnet) => fits(known.get(subnet)!)));
    }
    return new Addresses(bySystem, known);
  }

  /** @throws Error for a system of which the service knows no such networks */
  subnet(random: Random, asn: number): Subnet {
    const own = this.#bySystem.get(asn) ?? [];
    if (own.length === 0) throw new Error(`no networks of AS${asn}`);
    return random.of(own);
  }

  /** One of the few networks that a mobile operator's customers come from. */
  gateway(random: Random, asn: number): Subnet {
    const own = (this.#bySystem.get(asn) ?? []).slice(0, GATEWAYS);
    if (own.length === 0) throw new Error(`no networks of AS${asn}`);
    return random.of(own);
  }

  /** All of these systems in the city of which there are most. */
  ofOneCity(systems: readonly number[]): readonly Subnet[] {
    const subnets = systems.flatMap((asn) => this.#bySystem.get(asn) ?? []);
    const byCity = Map.groupBy(subnets, (subnet) => this.#known.get(subnet)!.city ?? "");
    byCity.delete("");
    return [...byCity.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  }
}

export function hostIn(random: Random, subnet: Subnet): string {
  return `${subnet}.${1 + random.below(254)}`;
}

/** What the service must know of a network of the system. */
function fitOf(asn: number): (known: KnownAddress) => boolean {
  if (HOSTING.includes(asn)) return ({ isHosting }) => isHosting;
  const country = COUNTRIES.find(({ lines, mobile }) => lines.includes(asn) || mobile.includes(asn));
  const isLine = ({ isHosting, isExit }: KnownAddress) => !isHosting && !isExit;
  if (country === undefined || CAMPUS.includes(asn)) return isLine;
  return (known) => isLine(known) && known.country === country.code;
}

interface Range {
  /** Numbers of its first and last /24. */
  readonly first: number;
  readonly last: number;
}

function rangesOf(root: string): ReadonlyMap<number, readonly Range[]> {
  const bytes = Deno.readTextFileSync(`${root}/node_modules/@ip-location-db/asn/asn-ipv4-num.csv`);
  const ranges = new Map<number, Range[]>();
  for (const [, from, to, system] of bytes.matchAll(/^(\d+),(\d+),(\d+),/gm)) {
    const asn = Number(system);
    if (!ALL_SYSTEMS.has(asn)) continue;
    const [first, last] = [Math.ceil(Number(from) / 256), Math.floor((Number(to) + 1) / 256) - 1];
    if (last < first) continue;
    const own = ranges.get(asn) ?? [];
    if (own.length === 0) ranges.set(asn, own);
    own.push({ first, last });
  }
  return ranges;
}

function draw(random: Random, ranges: readonly Range[]): Subnet[] {
  const total = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const drawn = new Set<Subnet>();
  for (let tries = 0; tries < 2 * SUBNETS && drawn.size < SUBNETS; tries++) {
    let at = random.below(total);
    const range = ranges.find(({ first, last }) => {
      const size = last - first + 1;
      if (at < size) return true;
      at -= size;
      return false;
    })!;
    const number = range.first + at;
    drawn.add(`${number >>> 16}.${(number >>> 8) & 255}.${number & 255}`);
  }
  return [...drawn];
}
