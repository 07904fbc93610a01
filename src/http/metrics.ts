/**
 * What `/metrics` shows, in the Prometheus text format. No label ever holds a customer's value. Where several processes
 * share the port each answers for all of them: every series has the label `worker`, so none jumps from one's count to
 * another's, and a worker that is replaced resets its own series only.
 */
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Services } from "../service/context.ts";
import { VERSION } from "../model/service.ts";

const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** One metric with its series, as prom-client puts it into JSON. */
export type MetricJson = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>[number];

export interface WorkerMetrics {
  readonly worker: number;
  readonly metrics: readonly MetricJson[];
}

/** The processes that share the port, this one among them. */
export interface MetricsPeers {
  /** How this process's metrics are read when another one gathers. */
  offer(own: () => Promise<readonly MetricJson[]>): void;
  /** One that does not answer is left out. */
  gather(): Promise<readonly WorkerMetrics[]>;
}

export class Metrics {
  readonly #peers: MetricsPeers | null;
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: "winnow_http_requests_total",
    help: "Requests by endpoint and status",
    labelNames: ["method", "path", "status"] as const,
    registers: [this.#registry],
  });
  readonly #seconds = new Histogram({
    name: "winnow_http_request_seconds",
    help: "Time to answer by endpoint",
    labelNames: ["method", "path"] as const,
    buckets: BUCKETS,
    registers: [this.#registry],
  });

  /** @param peers null: this process is alone */
  constructor(services: Services, peers: MetricsPeers | null) {
    this.#peers = peers;
    peers?.offer(() => this.#registry.getMetricsAsJSON());
    const registers = [this.#registry];
    new Gauge({ name: "winnow_info", help: "Version of the program", labelNames: ["version"], registers })
      .set({ version: VERSION }, 1);
    new Gauge({
      name: "winnow_feed_age_seconds",
      help: "Seconds since a feed was last confirmed by its source; absent while it holds nothing",
      labelNames: ["feed"],
      registers,
      collect() {
        this.reset();
        for (const { name, age } of services.feeds.statuses()) {
          if (age !== null) this.set({ feed: name }, Math.round(age / 1000));
        }
      },
    });
    new Gauge({
      name: "winnow_feed_entries",
      help: "Entries a feed holds",
      labelNames: ["feed"],
      registers,
      collect() {
        this.reset();
        for (const { name, entries } of services.feeds.statuses()) {
          if (entries !== null) this.set({ feed: name }, entries);
        }
      },
    });
    new Gauge({
      name: "winnow_feed_failing",
      help: "1 while a feed's last fetch failed or was refused",
      labelNames: ["feed"],
      registers,
      collect() {
        this.reset();
        for (const { name, lastError } of services.feeds.statuses()) {
          this.set({ feed: name }, lastError === null ? 0 : 1);
        }
      },
    });
    new Gauge({
      name: "winnow_store_failing",
      help: "1 while the store's last write failed",
      registers,
      collect() {
        this.set(services.store.writer.failure === null ? 0 : 1);
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

  /** @param path of the endpoint's row, never of the request */
  observe(method: string, path: string, status: number, seconds: number): void {
    this.#requests.inc({ method, path, status });
    this.#seconds.observe({ method, path }, seconds);
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
