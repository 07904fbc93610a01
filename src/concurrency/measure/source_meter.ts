/** What is counted of one outside source: questions that wait and run, how they ended, and how long they took. */
import { Distribution } from "./distribution.ts";
import { isObject } from "../../model/json.ts";

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `answered`, why there is no answer, why it was not asked (`Declined`), or `failed`: the work threw, or says no more. */
type SourceOutcome = string;

export class SourceMeter {
  waiting = 0;
  running = 0;
  readonly seconds = new Distribution(BOUNDS);
  /** Outcomes that alerts compare are there from the start. */
  readonly outcomes = new Map<SourceOutcome, number>([["answered", 0], ["timeout", 0], ["unavailable", 0]]);

  count(outcome: SourceOutcome): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  /** Measures work that asks the source. */
  async measure<T>(work: Promise<T>, outcomeOf: (answer: T) => SourceOutcome = outcomeOfAnswer): Promise<T> {
    const started = performance.now();
    this.running++;
    let outcome = "failed";
    try {
      const answer = await work;
      outcome = outcomeOf(answer);
      return answer;
    } finally {
      this.running--;
      this.count(outcome);
      this.seconds.add((performance.now() - started) / 1000);
    }
  }
}

/** Of a fact, of a fact with its time to live, and of null: nothing went wrong. */
function outcomeOfAnswer(answer: unknown): SourceOutcome {
  if (answer === null) return "answered";
  if (!isObject(answer)) return "failed";
  const fact = "value" in answer && !("known" in answer) ? answer.value : answer;
  if (!isObject(fact)) return "failed";
  if (fact.known === true) return "answered";
  return fact.known === false ? String(fact.why) : "failed";
}
