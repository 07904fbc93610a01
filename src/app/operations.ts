/** Metrics, the access log and spans, and what happens to the store and its processes as events of the log. */
import { LoopLag } from "../concurrency/measure/loop_lag.ts";
import type { OutsideMeters } from "../concurrency/measure/outside_meters.ts";
import type { Config } from "./settings/config.ts";
import type { Load } from "../http/admission/load.ts";
import type { Metrics } from "../http/metrics.ts";
import { registerOperations } from "../http/operations/operations_metrics.ts";
import { type ObserverParts, RequestObserver } from "../http/operations/request_observer.ts";
import type { Log } from "../model/log.ts";
import type { Services } from "../service/context.ts";
import { ClockWatch } from "../service/clock_watch.ts";
import { FeedWatch } from "../service/feed_watch.ts";
import type { SharedLimits } from "../records/limits/shared_limits.ts";
import { openTelemetry } from "./telemetry.ts";

interface OperationsParts {
  readonly config: Pick<Config, "accessLog">;
  readonly services: Services;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly server: ObserverParts["server"];
  readonly load: Load;
  readonly outside: OutsideMeters;
  readonly limits: SharedLimits;
}

interface Operations {
  /** Null: no request is watched. */
  readonly observer: RequestObserver | null;
  start(): void;
  stop(): void;
}

export function openOperations(parts: OperationsParts): Operations {
  const { config, services, log, metrics, server, load, outside, limits } = parts;
  const lag = new LoopLag();
  const feedWatch = new FeedWatch(services.feeds, log);
  const clockWatch = new ClockWatch(services.clock, log);
  registerOperations(metrics.registry, { services, load, lag, outside, limits });
  const activeSpan = openTelemetry();
  const accessLog = config.accessLog ? log : null;
  const isWatched = activeSpan !== null || accessLog !== null;
  return {
    observer: isWatched
      ? new RequestObserver({ server, tally: services.tally, accessLog, activeSpan })
      : null,
    start() {
      lag.start();
      feedWatch.start();
      clockWatch.start();
    },
    stop() {
      lag.stop();
      feedWatch.stop();
      clockWatch.stop();
    },
  };
}

/** Takes the error when commits begin to fail, and null when they succeed again. */
export function storeEvents(log: Log): (failure: unknown) => void {
  let failedAt = 0;
  return (failure) => {
    if (failure === null) {
      const seconds = Math.round((performance.now() - failedAt) / 100) / 10;
      return log.write("info", "store_recovered", { seconds });
    }
    failedAt = performance.now();
    const message = failure instanceof Error ? failure.message : String(failure);
    log.write("error", "store_failed", { message });
  };
}

/** Takes the numbers of processes that joined or left. */
export function peerEvents(log: Log): (joined: readonly number[], left: readonly number[]) => void {
  return (joined, left) => {
    for (const peer of joined) log.write("info", "peer_joined", { peer });
    for (const peer of left) log.write("info", "peer_left", { peer });
  };
}
