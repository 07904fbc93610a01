/** `feeds status|refresh`: reads the arguments and opens the clients. */
import { feedOptions } from "../../sources.ts";
import { SERVICE, VERSION } from "../../model/service.ts";
import { DnsClient } from "../../net/dns/dns_client.ts";
import { HttpClient } from "../../net/http/http_client.ts";
import { systemResolvers } from "../../net/dns/resolvers.ts";
import { feedsRefresh, feedsStatus } from "./feeds.ts";
import { terminal } from "../output.ts";
import type { CommandContext } from "../context.ts";
import { readArgs, UsageError } from "../usage.ts";

export async function feedsCommand(
  args: readonly string[],
  { config, warn }: CommandContext,
): Promise<number> {
  const [action, ...rest] = args;
  const { values, positionals } = readArgs(rest, { json: { type: "boolean", default: false } }, true);
  const [name, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`feeds ${action} takes one NAME at most`);
  const dns = new DnsClient({
    resolvers: config.dns ?? await systemResolvers(),
    offline: config.offline,
    now: Date.now,
  });
  const http = new HttpClient({
    offline: config.offline,
    egressAllow: config.egressAllow,
    resolve: (host) => dns.addresses(host),
    userAgent: `${SERVICE.title}/${VERSION}`,
  });
  try {
    const options = feedOptions(config, http, Date.now, warn);
    if (action === "status" && name === undefined) return await feedsStatus(options, values, terminal());
    if (action === "refresh") {
      return await feedsRefresh(options, name === undefined ? {} : { name }, terminal());
    }
    throw new UsageError("feeds takes status, or refresh with an optional NAME");
  } finally {
    await http.close();
    await dns.close();
  }
}
