/** Constructs and connects everything. Nothing is opened, read or started at import time. */
import { Clock, clockOf } from "../concurrency/clock.ts";
import { Deadlines } from "../concurrency/deadlines.ts";
import { DAY_MS, MINUTE_MS } from "../model/duration.ts";
import type { Config } from "./settings/config.ts";
import { ClientAddresses } from "../http/client_address.ts";
import { Logger } from "./logger.ts";
import { openOperations, peerEvents, storeEvents } from "./operations.ts";
import { sentences } from "../model/log.ts";
import { ScoreTally } from "../service/score/score_tally.ts";
import { Admission } from "../http/admission/admission.ts";
import { Metrics, type MetricsPeers } from "../http/metrics.ts";
import { createMetricsServer } from "../http/metrics_server.ts";
import { Load } from "../http/admission/load.ts";
import { PAUSE_MS, RefusalPause } from "../http/admission/refusal_pause.ts";
import { createRefusals } from "../http/admission/refusals.ts";
import { BODY_DEADLINE_MS, RequestBodies } from "../http/admission/request_bodies.ts";
import { createServer } from "../http/server.ts";
import { isHttps, withTransportSecurity } from "../http/transport_security.ts";
import type { AppContext } from "../http/context.ts";
import type { Services } from "../service/context.ts";
import { EvaluationCache } from "../service/score/evaluation_cache.ts";
import { Authenticator } from "../service/access/authenticator.ts";
import { ValueReader } from "../service/score/value_reader.ts";
import { addWork, requireWork, WORK } from "../service/access/work.ts";
import { RateLimiter } from "../service/access/rate_limit.ts";
import { Failures } from "../service/failures.ts";
import { Readiness } from "../service/readiness.ts";
import { Idempotency } from "../service/access/idempotency.ts";
import { charge } from "../service/access/quota.ts";
import { Visitors } from "../service/edge/visitors.ts";
import { StorageLimit } from "../service/access/storage_limit.ts";
import { Latencies } from "../service/site/latency.ts";
import { Backtests } from "../service/backtest/backtests.ts";
import { startBacktestThread } from "./backtest/worker_client.ts";
import { HashingThread } from "../service/people/hashing/worker_client.ts";
import { Passwords } from "../service/people/passwords.ts";
import { renewPeople } from "../service/people/renew_people.ts";
import { Seal } from "../records/seal.ts";
import { BouncerCalls } from "../service/decisions/bouncer_calls.ts";
import { READ_LIMITS, type ReadLimits } from "../service/read_limits.ts";
import { OutcomeSummaries } from "../service/feedback/outcome_summary.ts";
import { openAppeals } from "../service/appeals/parts.ts";
import { openChallenges } from "../service/challenge/parts.ts";
import { Campaigns } from "../service/campaigns/campaigns.ts";
import { ActiveConditions } from "../service/conditions/active_conditions.ts";
import { ConditionCounts } from "../service/conditions/counts/counts.ts";
import { Guard } from "../service/guard/guard.ts";
import { LabelGroups } from "../service/groups/label_groups.ts";
import { LoginPlaces } from "../service/login/login_places.ts";
import { LoginWindows } from "../service/login/login_windows.ts";
import { Velocities } from "../service/velocity/velocities.ts";
import { ActiveRules } from "../service/rules/active_rules.ts";
import { RuleHitCounts } from "../service/rules/rule_hits.ts";
import { DryRunLimit } from "../service/rules/dry_run_limit.ts";
import { openDataFolder } from "./data_folder.ts";
import { openDecisions } from "./open_decisions.ts";
import { openLimits } from "./open_limits.ts";
import { openMail } from "./open_mail.ts";
import { openStore, randomBytes } from "./open_store.ts";
import { BUNDLE_DIR } from "./paths.ts";
import { createSite } from "./open_site.ts";
import { openPrivacy } from "./open_privacy.ts";
import { openOidc } from "./open_oidc.ts";
import { openQueues } from "./queues.ts";
import { openReceipts } from "./keyring.ts";
import { openSources } from "./sources.ts";
import { type Bundle, openBundle } from "../feeds/tables/bundle.ts";

export interface App {
  readonly config: Config;
  readonly services: Services;
  readonly log: Logger;
  fetch(request: Request, info?: Deno.ServeHandlerInfo): Response | Promise<Response>;
  /** Serves `/metrics` alone, for an address of its own. */
  fetchMetrics(request: Request): Response | Promise<Response>;
  /** True when reading the request's body has ended. */
  bodySettled(request: Request): boolean;
  /** Waits for pending writes, then closes everything. */
  close(): Promise<void>;
}

