/** A distribution as a metric of prom-client, whose own histograms look up labels for every value. */
import type { Registry } from "../prometheus.ts";
import type { Distribution } from "../../concurrency/measure/distribution.ts";

/** One metric with its series, as prom-client serialises it. */
export type MetricJson = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>[number];

type Labels = Readonly<Record<string, string>>;

/** What a registry calls. */
interface ReadableMetric {
  readonly name: string;
  get(): Promise<MetricJson>;
  reset(): void;
}

export function distributionMetric(
  name: string,
  help: string,
  read: () => Iterable<readonly [Labels, Distribution]>,
): ReadableMetric {
  const values = () =>
    [...read()].flatMap(([labels, { bounds, counts, sum }]) => {
      let total = 0;
      const buckets = [...counts].map((count, index) => {
        total += count;
        const le = bounds[index] ?? "+Inf";
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total };
      });
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels: { ...labels }, value: sum },
        { metricName: `${name}_count`, labels: { ...labels }, value: total },
      ];
    });
  return {
    name,
    // prom-client types the kind as an enumeration and serialises its text.
    get: () =>
      Promise.resolve(
        { name, help, type: "histogram", aggregator: "sum", values: values() } as unknown as MetricJson,
      ),
    reset: () => {},
  };
}
