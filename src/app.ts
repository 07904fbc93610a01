/** Constructs and connects everything. Nothing is opened, read or started at import time. */
import { HOUR_MS, MINUTE_MS } from "./model/duration.ts";
import { type Config, settingRows } from "./config.ts";
import { ClientAddresses } from "./http/client_address.ts";
import { Entrance } from "./http/admission/entrance.ts";
import { Metrics, type MetricsPeers } from "./http/metrics.ts";
import { createMetricsServer } from "./http/metrics_server.ts";
import { Load } from "./http/admission/load.ts";
import { createRefusals } from "./http/admission/refusals.ts";
import { BODY_DEADLINE_MS, RequestBodies } from "./http/admission/request_bodies.ts";
import { createServer, WEIGHTS } from "./http/server.ts";
import { isHttps, withTransportSecurity } from "./http/transport_security.ts";
import type { AppContext } from "./http/context.ts";
import type { Services } from "./service/context.ts";
import { Site } from "./http/site/site.ts";
import { EvaluationCache } from "./service/score/evaluation_cache.ts";
import { Authenticator } from "./service/access/authenticator.ts";
import { ValueReader } from "./service/score/value_reader.ts";
import { addWork, WORK } from "./service/access/work.ts";
import { RateLimiter } from "./service/access/rate_limit.ts";
import { SharedRateLimiter } from "./service/access/shared_limiter.ts";
import { ConsoleSessions } from "./service/access/sessions.ts";
import { Failures } from "./service/failures.ts";
import { ClientPackages } from "./service/clients/client_packages.ts";
import { Readiness } from "./service/readiness.ts";
import { AccountSignup } from "./service/site/account_signup.ts";
import { Idempotency } from "./service/idempotency/idempotency.ts";
import { Latencies } from "./service/site/latency.ts";
import { Overviews } from "./service/site/overview.ts";
import { OutcomeSummaries } from "./service/feedback/outcome_summary.ts";
import { ActiveRules } from "./service/rules/active_rules.ts";
import { DryRunLimit } from "./service/rules/dry_run_limit.ts";
import { openDataFolder } from "./data_folder.ts";
import { openStore, randomBytes } from "./open_store.ts";
import { BUNDLE_DIR, CLIENTS_DIR } from "./paths.ts";
import { openSources } from "./sources.ts";
import { type Bundle, openBundle } from "./feeds/tables/bundle.ts";
import { Seal } from "./store/seal.ts";
import { RateSlices } from "./store/cluster/rate_slices.ts";
import { SharedLimits } from "./store/cluster/shared_limits.ts";
import type { Store } from "./store/store.ts";

export interface App {
  readonly config: Config;
  readonly services: Services;
  fetch(request: Request, info?: Deno.ServeHandlerInfo): Response | Promise<Response>;
  /** Serves `/metrics` alone, for an address of its own. */
  fetchMetrics(request: Request): Response | Promise<Response>;
  /** True when reading the request's body has ended. */
  bodySettled(request: Request): boolean;
  /** Waits for pending writes, then closes everything. */
  close(): Promise<void>;
}

export interface AppOptions {
  /** Milliseconds since the epoch; for tests. */
  readonly now?: () => number;
  /** False in a short command: no background work, and changes by other processes are not followed. */
  readonly background?: boolean;
  /** An open bundle, so that several apps in one process (tests) share its memory. */
  readonly bundle?: Bundle;
  /** In a worker: the other workers, whose metrics are reported too. */
  readonly metricsPeers?: MetricsPeers;
}

