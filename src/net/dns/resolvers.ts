/** The DNS resolvers to use: the operator's list, or the system's. */
import { getServers } from "node:dns";
import { type Address, parseAddress } from "../../model/address/address.ts";

export interface Resolver {
  readonly address: Address;
  readonly port: number;
}

const DNS_PORT = 53;
/** As resolv.conf(5). */
const MAX_RESOLVERS = 3;

/** One `ip`, `ip:port` or `[ipv6]:port`; null when it is none of these. */
export function parseResolver(text: string): Resolver | null {
  const bare = parseAddress(text);
  if (bare !== null) return { address: bare, port: DNS_PORT };
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text);
  if (match === null) return null;
  const address = parseAddress(match[1] ?? match[2]!);
  const port = Number(match[3]);
  return address === null || port < 1 || port > 65_535 ? null : { address, port };
}

/** The nameservers of resolv.conf(5) text; addresses with a zone id are left out. */
export function parseResolvConf(text: string): readonly Resolver[] {
  const found: Resolver[] = [];
  for (const line of text.split("\n")) {
    const [keyword, value] = line.trim().split(/\s+/, 2);
    const address = keyword === "nameserver" && value !== undefined ? parseAddress(value) : null;
    if (address !== null) found.push({ address, port: DNS_PORT });
  }
  return found.slice(0, MAX_RESOLVERS);
}

/** The system's resolvers; without resolv.conf, those of the runtime. */
export async function systemResolvers(path = "/etc/resolv.conf"): Promise<readonly Resolver[]> {
  const text = await Deno.readTextFile(path).catch(() => "");
  const found = parseResolvConf(text);
  if (found.length > 0) return found;
  return runtimeServers().map(parseResolver).filter((resolver) => resolver !== null).slice(0, MAX_RESOLVERS);
}

/** Empty without the permission to read them. */
function runtimeServers(): readonly string[] {
  try {
    return getServers();
  } catch {
    return [];
  }
}
