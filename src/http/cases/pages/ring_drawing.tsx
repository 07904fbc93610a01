/** How the members of a ring are linked: circles for sign-ups, squares for the values that several of them have. */
import type { Outcome } from "../../../model/records.ts";
import type { Verdict } from "../../../model/verdict.ts";
import { each } from "../../site/each.ts";
import { layoutRing } from "./ring_layout.ts";

interface DrawnMember {
  readonly verdict: Verdict;
  readonly label: Outcome | null;
  readonly masks: string;
}

interface DrawnValue {
  /** Its name in the drawing. */
  readonly letters: string;
  /** What it is, as a person calls it. */
  readonly name: string;
  readonly mask: string;
  /** The members that have it, by their index. */
  readonly members: readonly number[];
}

/** More could not be told apart. */
export const MAX_DRAWN = 60;
export const MAX_DRAWN_VALUES = 40;

const HALF_SQUARE = 9;
const LEGEND = [
  ["allow", "allow"],
  ["review", "review"],
  ["block", "block"],
  ["labelled fraud", "labelled fraud"],
  ["labelled legit", "labelled legitimate"],
] as const;

/** @param values the most shared first */
export function RingDrawing(
  { members, values }: { members: readonly DrawnMember[]; values: readonly DrawnValue[] },
) {
  const layout = layoutRing(members.length, values.map((value) => value.members));
  const radius = layout.memberRadius;
  return (
    <figure class="ring">
      <svg
        viewBox={`0 0 ${layout.size.toFixed(0)} ${layout.size.toFixed(0)}`}
        role="img"
        aria-labelledby="ring-title ring-desc"
      >
        <title id="ring-title">
          {`${members.length} sign-ups and the ${values.length} ${
            values.length === 1 ? "value" : "values"
          } that they share`}
        </title>
        <desc id="ring-desc">The tables of this page list the same sign-ups and values.</desc>
        {each(values, (value, index) => {
          const from = layout.values[index]!;
          return each(value.members, (member) => {
            const to = layout.members[member]!;
            return <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
          });
        })}
        {each(members, ({ verdict, label, masks }, index) => {
          const { x, y } = layout.members[index]!;
          return (
            <g class={`member ${verdict}${label === null ? "" : ` labelled ${label}`}`}>
              <title>
                {`${index + 1}: ${verdict}${label === null ? "" : `, labelled ${label}`}, ${masks}`}
              </title>
              <circle cx={x} cy={y} r={radius} />
              <text x={x} y={(y + 3.4).toFixed(1)} text-anchor="middle">{index + 1}</text>
            </g>
          );
        })}
        {each(values, ({ letters, name, mask, members: shared }, index) => {
          const { x, y } = layout.values[index]!;
          return (
            <g class="shared">
              <title>{`${name} ${mask}, in ${shared.length} sign-ups`}</title>
              <rect
                x={x - HALF_SQUARE}
                y={y - HALF_SQUARE}
                width={2 * HALF_SQUARE}
                height={2 * HALF_SQUARE}
                rx="3"
              />
              <text x={x} y={(y + 3.4).toFixed(1)} text-anchor="middle">{letters}</text>
            </g>
          );
        })}
      </svg>
      <ul class="legend" aria-hidden="true">
        {each(LEGEND, ([style, text]) => (
          <li>
            <svg viewBox="0 0 14 14" class="ring-key">
              <circle class={style} cx="7" cy="7" r="5" />
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** The name of a value in the drawing and in the tables: A to Z, then AA and so on. */
export function lettersOf(index: number): string {
  const letter = String.fromCharCode(65 + index % 26);
  return index < 26 ? letter : lettersOf(Math.floor(index / 26) - 1) + letter;
}