/** @throws StoreError, Error with a clear line when the store or the data cannot be used */
export async function createApp(
  config: Config,
  log: (line: string) => void,
  options: AppOptions = {},
): Promise<App> {
  const now = options.now ?? Date.now;
  const background = options.background ?? true;
  await openDataFolder(config.dataDir, log);
  const { store, keyring, hasher } = await openStore(config, now, background, log);
  if (background && keyring.previous.length > 0) {
    log("data hashed under an earlier secret is still read: `winnow secret status` says until when");
  }
  try {
    const opened = await openSources({
      config,
      store,
      keyring,
      hasher,
      now,
      log,
      background,
      bundle: options.bundle ?? openBundle(BUNDLE_DIR),
    });
    const workLimiter = new RateLimiter(MINUTE_MS);
    const { limits, ...limiters } = openLimits(store, workLimiter, now);
    if (background) limits.start();
    const services: Services = {
      store,
      sources: opened.sources,
      authenticator: new Authenticator(store, now),
      hasher,
      valueReader: new ValueReader(),
      evaluationCache: new EvaluationCache(() => opened.feeds.generation),
      workLimiter,
      ...limiters,
      rules: new ActiveRules(store.rules, store.changes),
      dryRunLimit: new DryRunLimit(),
      agentDirectories: opened.directories,
      idempotency: new Idempotency({
        store: store.keptRequests,
        hasher,
        now,
        // Bounds what an account can have kept: small answers by its requests, large ones by its work.
        onLarge: (caller, kilobytes) =>
          addWork({ store, workLimiter, now }, caller, WORK.keptKilobyte * kilobytes),
        seal: new Seal(keyring.secret, "idempotency", keyring.previous),
      }),
      outcomeSummaries: new OutcomeSummaries(store, now),
      feeds: opened.feeds,
      now,
      randomBytes,
      budgetMs: config.timeBudgetMs,
      baseUrl: config.baseUrl,
      dataVersion: opened.dataVersion,
    };
    const latencies = new Latencies();
    const clients = new ClientAddresses(config.trustProxy, log);
    const load = new Load(config.maxInFlight);
    const metrics = new Metrics(services, load, options.metricsPeers ?? null);
    const metricsServer = createMetricsServer(metrics);
    const site = createSite(config, services, latencies, clients, new Readiness(services, log));
    const server = createServer({
      services,
      site,
      metrics,
      latencies,
      failures: new Failures(log, now),
    });
    const bodies = new RequestBodies(BODY_DEADLINE_MS);
    const https = isHttps(config.baseUrl);
    const refusals = createRefusals(services, site);
    const clientNetwork = (c: AppContext) => clients.networkOf(c);
    const entrance = new Entrance({ server, refusals, weights: WEIGHTS, load, bodies, clientNetwork });
    return {
      config,
      services,
      fetch(request, info) {
        const response = entrance.fetch(request, peerOf(info));
        return https ? withTransportSecurity(response) : response;
      },
      fetchMetrics: (request) => metricsServer.fetch(request),
      bodySettled: (request) => bodies.isSettled(request),
      async close() {
        bodies.stop();
        load.stop();
        await limits.stop();
        await opened.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function openLimits(store: Store, workLimiter: RateLimiter, now: () => number) {
  const { engine, peers } = store;
  const slices = new RateSlices(store.exactChanges, () => peers.others.size + 1);
  const shared = (name: string, periodMs: number) => {
    const limiter = new RateLimiter(periodMs);
    const isSoleProcess = () => peers.isSoleProcess;
    return { limiter, of: new SharedRateLimiter({ name, periodMs, limiter, slices, isSoleProcess }) };
  };
  const keys = shared("key", MINUTE_MS);
  const compat = shared("compat", HOUR_MS);
  const pages = shared("page", HOUR_MS);
  const counted = {
    limiter: keys.limiter,
    workLimiter,
    compatLimiter: compat.limiter,
    pageLimiter: pages.limiter,
  };
  const limits = new SharedLimits({ engine, peers, limiters: counted, now });
  return { limits, limiter: keys.of, compatLimiter: compat.of, pageLimiter: pages.of };
}

function createSite(
  config: Config,
  services: Services,
  latencies: Latencies,
  clients: ClientAddresses,
  readiness: Readiness,
): Site {
  const { compatBalance, compatHourly, signup, monthlyLookups, rateLimit } = config;
  return new Site({
    services,
    options: {
      readiness,
      clientPackages: new ClientPackages(CLIENTS_DIR),
      securityContact: config.securityContact,
      metricsApart: config.metricsAddr !== null,
      compatBalance,
      compatHourly,
      clients,
      monthlyLookups,
      rateLimit,
      settings: settingRows({}),
    },
    sessions: new ConsoleSessions(services),
    signUp: new AccountSignup(services, {
      open: signup === "open",
      monthlyLookups,
      ratePerMinute: rateLimit,
    }),
    overviews: new Overviews(services, latencies),
  });
}

function peerOf(info: Deno.ServeHandlerInfo | undefined): string | null {
  const address = info?.remoteAddr;
  return address !== undefined && "hostname" in address ? address.hostname : null;
}
