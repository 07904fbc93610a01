/**
 * Series for operating the service: scores, quotas, outside sources, the store, queues, the event loop. What they show is
 * counted in plain numbers where it happens and read here when somebody asks for the metrics.
 */
import { Counter, Gauge, type Metric, type Registry } from "../prometheus.ts";
import type { Distribution } from "../../concurrency/measure/distribution.ts";
import type { LoopLag } from "../../concurrency/measure/loop_lag.ts";
import { OUTSIDE_SOURCES, type OutsideMeters } from "../../concurrency/measure/outside_meters.ts";
import { VERSION } from "../../model/service.ts";
import type { Services } from "../../service/context.ts";
import { QuotaWatch } from "../../service/access/quota_watch.ts";
import type { Load } from "../admission/load.ts";
import { distributionMetric } from "./distribution_metric.ts";

interface OperationsParts {
  readonly services: Services;
  readonly load: Load;
  readonly lag: LoopLag;
  readonly outside: OutsideMeters;
  readonly limits: { readonly peers: number };
}

type Labels = Readonly<Record<string, string>>;
type Series = Iterable<readonly [labels: Labels, value: number]>;

export function registerOperations(registry: Registry, parts: OperationsParts): void {
  const { services, load, lag, outside, limits } = parts;
  const { store, tally } = services;
  const gauge = (name: string, help: string, labelNames: string[], read: () => Series | Promise<Series>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const series = await read();
        this.reset();
        for (const [labels, value] of series) this.set(labels, value);
      },
    });
  const counter = (name: string, help: string, labelNames: string[], read: () => Series) =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.inc(labels, value);
      },
    });
  const histogram = (name: string, help: string, read: () => Iterable<readonly [Labels, Distribution]>) =>
    registry.registerMetric(distributionMetric(name, help, read) as unknown as Metric); // what a registry calls

  gauge("winnow_build_info", "The running program", ["version", "runtime", "target"], () => {
    const { deno } = Deno.version;
    return [[{ version: VERSION, runtime: `deno ${deno}`, target: Deno.build.target }, 1]];
  });
  counter(
    "winnow_verdicts_total",
    "Verdicts of scores with live keys; user: of whole sign-ups",
    [
      "component",
      "verdict",
    ],
    () =>
      Object.entries(tally.verdicts).flatMap(([component, counts]) =>
        Object.entries(counts).map(([verdict, count]) => [{ component, verdict }, count] as const)
      ),
  );
  counter("winnow_credits_total", "Lookups billed", [], () => [[{}, tally.credits]]);

  gauge(
    "winnow_clock_skew_seconds",
    "Seconds by which this machine's clock is ahead of the store's, or of the time that has passed since it was set",
    [],
    () => [[{}, Math.round(services.clock.skewMs) / 1000]],
  );
  gauge(
    "winnow_feed_stale",
    "1 while a feed is too old for what it decides",
    ["feed"],
    () =>
      services.feeds.statuses().map(({ name, state }) =>
        [{ feed: name }, state === "stale" ? 1 : 0] as const
      ),
  );
  const quotas = new QuotaWatch(services);
  gauge(
    "winnow_quota_left",
    "Lookups left this month, of the accounts nearest to the end of their quota",
    ["account"],
    async () => (await quotas.nearest()).map(({ account, left }) => [{ account }, left] as const),
  );
  gauge(
    "winnow_quota_left_ratio",
    "Share of the month's quota that is left, of the accounts nearest to its end",
    ["account"],
    async () => (await quotas.nearest()).map(({ account, ratio }) => [{ account }, ratio] as const),
  );

  const sources = OUTSIDE_SOURCES.map((source) => [source, outside.of[source]] as const);
  counter(
    "winnow_outside_questions_total",
    "Questions to outside sources by outcome",
    [
      "source",
      "outcome",
    ],
    () =>
      sources.flatMap(([source, { outcomes }]) =>
        [...outcomes].map(([outcome, count]) => [{ source, outcome }, count] as const)
      ),
  );
  histogram(
    "winnow_outside_seconds",
    "Time of questions that were asked",
    () => sources.map(([source, { seconds }]) => [{ source }, seconds] as const),
  );
  gauge(
    "winnow_outside_running",
    "Questions that are being asked",
    ["source"],
    () => sources.map(([source, { running }]) => [{ source }, running] as const),
  );
  gauge(
    "winnow_outside_waiting",
    "Questions that wait to be asked",
    ["source"],
    () => sources.map(([source, { waiting }]) => [{ source }, waiting] as const),
  );
  gauge("winnow_breaker_open", "Open circuit breakers: DNS resolvers that do not respond", ["source"], () => [
    [{ source: "dns" }, outside.resolversDown],
  ]);

  histogram(
    "winnow_commit_seconds",
    "Time of commits in the store's engine",
    () => [[{}, store.writer.health.seconds]],
  );
  histogram(
    "winnow_commit_wait_seconds",
    "Time that a group of writes waited for its commit to begin",
    () => [[{}, store.writer.health.waited]],
  );
  histogram("winnow_checkpoint_seconds", "Time of the embedded store's checkpoints beside commits", () => {
    const seconds = store.engine.checkpointSeconds ?? null;
    return seconds === null ? [] : [[{}, seconds]];
  });
  gauge(
    "winnow_store_bytes",
    "Size of the embedded store's files; the log shrinks or starts again at a checkpoint",
    ["file"],
    async () =>
      Object.entries(await store.engine.fileSizes?.() ?? {}).map(([file, size]) => [{ file }, size] as const),
  );
  gauge("winnow_replica_lag_seconds", "How far the replica is behind; NaN: there is none", [], () => {
    const lag = store.replicaLagMs;
    return [[{}, lag === null ? NaN : lag / 1000]];
  });
  counter("winnow_store_losses_total", "Times that the store lacked writes that it had confirmed", [], () => [
    [{}, store.losses],
  ]);
  histogram(
    "winnow_webhook_seconds",
    "Time of attempts to deliver events to webhooks",
    () => [[{}, services.webhooks.counts.seconds]],
  );
  gauge("winnow_queue_length", "What waits in this process", ["queue"], () => [
    [{ queue: "commit" }, store.writer.waitingWrites],
    [{ queue: "admission" }, load.waiting],
  ]);
  gauge("winnow_counted_signups", "Sign-ups in memory that conditions count", [], () => [
    [{}, services.counts.size],
  ]);
  gauge("winnow_counted_signups_bytes", "Memory of sign-ups that conditions count", [], () => [
    [{}, services.counts.bytes],
  ]);
  gauge("winnow_peers", "Other processes that serve the store", [], () => [[{}, limits.peers]]);
  histogram("winnow_event_loop_lag_seconds", "How late timers run", () => [[{}, lag.seconds]]);
}