export interface AppOptions {
  /** Milliseconds since the epoch, whose steps are time that passes; for tests and backtests. */
  readonly now?: () => number;
  /** For tests. */
  readonly clock?: Clock;
  /** A number from 0 to 1; for tests. */
  readonly random?: () => number;
  /** False in a short command: no background work, and changes by other processes are not followed. */
  readonly background?: boolean;
  /** An open bundle, so that several apps in one process (tests) share its memory. */
  readonly bundle?: Bundle;
  /** In a worker: the other workers, whose metrics are reported too. */
  readonly metricsPeers?: MetricsPeers;
  /** For tests. */
  readonly readLimits?: Partial<ReadLimits>;
  /** For tests of many refusals: how long the answers of a flood are held back. */
  readonly refusalPauseMs?: number;
  /** For tests: a node of an earlier version, which tells others nothing; see `StoreOptions`. */
  readonly silent?: boolean;
  /** See `StoreOptions.pause`. */
  readonly pause?: (ms: number) => Promise<void>;
  /** True: log lines go to a terminal. */
  readonly terminal?: boolean;
}

/**
 * @param line takes the lines of the log
 * @throws StoreError, Error with a clear line when the store or the data cannot be used
 */
export async function createApp(
  config: Config,
  line: (line: string) => void,
  options: AppOptions = {},
): Promise<App> {
  const clock = options.now === undefined && options.clock === undefined ? new Clock() : clockOf(options);
  const { now } = clock;
  const background = options.background ?? true;
  const log = new Logger(config, { line, terminal: options.terminal ?? false }, now);
  const tally = new ScoreTally(log, config.accessLog);
  // Read while the store is opened. Its failure is thrown where it is awaited, after that of the store.
  const bundle = Promise.resolve(options.bundle ?? openBundle(BUNDLE_DIR));
  bundle.catch(() => {});
  // Written when the store is open: a start that fails says why, in one line.
  const closedToOthers: string[] = [];
  await openDataFolder(config.dataDir, (sentence) => closedToOthers.push(sentence));
  const load = new Load(config.maxInFlight);
  const { store, keyring, hasher } = await openStore(config, clock, background, {
    random: options.random ?? Math.random,
    log: sentences(log, "warn", "store"),
    onCommitHealth: storeEvents(log),
    onBilled: (bill) => tally.billed(bill),
    silent: options.silent ?? false,
    inProgress: () => load.inProgress,
    ...(options.pause === undefined ? {} : { pause: options.pause }),
  });
  for (const message of closedToOthers) log.write("warn", "data_folder", { message });
  if (background && keyring.previous.length > 0) {
    const message =
      "data hashed under an earlier secret is still read: `winnow secret status` says until when";
    log.write("info", "earlier_secret", { message });
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
      bundle: await bundle,
    });
    const accountLimiter = new RateLimiter(MINUTE_MS);
    const workLimiter = new RateLimiter(MINUTE_MS);
    const keptLimiter = new RateLimiter(DAY_MS);
    const testScoreLimiter = new RateLimiter(DAY_MS);
    const storageLimit = new StorageLimit({ bytes: keptLimiter, testScores: testScoreLimiter }, now);
    const counted = { accountLimiter, workLimiter, keptLimiter, testScoreLimiter };
    const { limits, ...limiters } = openLimits(store, counted, now, peerEvents(log));
    if (background) limits.start();
    const failures = new Failures(log, now, (error) => error === store.failure);
    const mail = openMail(config);
    const queues = openQueues({
      store,
      keyring,
      now,
      randomBytes,
      failures,
      mail,
      http: opened.http,
      feeds: opened.feeds,
      baseUrl: config.baseUrl,
    });
    const campaigns = new Campaigns({
      store,
      now,
      hasher,
      events: queues.webhooks.events,
      work: {
        require: (caller) => requireWork({ store, workLimiter, now }, caller),
        add: (caller, rows) => addWork({ store, workLimiter, now }, caller, WORK.campaignScore * rows),
      },
    });
    const people = {
      seal: new Seal(keyring.secret, "person", keyring.previous),
      passwords: new Passwords(new HashingThread(sentences(log, "warn", "passwords"))),
    };
    const failed = (error: unknown) => void failures.toAppError(error, "erasure");
    const privacy = openPrivacy({ config, store, keyring, now, failed });
    const readLimits = { ...READ_LIMITS, ...options.readLimits };
    const rules = new ActiveRules(store.rules);
    const { sources, feeds } = opened;
    const services: Services = {
      store,
      sources,
      authenticator: new Authenticator(store, now),
      people,
      hasher,
      valueReader: new ValueReader(),
      evaluationCache: new EvaluationCache(() => opened.feeds.generation),
      accountLimiter,
      workLimiter,
      storageLimit,
      ...limiters,
      rules,
      decisions: openDecisions({ store, rules, feeds, sources, hasher, keyring, background, now }),
      conditions: new ActiveConditions(store.conditions),
      counts: new ConditionCounts({ store, now, random: options.random ?? Math.random }),
      labelGroups: new LabelGroups({ store, background, now }),
      velocity: new Velocities({ store, background, now, random: options.random ?? Math.random }),
      guard: new Guard({ store, now, randomBytes, webhooks: queues.webhooks }),
      logins: new LoginWindows({ store, now }),
      loginPlaces: new LoginPlaces(hasher),
      loginLinks: new Seal(keyring.secret, "login-notice", keyring.previous),
      ruleHits: new RuleHitCounts({ store, now }),
      campaigns,
      challenges: openChallenges(keyring.secret, keyring.previous),
      appeals: openAppeals(keyring.secret, keyring.previous, now),
      privacy,
      bouncers: new BouncerCalls(store, now),
      hooks: queues.hooks,
      dryRunLimit: new DryRunLimit(),
      readLimits,
      agentDirectories: opened.directories,
      receipts: await openReceipts({ dataDir: config.dataDir, engine: store.engine, keyring, now }),
      idempotency: new Idempotency({
        store: store.keptRequests,
        hasher,
        now,
        // Bounds what an account can have kept in a minute: small answers by its requests, large ones by its work.
        onLarge: (caller, kilobytes) =>
          addWork({ store, workLimiter, now }, caller, WORK.keptKilobyte * kilobytes),
        limit: storageLimit,
        seal: new Seal(keyring.secret, "idempotency", keyring.previous),
      }),
      outcomeSummaries: new OutcomeSummaries(store, now, readLimits),
      feeds,
      webhooks: queues.webhooks,
      alerts: queues.alerts,
      visitors: new Visitors({
        store,
        now,
        id: () => crypto.randomUUID(),
        charge: (caller, at) => charge(store, caller, 1, at),
      }),
      mail,
      tally,
      now,
      clock,
      randomBytes,
      budgetMs: config.timeBudgetMs,
      compatBalance: config.compatBalance,
      baseUrl: config.baseUrl,
      dataVersion: opened.dataVersion,
    };
    if (background) queues.start(services);
    if (background) campaigns.start();
    // What is not renewed now is renewed at the next start.
    if (background) renewPeople(services).catch(() => {});
    if (background) privacy.start(services);
    const latencies = new Latencies();
    const clients = new ClientAddresses(config.trustProxy, sentences(log, "warn", "undeclared_proxy"));
    const hooks = new Load(config.maxInFlight);
    const metrics = new Metrics(services, [load, hooks], options.metricsPeers ?? null);
    const metricsServer = createMetricsServer(metrics);
    const seal = new Seal(keyring.secret, "backtest", keyring.previous);
    const backtests = new Backtests({
      store,
      now,
      start: (bytes, given) =>
        startBacktestThread(config, bytes, given, sentences(log, "error", "backtest_failed")),
      seal,
      id: () => crypto.randomUUID(),
    });
    const provider = openOidc(config, services, opened.clientOptions, keyring, log);
    const site = createSite(config, services, {
      latencies,
      clients,
      readiness: new Readiness(services, sentences(log, "error", "not_ready")),
      backtests,
      provider: provider?.signIn ?? null,
    });
    const server = createServer({
      services,
      site,
      metrics,
      latencies,
      failures,
    });
    const bodies = new RequestBodies(BODY_DEADLINE_MS);
    const pause = new RefusalPause({ pauses: new Deadlines(options.refusalPauseMs ?? PAUSE_MS) });
    const https = isHttps(config.baseUrl);
    const refusals = createRefusals(services, site);
    const clientNetwork = (c: AppContext) => clients.networkOf(c);
    const { outside } = opened;
    const operations = openOperations({ config, services, log, metrics, server, load, outside, limits });
    const { observer } = operations;
    const admission = new Admission({
      server,
      refusals,
      load,
      hooks,
      bodies,
      pause,
      wake: () => services.store.wake(),
      clientNetwork,
      observer,
    });
    if (background) operations.start();
    return {
      config,
      services,
      log,
      fetch(request, info) {
        const response = admission.fetch(request, peerOf(info));
        return https ? withTransportSecurity(response) : response;
      },
      fetchMetrics: (request) => metricsServer.fetch(request),
      bodySettled: (request) => bodies.isSettled(request),
      async close() {
        backtests.close();
        people.passwords.close();
        operations.stop();
        bodies.stop();
        pause.stop();
        load.stop();
        hooks.stop();
        await services.visitors.close();
        await limits.stop();
        await campaigns.stop();
        await privacy.stop();
        await queues.stop();
        await provider?.close();
        await opened.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function peerOf(info: Deno.ServeHandlerInfo | undefined): string | null {
  const address = info?.remoteAddr;
  return address !== undefined && "hostname" in address ? address.hostname : null;
}
