/** Constructs the sources of evidence (tables, feeds, network clients, mailbox verification) and joins them for the collectors. */
import type { Config } from "./settings/config.ts";
import type { Address } from "../model/address/address.ts";
import type { Known } from "../model/evidence.ts";
import type { Network } from "../model/outside_facts.ts";
import { SERVICE, VERSION } from "../model/service.ts";
import type { Bundle } from "../feeds/tables/bundle.ts";
import { type FeedConsumers, ofFamily } from "../feeds/refresh/feed_consumers.ts";
import { gatherFeedLines } from "../feeds/refresh/feed_log.ts";
import { openDomainLists } from "../feeds/domains/disposable.ts";
import { ownedDomain } from "../feeds/domains/public_suffix.ts";
import { ProxyLibrary } from "../feeds/proxies/proxy_library.ts";
import { openProxyDays } from "../feeds/proxies/shared_proxy_days.ts";
import { FeedLibrary, type FeedOptions } from "../feeds/library.ts";
import { openAsnMmdb, openCityMmdb } from "../feeds/tables/mmdb.ts";
import { Operators } from "../feeds/tables/operators.ts";
import { type AddressTable, SwappableTable } from "../feeds/tables/address_table.ts";
import { refreshedNetworks, refreshedPlaces } from "../feeds/tables/tables_refresh.ts";
import { OutsideMeters } from "../concurrency/measure/outside_meters.ts";
import type { SourceMeter } from "../concurrency/measure/source_meter.ts";
import { type Log, sentences } from "../model/log.ts";
import { DnsClient, type DnsOptions } from "../net/dns/dns_client.ts";
import { Footprints } from "../net/http/footprint.ts";
import { HttpClient, type HttpClientOptions } from "../net/http/http_client.ts";
import { MailDomains } from "../net/dns/mail_domain.ts";
import { RdapClient } from "../net/rdap/rdap_client.ts";
import { systemResolvers } from "../net/dns/resolvers.ts";
import { SmtpProber } from "../net/smtp/smtp_prober.ts";
import { SmtpReach } from "../net/smtp/smtp_reach.ts";
import { Websites } from "../net/http/website.ts";
import type { AgentDirectories } from "../signals/agent/directory/directory.ts";
import { openAgentDirectories } from "../signals/agent/directory/directory_clients.ts";
import { TimeZones } from "../signals/device/timezone.ts";
import { SwappableFolds } from "../signals/domain/swappable_folds.ts";
import { Mailboxes } from "../signals/email/mailbox/mailbox.ts";
import { NameLists } from "../signals/email/name_lists.ts";
import { hostingAt } from "../signals/ip/collect.ts";
import { CarrierRanges } from "../signals/phone/carrier.ts";
import type { Sources } from "../signals/registry.ts";
import { openEmailTokens } from "./open_email_tokens.ts";
import type { Keyring } from "./keyring.ts";
import type { IdentifierHasher } from "../service/access/identifier_hasher.ts";
import { BUNDLE_DIR } from "./paths.ts";
import { SettingError } from "./settings/setting.ts";
import { Seal } from "../records/seal.ts";
import type { Store } from "../records/store.ts";

interface OpenSources {
  readonly config: Config;
  readonly store: Store;
  readonly keyring: Keyring;
  readonly hasher: IdentifierHasher;
  readonly now: () => number;
  readonly log: Log;
  /** False in a short command: nothing is fetched in the background. */
  readonly background: boolean;
  readonly bundle: Bundle;
}

interface OpenedSources {
  readonly sources: Sources;
  readonly feeds: FeedLibrary;
  readonly directories: AgentDirectories;
  readonly http: HttpClient;
  /** Of all HTTP clients. */
  readonly clientOptions: HttpClientOptions;
  readonly outside: OutsideMeters;
  readonly dataVersion: () => string;
  close(): Promise<void>;
}

type WatchedDns = Pick<DnsOptions, "meter" | "onResolver">;

/** The DNS client, and the options that all HTTP clients have in common. */
export async function openDns(config: Config, now: () => number, watched: WatchedDns = {}) {
  const { offline, egressAllow } = config;
  const resolvers = config.dns ?? await systemResolvers();
  const dns = new DnsClient({ resolvers, offline, now, zoneOf: ownedDomain, ...watched });
  const resolve: HttpClientOptions["resolve"] = (host, budget) => dns.addresses(host, budget);
  const userAgent = `${SERVICE.title}/${VERSION}`;
  return { dns, clientOptions: { offline, egressAllow, resolve, userAgent } };
}

