/** Two curves as SVG: ROC, and precision over recall. */
import type { Curve, CurvePoint } from "../../service/backtest/curve.ts";
import { each } from "./parts.tsx";

interface Named {
  readonly name: string;
  readonly kind: "own" | "other";
  readonly curve: Curve;
}

/** Of the drawing; the axes leave room for their labels. */
const [WIDTH, HEIGHT] = [306, 290];
const [LEFT, TOP, SIZE] = [44, 10, 240];
const TICKS = [0, 0.25, 0.5, 0.75, 1];

export function RocChart({ curves }: { curves: readonly Named[] }) {
  const line = ({ points }: Curve) => path([[0, 0], ...points.map(rocPoint)]);
  return (
    <Chart
      title="ROC"
      about="What a threshold stops: of the fraud (up), and of the legitimate (right). Upper left is better; the dashed diagonal is chance."
      x="legitimate rows stopped"
      y="fraud stopped"
      curves={curves.map(({ name, kind, curve }) => ({
        kind,
        text: `${name}: area ${curve.auc ?? "unknown"}`,
        line: line(curve),
      }))}
      chance={path([[0, 0], [1, 1]])}
    />
  );
}

export function PrecisionChart({ curves }: { curves: readonly Named[] }) {
  const { fraud, legit } = curves[0]!.curve;
  const base = fraud / Math.max(1, fraud + legit);
  return (
    <Chart
      title="Precision over recall"
      about="How much of what a threshold stops is fraud (up), for the share of all fraud that it stops (right). The dashed line is the share of fraud in the file."
      x="fraud stopped"
      y="fraud among what is stopped"
      curves={curves.map(({ name, kind, curve }) => ({
        kind,
        text: name,
        line: path(curve.points.map(({ fraud_stopped, precision }) => [fraud_stopped ?? 0, precision ?? 0])),
      }))}
      chance={path([[0, base], [1, base]])}
    />
  );
}

function rocPoint({ legit_stopped, fraud_stopped }: CurvePoint): Point {
  return [legit_stopped ?? 0, fraud_stopped ?? 0];
}

/** Shares, 0 to 1. */
type Point = readonly [x: number, y: number];

function path(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${across(x)} ${up(y)}`).join("");
}

function across(share: number): string {
  return (LEFT + share * SIZE).toFixed(1);
}

function up(share: number): string {
  return (TOP + (1 - share) * SIZE).toFixed(1);
}

function Chart(props: {
  title: string;
  about: string;
  x: string;
  y: string;
  curves: readonly { readonly kind: "own" | "other"; readonly text: string; readonly line: string }[];
  chance: string;
}) {
  const { title, about, x, y, curves, chance } = props;
  const label = `${title}. ${about} ${each(curves, ({ text }) => text).join("; ")}.`;
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {each(TICKS, (share) => (
          <g>
            <path class="grid" d={path([[0, share], [1, share]])} />
            <path class="grid" d={path([[share, 0], [share, 1]])} />
            <text x={LEFT - 5} y={Number(up(share)) + 4} text-anchor="end">{`${share * 100}%`}</text>
            <text x={across(share)} y={TOP + SIZE + 15} text-anchor="middle">{`${share * 100}%`}</text>
          </g>
        ))}
        <path class="chance" d={chance} />
        {each(curves, ({ kind, line }) => <path class={`curve ${kind}`} d={line} />)}
        <text x={LEFT + SIZE / 2} y={TOP + SIZE + 33} text-anchor="middle">{x}</text>
        <text transform={`translate(10 ${TOP + SIZE / 2}) rotate(-90)`} text-anchor="middle">{y}</text>
      </svg>
      <figcaption>
        <strong>{title}.</strong> {about}
      </figcaption>
      <ul class="legend">
        {each(curves, ({ kind, text }) => (
          <li>
            <svg viewBox="0 0 30 6" aria-hidden="true">
              <path class={`curve ${kind}`} d="M0 3H30" />
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </figure>
  );
}
