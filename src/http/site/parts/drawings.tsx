/** Inline SVG, drawn on the server: the gauge of a score, a bar of a share, bar charts. */
import type { Child } from "hono/jsx";
import type { Verdict } from "../../../model/verdict.ts";
import type { DayCount } from "../../../service/site/overview.ts";
import { each } from "../each.ts";

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
  bars: readonly {
    readonly title: string;
    readonly pieces: readonly BarPiece[];
    /** True: its column has another ground. */
    readonly marked?: boolean;
  }[];
  /** Share of its column that a bar fills. */
  fill: number;
  axis?: readonly [string | undefined, string, string | undefined];
  children?: Child;
}) {
  const { bars, fill } = props;
  const width = 100 / bars.length;
  return (
    <>
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={props.label}>
        {each([0, 0.5, 1], (share) => <line x1="0" x2="100" y1={HEIGHT * share} y2={HEIGHT * share} />)}
        {each(bars, ({ title, pieces, marked = false }, index) => {
          let top = HEIGHT;
          return (
            <g>
              <title>{title}</title>
              {marked
                ? (
                  <rect
                    class="marked"
                    x={(index * width).toFixed(2)}
                    width={width.toFixed(2)}
                    height={HEIGHT}
                  />
                )
                : null}
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
      {props.axis === undefined
        ? null
        : <div class="axis" aria-hidden="true">{each(props.axis, (text) => <span>{text}</span>)}</div>}
    </>
  );
}

/** Days whose bars have all their labels, however narrow they are. */
const FEW_DAYS = 7;

/** Verdicts by day, stacked. The last day is today: it is marked, and its bar is what there is so far. */
export function DaysChart({ days }: { days: readonly DayCount[] }) {
  const highest = Math.max(1, ...days.map(sum));
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const total = days.reduce((all, day) => all + sum(day), 0);
  const many = days.length > FEW_DAYS;
  return (
    <figure class={many ? "chart days many" : "chart days"}>
      <Legend />
      <BarLabels class="figures" texts={days.map((day) => sum(day) === 0 ? "" : shortCount(sum(day)))} />
      <BarChart
        label={`Verdicts by day, ${first} to ${last}: ${total} scores in total; today so far. The figures are in the table below.`}
        bars={days.map((day, index) => ({
          title: `${day.day}${index === days.length - 1 ? ", so far" : ""}: ${
            VERDICTS.map((verdict) => `${day[verdict]} ${verdict}`).join(", ")
          }`,
          pieces: VERDICTS.map((verdict) => ({ kind: verdict, height: day[verdict] / highest * HEIGHT })),
          marked: index === days.length - 1,
        }))}
        fill={0.76}
      />
      <BarLabels
        class="names"
        texts={days.map(({ day }, index) => index === days.length - 1 ? "today" : dayName(day, many))}
      />
    </figure>
  );
}

/** One for each bar, the last one that of today. Hidden from readers of the screen: the table has the figures. */
function BarLabels({ class: name, texts }: { class: string; texts: readonly string[] }) {
  return (
    <div class={`bar-labels ${name}`} aria-hidden="true">{each(texts, (text) => <span>{text}</span>)}</div>
  );
}

/** `Mon 17`, or `17` where there are many. @param day `2026-11-17` */
function dayName(day: string, many: boolean): string {
  const number = String(Number(day.slice(8)));
  if (many) return number;
  return `${new Date(day).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" })} ${number}`;
}

function shortCount(count: number): string {
  return count.toLocaleString("en-US", { notation: "compact", maximumSignificantDigits: 3 });
}

function sum(day: DayCount): number {
  return day.allow + day.review + day.block;
}
