/** Requests by the row of their route: how many had each status, and how long they took. Read when somebody asks for the metrics. */
import { Distribution } from "../../concurrency/measure/distribution.ts";

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface RouteCounts {
  readonly method: string;
  readonly path: string;
  readonly byStatus: Map<number, number>;
  readonly seconds: Distribution;
}

export class RequestCounts {
  /** By method and path: looking for a text that is made for it would cost more than the counting. */
  readonly #routes = new Map<string, Map<string, RouteCounts>>();

  add(method: string, path: string, status: number, seconds: number): void {
    const { byStatus, seconds: distribution } = this.#routes.get(method)?.get(path) ??
      this.#begin(method, path);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    distribution.add(seconds);
  }

  *statuses() {
    for (const { method, path, byStatus } of this.#all()) {
      for (const [status, count] of byStatus) yield [{ method, path, status }, count] as const;
    }
  }

  *seconds() {
    for (const { method, path, seconds } of this.#all()) yield [{ method, path }, seconds] as const;
  }

  #begin(method: string, path: string): RouteCounts {
    const counts = { method, path, byStatus: new Map(), seconds: new Distribution(SECONDS) };
    const paths = this.#routes.get(method) ?? new Map<string, RouteCounts>();
    this.#routes.set(method, paths.set(path, counts));
    return counts;
  }

  *#all(): Iterable<RouteCounts> {
    for (const paths of this.#routes.values()) yield* paths.values();
  }
}
