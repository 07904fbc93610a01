/**
 * `/metrics` in the Prometheus text format. No label holds a customer's value. When several processes share the port,
 * each returns the series of all of them, labelled by `worker`, so that a counter never jumps between processes and a
 * replaced worker resets its own series only.
 */
import { AggregatorRegistry, Counter, Gauge, type Metric, Registry } from "./prometheus.ts";
import type { Load } from "./admission/load.ts";
import type { Services } from "../service/context.ts";
import { DELIVERY_RESULTS } from "../service/webhooks/delivery_counts.ts";
import { VERSION } from "../model/service.ts";
import { distributionMetric, type MetricJson } from "./operations/distribution_metric.ts";
import { RequestCounts } from "./operations/request_counts.ts";

type FeedStatus = ReturnType<Services["feeds"]["statuses"]>[number];

export interface WorkerMetrics {
  readonly worker: number;
  readonly metrics: readonly MetricJson[];
}

/** The processes that share the port, including this one. */
export interface MetricsPeers {
  /** Sets how other processes read this one's metrics. */
  offer(own: () => Promise<readonly MetricJson[]>): void;
  /** The metrics of all processes; one that does not respond is left out. */
  gather(): Promise<readonly WorkerMetrics[]>;
}

export class Metrics {
  readonly #peers: MetricsPeers | null;
  readonly #registry = new Registry();
  readonly #requests = new RequestCounts();

  /** @param peers null when a single process serves */
  constructor(services: Services, loads: readonly Load[], peers: MetricsPeers | null) {
    this.#peers = peers;
    peers?.offer(() => this.#registry.getMetricsAsJSON());
    const registers = [this.#registry];
    const requests = this.#requests;
    new Counter({
      name: "winnow_http_requests_total",
      help: "Requests by endpoint and status",
      labelNames: ["method", "path", "status"],
      registers,
      collect() {
        this.reset();
        for (const [labels, count] of requests.statuses()) this.inc(labels, count);
      },
    });
    const seconds = distributionMetric(
      "winnow_http_request_seconds",
      "Response time by endpoint",
      () => requests.seconds(),
    );
    this.#registry.registerMetric(seconds as unknown as Metric); // what a registry calls
    new Gauge({ name: "winnow_info", help: "Version of the program", labelNames: ["version"], registers })
      .set({ version: VERSION }, 1);
    const feedGauge = (name: string, help: string, valueOf: (status: FeedStatus) => number | null) =>
      new Gauge({
        name,
        help,
        labelNames: ["feed"],
        registers,
        collect() {
          this.reset();
          for (const status of services.feeds.statuses()) {
            const value = valueOf(status);
            if (value !== null) this.set({ feed: status.name }, value);
          }
        },
      });
    feedGauge(
      "winnow_feed_age_seconds",
      "Seconds since a feed was last confirmed by its source; absent while it holds nothing",
      ({ age }) => age === null ? null : Math.round(age / 1000),
    );
    feedGauge("winnow_feed_entries", "Entries a feed holds", ({ entries }) => entries);
    feedGauge(
      "winnow_feed_failing",
      "1 while a feed's last fetch failed or was refused",
      ({ lastError }) => lastError === null ? 0 : 1,
    );
    new Counter({
      name: "winnow_http_requests_shed_total",
      help: "Requests refused because too much was in progress",
      registers,
      collect() {
        this.reset();
        this.inc(loads.reduce((sum, { shed }) => sum + shed, 0));
      },
    });
    new Gauge({
      name: "winnow_http_requests_in_progress",
      help: "Requests in progress, those with a weight as several",
      registers,
      collect() {
        this.set(loads.reduce((sum, { inProgress }) => sum + inProgress, 0));
      },
    });
    new Counter({
      name: "winnow_webhook_attempts_total",
      help:
        "Attempts to deliver events to webhooks by result; dropped: not queued, because too many were waiting",
      labelNames: ["result"],
      registers,
      collect() {
        this.reset();
        for (const result of DELIVERY_RESULTS) this.inc({ result }, services.webhooks.counts.get(result));
      },
    });
    new Gauge({
      name: "winnow_webhook_queue_length",
      help: "Deliveries that wait, of the whole store",
      registers,
      async collect() {
        this.set(await services.webhooks.deliveries.countAll().catch(() => NaN));
      },
    });
    new Gauge({
      name: "winnow_store_failing",
      help:
        "1 while the store's last write failed, it does not answer, or a read failed in the last 10 seconds",
      registers,
      collect() {
        const { engine, writer } = services.store;
        this.set(writer.failure !== null || engine.isFailing === true ? 1 : 0);
      },
    });
    new Gauge({
      name: "winnow_resident_memory_bytes",
      help: "Resident memory of the process",
      registers,
      collect() {
        this.set(Deno.memoryUsage().rss);
      },
    });
  }

  /** @param path the endpoint's, never that of the request */
  observe(method: string, path: string, status: number, seconds: number): void {
    this.#requests.add(method, path, status, seconds);
  }

  /** Where further series are registered, before the first request. */
  get registry(): Registry {
    return this.#registry;
  }

  async text(): Promise<string> {
    if (this.#peers === null) return await this.#registry.metrics();
    const all = (await this.#peers.gather()).map(({ worker, metrics }) => metrics.map(labelled(worker)));
    return await AggregatorRegistry.aggregate(all).metrics();
  }
}

function labelled(worker: number): (metric: MetricJson) => MetricJson {
  return (metric) => ({
    ...metric,
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker: String(worker) } })),
  });
}
