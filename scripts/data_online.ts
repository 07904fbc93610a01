/**
 * `deno task data --online`: fetches the lists whose licences allow redistribution (`redistributable` in the catalogue) into
 * `build/feeds`, as part of a release. WINNOW_FEED_MIRROR, WINNOW_DNS and WINNOW_EGRESS_ALLOW apply.
 */
import { feedsRefresh } from "../src/cli/feeds/feeds.ts";
import { terminal } from "../src/cli/output.ts";
import { readConfig } from "../src/app/settings/config.ts";
import { SERVICE, VERSION } from "../src/model/service.ts";
import { REDISTRIBUTABLE_FEEDS } from "../src/feeds/catalog/catalog.ts";
import { DnsClient } from "../src/net/dns/dns_client.ts";
import { HttpClient } from "../src/net/http/http_client.ts";
import { systemResolvers } from "../src/net/dns/resolvers.ts";

/** The exit code of the refresh: 1 when nothing could be fetched. */
export async function fetchBundledFeeds(dir: string): Promise<number> {
  const config = readConfig(Deno.env.toObject());
  const { offline, egressAllow } = config;
  const dns = new DnsClient({ resolvers: config.dns ?? await systemResolvers(), offline, now: Date.now });
  const http = new HttpClient({
    offline,
    egressAllow,
    resolve: (host) => dns.addresses(host),
    userAgent: `${SERVICE.title}/${VERSION}`,
  });
  try {
    return await feedsRefresh(
      {
        dir,
        mirror: config.feedMirror,
        offline,
        refresh: true,
        http,
        now: Date.now,
        log: (line) => console.error(line),
        feeds: REDISTRIBUTABLE_FEEDS,
      },
      {},
      terminal(),
    );
  } finally {
    await http.close();
    await dns.close();
  }
}
