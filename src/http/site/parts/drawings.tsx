/** Drawings made on the server as inline SVG: the gauge of a score, a bar of a share, verdicts by day. */
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

/** A bar from one share of the width to another, 0 to 1. What it says stands beside it as text. */
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

export function Legend() {
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

const HEIGHT = 100;

/** Verdicts by day, stacked; each day says its figures when pointed at. */
export function DaysChart({ days }: { days: readonly DayCount[] }) {
  const highest = Math.max(1, ...days.map(sum));
  const width = 100 / days.length;
  return (
    <figure class="chart">
      <Legend />
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={spoken(days)}>
        {each([0, 0.5, 1], (share) => <line x1="0" x2="100" y1={HEIGHT * share} y2={HEIGHT * share} />)}
        {each(days, (day, index) => <DayBar day={day} x={index * width} width={width} highest={highest} />)}
      </svg>
      <div class="axis" aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{`highest day: ${thousands(Math.max(...days.map(sum)))}`}</span>
        <span>{days.at(-1)?.day}</span>
      </div>
    </figure>
  );
}

function DayBar({ day, x, width, highest }: { day: DayCount; x: number; width: number; highest: number }) {
  let top = HEIGHT;
  const parts = VERDICTS.map((verdict) => {
    const height = day[verdict] / highest * HEIGHT;
    top -= height;
    return { verdict, y: top, height };
  });
  return (
    <g>
      <title>{`${day.day}: ${VERDICTS.map((verdict) => `${day[verdict]} ${verdict}`).join(", ")}`}</title>
      {each(parts, ({ verdict, y, height }) => (
        <rect
          class={`bar ${verdict}`}
          x={(x + width * 0.12).toFixed(2)}
          width={(width * 0.76).toFixed(2)}
          y={y.toFixed(2)}
          height={height.toFixed(2)}
        />
      ))}
    </g>
  );
}

function sum(day: DayCount): number {
  return day.allow + day.review + day.block;
}

function spoken(days: readonly DayCount[]): string {
  const total = days.reduce((all, day) => all + sum(day), 0);
  return `Verdicts by day, ${days[0]?.day} to ${
    days.at(-1)?.day
  }: ${total} scores in all. The figures are in the table below.`;
}
