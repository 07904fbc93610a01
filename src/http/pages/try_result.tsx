/** The result of the try form: the gauge, the summary, and each component with its points. */
import type { SignupScore } from "../../service/score/score_signup.ts";
import { COMPONENT_NAMES } from "../site/words.ts";
import { each } from "../site/each.ts";
import { Gauge } from "../site/parts/drawings.tsx";
import { Badge } from "../site/parts/marks.tsx";
import { Waterfall } from "../site/parts/waterfall.tsx";

export function TryResult({ result }: { result: SignupScore }) {
  return (
    <div>
      <hr />
      <Gauge score={result.score} verdict={result.verdict} />
      <p>{result.summary}</p>
      {each(result.decisions, ({ prepared, evaluation: { component }, score, verdict, rule }) => (
        <details>
          <summary>
            {COMPONENT_NAMES[prepared.kind]}: {score} <Badge word={verdict} />
          </summary>
          <Waterfall
            parts={{
              score,
              findings: component.breakdown.findings,
              trust: component.breakdown.trust,
              ruled: rule !== null,
            }}
          />
          <p class="small muted">{unknownSentence(Object.keys(component.unknown).length)}</p>
        </details>
      ))}
    </div>
  );
}

export function TryProblem({ text }: { text: string }) {
  return <p role="alert" class="notice bad">{text}</p>;
}

function unknownSentence(count: number): string {
  if (count === 0) return "No gaps in the evidence.";
  return `${count} ${count === 1 ? "fact" : "facts"} unknown; unknown facts do not affect the score.`;
}
