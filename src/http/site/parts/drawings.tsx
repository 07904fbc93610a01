/** Inline SVG, drawn on the server: the gauge of a score, a bar of a share, bar charts. */
import type { Child } from "hono/jsx";
import type { Verdict } from "../../../model/verdict.ts";
import type { DayCount } from "../../../service/site/overview.ts";
import { each } from "../each.ts";
import { thousands } from "./marks.tsx";

const VERDICTS = ["allow", "review", "block"] as const;

/** Half a circle of this radius around (100, 100). */
const RADIUS = 80;
const HALF_CIRCLE = Math.PI * RADIUS;

export function Gauge({ score, verdict }: { score: number; verdict: Verdict }) {
  const arc = `M${100 - RADIUS} 100A${RADIUS} ${RADIUS} 0 0 1 ${100 + RADIUS} 100`;
  const filled = (score / 100 * HALF_CIRCLE).toFixed(1);
  return (
    <figure class="gauge">
      <svg viewBox="0 0 200 122" role="img" aria-label={`Risk score ${score} of 100: ${verdict}`}>
        <path class="track" d={arc} stroke-width="15" stroke-linecap="round" />
        {score === 0 ? null : (
          <path
            class={`value ${verdict}`}
            d={arc}
            stroke-width="15"
            stroke-linecap="round"
            stroke-dasharray={`${filled} ${HALF_CIRCLE.toFixed(1)}`}
          />
        )}
        <text class="figure" x="100" y="99" text-anchor="middle">{score}</text>
        <text class="scale" x="20" y="120" text-anchor="middle">0</text>
        <text class="scale" x="180" y="120" text-anchor="middle">100</text>
      </svg>
      <span class={`badge ${verdict}`}>{verdict}</span>
    </figure>
  );
}

/** A bar from one share of the width to another, 0 to 1. The page shows its value as text too. */
export function Bar(props: { from?: number; to: number; kind: string }) {
  const from = Math.min(1, Math.max(0, props.from ?? 0));
  const to = Math.min(1, Math.max(from, props.to));
  return (
    <svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect
        class={`bar ${props.kind}`}
        x={(from * 100).toFixed(2)}
        width={((to - from) * 100).toFixed(2)}
        height="4"
      />
    </svg>
  );
}

function Legend() {
  return (
    <ul class="legend">
      {each(VERDICTS, (verdict) => (
        <li>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect class={`swatch ${verdict}`} width="10" height="10" rx="3" />
          </svg>
          {verdict}
        </li>
      ))}
    </ul>
  );
}

/** Height of a chart; bars are measured from the top. */
const HEIGHT = 100;

interface BarPiece {
  readonly kind: string;
  readonly height: number;
}

/**
 * Bars over a grid. Each shows its title when pointed at, and consists of pieces, from the bottom up.
 * @param axis the labels below, from left to right
 */
export function BarChart(props: {
  label: string;
  bars: readonly { readonly title: string; readonly pieces: readonly BarPiece[] }[];
  /** Share of its column that a bar fills. */
  fill: number;
  axis: readonly [string | undefined, string, string | undefined];
  children?: Child;
}) {
  const { bars, fill } = props;
  const width = 100 / bars.length;
  return (
    <>
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={props.label}>
        {each([0, 0.5, 1], (share) => <line x1="0" x2="100" y1={HEIGHT * share} y2={HEIGHT * share} />)}
        {each(bars, ({ title, pieces }, index) => {
          let top = HEIGHT;
          return (
            <g>
              <title>{title}</title>
              {each(pieces, ({ kind, height }) => (
                <rect
                  class={`bar ${kind}`}
                  x={((index + (1 - fill) / 2) * width).toFixed(2)}
                  width={(width * fill).toFixed(2)}
                  y={(top -= height).toFixed(2)}
                  height={height.toFixed(2)}
                />
              ))}
            </g>
          );
        })}
        {props.children}
      </svg>
      <div class="axis" aria-hidden="true">{each(props.axis, (text) => <span>{text}</span>)}</div>
    </>
  );
}

/** Verdicts by day, stacked. */
export function DaysChart({ days }: { days: readonly DayCount[] }) {
  const highest = Math.max(1, ...days.map(sum));
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const total = days.reduce((all, day) => all + sum(day), 0);
  return (
    <figure class="chart">
      <Legend />
      <BarChart
        label={`Verdicts by day, ${first} to ${last}: ${total} scores in total. The figures are in the table below.`}
        bars={days.map((day) => ({
          title: `${day.day}: ${VERDICTS.map((verdict) => `${day[verdict]} ${verdict}`).join(", ")}`,
          pieces: VERDICTS.map((verdict) => ({ kind: verdict, height: day[verdict] / highest * HEIGHT })),
        }))}
        fill={0.76}
        axis={[first, `peak: ${thousands(Math.max(...days.map(sum)))}`, last]}
      />
    </figure>
  );
}

function sum(day: DayCount): number {
  return day.allow + day.review + day.block;
}
