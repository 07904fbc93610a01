/** How a component's score comes about: each finding with its points, what trust takes off, and what is left. */
import { each } from "../each.ts";
import { Bar } from "./drawings.tsx";

export interface Made {
  readonly score: number;
  readonly findings: readonly { readonly group: string; readonly points: number; readonly text: string }[];
  readonly trust: readonly { readonly factor: number; readonly text: string }[];
  /** A rule set the score, whatever was found. */
  readonly ruled: boolean;
}

interface Step {
  readonly text: string;
  readonly points: string;
  readonly note: string;
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

/** Groups combine as probabilities do: each takes its share of what is left to 100. */
export function Waterfall({ made }: { made: Made }) {
  const steps = stepsOf(made);
  if (steps.length === 0) return <p class="muted">Nothing suspicious was found.</p>;
  return (
    <ol class="steps">
      {each(steps, (step) => (
        <li>
          <span>{step.text} {step.note === "" ? null : <span class="muted">{step.note}</span>}</span>
          <span class="points">{step.points}</span>
          <Bar from={step.from / 100} to={step.to / 100} kind={step.kind} />
        </li>
      ))}
    </ol>
  );
}

export function stepsOf({ score, findings, trust, ruled }: Made): Step[] {
  const steps: Step[] = [];
  const groups = new Map<string, number>();
  let reached = 0;
  for (const { group, points, text } of findings) {
    groups.set(group, Math.min(100, (groups.get(group) ?? 0) + points));
    const to = 100 * (1 - [...groups.values()].reduce((clean, sum) => clean * (1 - sum / 100), 1));
    steps.push({
      text,
      points: points === 0 ? "0" : `+${points}`,
      note: points === 0 ? "(a stronger finding of its group counts instead)" : "",
      from: reached,
      to,
      kind: "plain",
    });
    reached = to;
  }
  for (const { factor, text } of trust) {
    steps.push({
      text,
      points: `× ${factor}`,
      note: "(trust)",
      from: reached * factor,
      to: reached,
      kind: "trust",
    });
    reached *= factor;
  }
  if (ruled) {
    steps.push({
      text: "Your rule decides",
      points: String(score),
      note: "",
      from: 0,
      to: score,
      kind: "taken",
    });
  } else if (Math.abs(Math.round(reached) - score) > 1) {
    const [from, to] = [Math.min(reached, score), Math.max(reached, score)];
    steps.push({
      text: "Limits of groups and of trust",
      points: String(score),
      note: "",
      from,
      to,
      kind: "taken",
    });
  }
  return steps;
}
