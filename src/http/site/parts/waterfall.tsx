/** How a component's score adds up: the points of each finding, then the factors of trust. */
import { each } from "../each.ts";
import { Bar } from "./drawings.tsx";

interface ScoreParts {
  readonly score: number;
  readonly findings: readonly { readonly group: string; readonly points: number; readonly text: string }[];
  readonly trust: readonly { readonly factor: number; readonly text: string }[];
  /** A rule set the score, regardless of the findings. */
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

/** Of each group the strongest finding has points. Groups combine like independent probabilities: each adds its share of the remainder to 100. */
export function Waterfall({ parts }: { parts: ScoreParts }) {
  const steps = stepsOf(parts);
  if (steps.length === 0) return <p class="muted">No suspicious signals.</p>;
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

export function stepsOf({ score, findings, trust, ruled }: ScoreParts): Step[] {
  const steps: Step[] = [];
  const groups = new Map<string, number>();
  let reached = 0;
  for (const { group, points, text } of findings) {
    groups.set(group, Math.min(100, (groups.get(group) ?? 0) + points));
    const to = 100 * (1 - [...groups.values()].reduce((clean, sum) => clean * (1 - sum / 100), 1));
    steps.push({
      text,
      points: points === 0 ? "0" : `+${points}`,
      note: points === 0 ? "(a stronger finding of the same group counts)" : "",
      from: reached,
      to,
      kind: "plain",
    });
    reached = to;
  }
  for (const { factor, text } of trust) {
    const [points, note] = [`× ${factor}`, "(trust)"];
    steps.push({ text, points, note, from: reached * factor, to: reached, kind: "trust" });
    reached *= factor;
  }
  const taken = { points: String(score), note: "", kind: "taken" };
  if (ruled) steps.push({ ...taken, text: "Set by your rule", from: 0, to: score });
  else if (Math.abs(Math.round(reached) - score) > 1) {
    const [from, to] = [Math.min(reached, score), Math.max(reached, score)];
    steps.push({ ...taken, text: "Limit on trust reductions", from, to });
  }
  return steps;
}