export async function openSources(given: OpenSources): Promise<OpenedSources> {
  const { config, store: { feedCopies: shared }, bundle, now } = given;
  const log = sentences(given.log, "warn", "feed");
  const outside = new OutsideMeters();
  const { offline, egressAllow } = config;
  const { dns, clientOptions } = await openDns(config, now, {
    meter: outside.of.dns,
    onResolver: resolverWatch(given.log, outside),
  });
  const { resolve } = clientOptions;
  const http = new HttpClient(clientOptions);
  const registrations = new RdapClient({ http, now, url: config.rdapUrl, meter: outside.of.rdap });
  const lists = openDomainLists(bundle.domainLists ?? new Uint8Array());
  const confusables = new SwappableFolds();
  const places = new SwappableTable(
    ownTable("WINNOW_CITY_MMDB", config.cityMmdb, bundle.places, openCityMmdb, log),
  );
  const networks = new SwappableTable(
    ownTable<AddressTable<Network>>("WINNOW_ASN_MMDB", config.asnMmdb, bundle.networks, openAsnMmdb, log),
  );
  const feedLines = gatherFeedLines(log);
  const days = openProxyDays(`${config.dataDir}/feeds/proxies`, shared, feedLines.log);
  const proxies = new ProxyLibrary({ days, networks, sizes: () => bundle.networks.v4Sizes(), now });
  const consumers: FeedConsumers = {
    proxies: (loaded) => proxies.adopt(loaded),
    domains: (loaded) =>
      lists.merge(loaded.map(({ feed, data }) => ({ name: feed.name, domains: data.split("\n") }))),
    rdap: (loaded) => loaded.forEach(({ data }) => registrations.useBootstrap(data)),
    confusables: (loaded) => loaded.forEach(({ data }) => confusables.swap(data)),
    networks: config.asnMmdb !== null ? null : async (loaded) => {
      const [v4, v6] = [ofFamily(loaded, 4)?.data ?? null, ofFamily(loaded, 6)?.data ?? null];
      networks.swap(await refreshedNetworks(v4, v6, bundle.networks, log));
    },
    city: config.cityMmdb !== null ? null : async (loaded) => {
      const files = { v4: ofFamily(loaded, 4)?.path ?? null, v6: ofFamily(loaded, 6)?.path ?? null };
      places.swap(await refreshedPlaces(files, bundle.places, bundle.placeCorrections, log));
    },
  };
  const feeds = new FeedLibrary({ ...feedOptions(config, http, now, feedLines.log), shared }, consumers);
  const { mailboxes, close: closeMailboxes } = openMailboxes(given, resolve, outside.of.mailbox);
  const ip = { places, networks, ranges: feeds.ranges, operators: new Operators(), proxies };
  const directories = openAgentDirectories({
    ...clientOptions,
    overrides: config.agentDirectoryOverrides,
    keySets: config.agentKeysets,
    now,
    meter: outside.of.agent_directory,
  });
  const { emailTokens, close: closeEmailTokens } = openEmailTokens({
    dns,
    registrations,
    clientOptions,
    overrides: config.emailIssuerOverrides,
    store: given.store,
    hasher: given.hasher,
    now,
    meter: outside.of.email_issuer,
  });
  await feeds.load();
  if (given.background) {
    feeds.start();
    mailboxes.start();
  }
  return {
    sources: {
      ...ip,
      lists,
      mailDomains: new MailDomains({ dns, egressAllow, now }),
      registrations,
      websites: new Websites({ http, offline, now, meter: outside.of.website }),
      footprints: new Footprints({
        http,
        now,
        gravatar: config.gravatar,
        hibpKey: config.hibpKey,
        meters: outside.of,
      }),
      mailboxes,
      emailTokens,
      confusables,
      timeZones: new TimeZones(),
      names: new NameLists(bundle.names),
      carriers: new CarrierRanges(bundle.carriers),
      hosting: (address) => hostingAt(address, ip),
    },
    feeds,
    directories,
    http,
    clientOptions,
    outside,
    dataVersion: () => `${bundle.version}; ${feeds.dataVersion()}`,
    async close() {
      await feeds.stop();
      feedLines.flush();
      await closeMailboxes();
      await closeEmailTokens();
      await directories.close();
      await http.close();
      await dns.close();
    },
  };
}

function openMailboxes(
  { config, store, keyring, hasher, now, background }: OpenSources,
  resolve: (host: string) => Promise<Known<readonly Address[]>>,
  meter: SourceMeter,
): { readonly mailboxes: Mailboxes; close(): Promise<void> } {
  const { offline, egressAllow, smtpPort: port } = config;
  const reach = new SmtpReach({ egressAllow, resolve, port, now });
  const prober = new SmtpProber({
    egressAllow,
    resolve,
    port,
    helo: config.smtpHelo ?? Deno.hostname(),
    meter,
  });
  const mailboxes = new Mailboxes({
    mode: config.smtpProbe,
    offline,
    queue: store.mailboxQueue,
    seal: new Seal(keyring.secret, "mailbox", keyring.previous),
    hash: (scope, text) => hasher.hash(scope, text),
    prober,
    reach,
    now,
    background,
  });
  return {
    mailboxes,
    async close() {
      await mailboxes.stop();
      await prober.close();
      await reach.close();
    },
  };
}

/** An unresponsive resolver is like an open breaker: nothing is asked there for a while. */
function resolverWatch(log: Log, outside: OutsideMeters): NonNullable<WatchedDns["onResolver"]> {
  return ({ address, port }, isUnresponsive) => {
    outside.resolversDown += isUnresponsive ? 1 : -1;
    const resolver = `${address.text}:${port}`;
    if (isUnresponsive) log.write("warn", "breaker_opened", { source: "dns", resolver });
    else log.write("info", "breaker_closed", { source: "dns", resolver });
  };
}

export function feedOptions(
  config: Config,
  http: HttpClient,
  now: () => number,
  log: (line: string) => void,
): FeedOptions {
  return {
    dir: `${config.dataDir}/feeds`,
    bundled: `${BUNDLE_DIR}feeds`,
    mirror: config.feedMirror,
    offline: config.offline,
    refresh: config.feedRefresh,
    http,
    now,
    log,
  };
}

/**
 * The operator's own file instead of the bundled table. A damaged one is refused with a line in the log.
 * @throws SettingError when there is no such file
 */
function ownTable<T>(
  setting: string,
  path: string | null,
  bundled: T,
  open: (path: string, otherFamily?: T) => T,
  log: (line: string) => void,
): T {
  if (path === null) return bundled;
  try {
    return open(path, bundled);
  } catch (error) {
    const { message, cause } = error as Error;
    if (cause instanceof Deno.errors.NotFound) throw new SettingError(`${setting}: there is no file ${path}`);
    log(`${setting}: ${message}; the bundled table answers instead`);
    return bundled;
  }
}
