/** A stored sign-up as conditions see it, as far as its record alone tells: counts and earlier labels are unknown. */
import type { ConditionSubject } from "../../model/conditions/condition.ts";
import type { AnyFact, FactValue } from "../../model/facts/fact.ts";
import { linkedFindings, type ScoreRecord } from "../../model/records.ts";

export class RecordSubject implements ConditionSubject {
  readonly #record: ScoreRecord;

  constructor(record: ScoreRecord) {
    this.#record = record;
  }

  fact(name: AnyFact): FactValue | null {
    return this.#record.facts?.[name] ?? null;
  }

  variable(name: string): FactValue | ReadonlySet<string> | null {
    const { score, verdict, components, signup } = this.#record;
    if (name === "signup.score") return score;
    if (name === "signup.verdict") return verdict;
    if (name === "findings") {
      const found = [...components.flatMap(({ findings }) => findings), ...linkedFindings(signup)];
      return new Set(found.map(([finding]) => finding));
    }
    if (name === "linkage.ring.size") return signup === undefined ? null : signup.ring?.size ?? 1;
    if (name === "linkage.ring.labelled_fraud") {
      return signup === undefined ? null : signup.ring?.labelled_fraud ?? 0;
    }
    const [group, field] = name.split(".");
    if (group === "components") return components.find(({ kind }) => kind === field)?.score ?? null;
    const counts: Readonly<Record<string, number | null>> = { ...signup?.linkage };
    return group === "linkage" ? counts[field ?? ""] ?? null : null;
  }

  count(): null {
    return null;
  }

  reason(): null {
    return null;
  }
}
