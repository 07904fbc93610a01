/** Daily samples of proxies and addresses to hold against them, for `measure_proxies.ts` and `train_proxies.ts`. */
import { gunzipSync } from "node:zlib";
import { proxyLines } from "../src/feeds/catalog/parsers/proxies.ts";
import type { ProxyRows } from "../src/feeds/catalog/feed.ts";
import { countDay } from "../src/feeds/proxies/proxy_days.ts";
import { type Around, ProxyNeighbours } from "../src/feeds/proxies/proxy_neighbours.ts";
import { type Bundle, openBundle } from "../src/feeds/tables/bundle.ts";
import { Operators } from "../src/feeds/tables/operators.ts";
import { type Address, addressFromV4, parseAddress } from "../src/model/address/address.ts";
import type { ProxyTraces } from "../src/model/outside_facts.ts";
import { isHostingKind } from "../src/signals/ip/egress.ts";

/** All files of a folder, by date. */
export async function readDays(folder: string): Promise<ProxyRows[]> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name.endsWith(".gz"));
  return await Promise.all(
    names.sort().map(async (name) => {
      const bytes = new Uint8Array(gunzipSync(Deno.readFileSync(`${folder}/${name}`)));
      const { content } = await proxyLines(bytes, { maxBytes: bytes.length });
      if (content.kind !== "proxies") throw new Error(`${name} is no sample of proxies`);
      return content.data;
    }),
  );
}

export function v4Of(days: readonly ProxyRows[]): Set<number> {
  const addresses = new Set<number>();
  for (const { rows: { v4 } } of days) for (let at = 0; at < v4.length; at += 2) addresses.add(v4[at]!);
  return addresses;
}

/** The column `ip` of a table. */
export function readIps(path: string): Address[] {
  return Deno.readTextFileSync(path).trim().split("\n").slice(1).flatMap((line) => {
    const address = parseAddress(line.slice(0, line.indexOf(",")));
    return address?.family === 4 ? [address] : [];
  });
}

export interface ProxyCase {
  readonly traces: ProxyTraces;
  readonly hosting: boolean;
}

/** What the bundle and some days know about addresses that were not seen themselves. */
export class ProxyKnowledge {
  readonly networks: Bundle["networks"];
  readonly sizes: ReadonlyMap<number, number>;
  readonly #operators = new Operators();

  private constructor(networks: Bundle["networks"]) {
    this.networks = networks;
    this.sizes = networks.v4Sizes();
  }

  static async open(bundleDir: string): Promise<ProxyKnowledge> {
    return new ProxyKnowledge((await openBundle(bundleDir)).networks);
  }

  async of(days: readonly ProxyRows[]): Promise<(address: Address) => ProxyCase> {
    const counted = days.map(({ day, rows }) => countDay(day, rows));
    const neighbours = await ProxyNeighbours.build(counted, this.networks, this.sizes);
    if (neighbours === null) throw new Error("the days hold too few addresses");
    return (address) => {
      const network = this.networks.lookup(address);
      const around: Around = neighbours.around(address, network)!;
      const hosting = isHostingKind(this.#operators.at(address, network).kind);
      return { traces: { ...around, seen: false, rangeConfidence: null }, hosting };
    };
  }

  kindOf(address: Address) {
    const network = this.networks.lookup(address);
    return network.known ? { asn: network.value.asn, kind: this.#operators.at(address, network).kind } : null;
  }
}

export const v4Address = addressFromV4;
