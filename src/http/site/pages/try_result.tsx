/** The answer of the try box: the gauge, the sentence, and each part with how it came about. */
import type { SignupScore } from "../../../service/score/score_signup.ts";
import { COMPONENT_NAMES } from "../words.ts";
import { each } from "../each.ts";
import { Gauge } from "../parts/drawings.tsx";
import { Badge } from "../parts/marks.tsx";
import { Waterfall } from "../parts/waterfall.tsx";

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
            made={{
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
  if (count === 0) return "Everything that was asked is known.";
  return `${count} ${count === 1 ? "fact is" : "facts are"} unknown here; an unknown never moves the score.`;
}
