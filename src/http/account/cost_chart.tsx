/** The expected cost over one threshold, with its interval as a band; the cheapest pair is marked. */
import type { PairCost } from "../../service/site/threshold_costs.ts";
import { thousands } from "../site/parts/marks.tsx";
import type { Thresholds } from "../../model/verdict.ts";

const HEIGHT = 100;

export function CostChart({ id, name, title, pairs, cheapest }: {
  id: string;
  name: keyof Thresholds;
  title: string;
  pairs: readonly PairCost[];
  cheapest: PairCost;
}) {
  const highest = Math.max(...pairs.map(({ cost }) => cost.high), 1e-9);
  const first = pairs[0]!.thresholds[name];
  const last = pairs.at(-1)!.thresholds[name];
  const width = Math.max(1, last - first);
  const x = (pair: PairCost) => ((pair.thresholds[name] - first) / width * 100).toFixed(2);
  const y = (value: number) => (HEIGHT - value / highest * HEIGHT).toFixed(2);
  const points = (value: (pair: PairCost) => number, of = pairs) =>
    of.map((pair) => `${x(pair)},${y(value(pair))}`).join(" ");
  const band = `${points(({ cost }) => cost.high)} ${points(({ cost }) => cost.low, pairs.toReversed())}`;
  return (
    <figure class="chart cost" id={id} aria-labelledby={`${id}-title`}>
      <figcaption id={`${id}-title`}>{title}</figcaption>
      <svg
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: lowest ${costText(cheapest.cost.value)} at ${
          cheapest.thresholds[name]
        }, highest ${
          costText(Math.max(...pairs.map((pair) => pair.cost.value)))
        }. The figures are in the table below.`}
      >
        <line x1="0" x2="100" y1="0" y2="0" />
        <line x1="0" x2="100" y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <line x1="0" x2="100" y1={HEIGHT} y2={HEIGHT} />
        <polygon class="band" points={band} />
        <polyline class="course" points={points(({ cost }) => cost.value)} />
        <line class="here" x1={x(cheapest)} x2={x(cheapest)} y1="0" y2={HEIGHT} />
      </svg>
      <div class="axis" aria-hidden="true">
        <span>{name} from {first}</span>
        <span>top: {costText(highest)} · cheapest at {cheapest.thresholds[name]}</span>
        <span>{last}</span>
      </div>
    </figure>
  );
}

/** Three digits at most where it has a fraction. */
export function costText(value: number): string {
  return value >= 100 ? thousands(Math.round(value)) : String(Number(value.toPrecision(3)));
}
