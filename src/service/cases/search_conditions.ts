/** What a search asks of a score: of its columns, and of what is in no column. */
import { ringIdOf } from "../../model/linkage/ring.ts";
import type { SignupId } from "../../model/linkage/ring_texts.ts";
import type { AnyFact } from "../../model/facts/fact.ts";
import type { OutcomeLabel, ScoreRecord } from "../../model/records.ts";
import { type ColumnCondition, recordFits } from "../../records/scores/column_filter.ts";
import type { ColumnName, ColumnValue } from "../../records/scores/score_row.ts";
import type { Search } from "./search_request.ts";
import { hasSearched } from "./searched_value.ts";

/** What is asked of its columns, its mode first. */
export function conditionsOf(search: Search): readonly ColumnCondition[] {
  const { mode, verdict, component, finding, minScore, maxScore, rule, decidedBy, tag, facts } = search;
  const conditions = [is(mode, "mode")];
  if (verdict === "stopped") {
    conditions.push({ columns: ["verdict"], fits: (value) => value === "review" || value === "block" });
  } else if (verdict !== null) conditions.push(is(verdict, "verdict"));
  if (component !== null) conditions.push(is(component, "components"));
  if (finding !== null) conditions.push(is(finding, "findings"));
  if (minScore !== null || maxScore !== null) {
    const [min, max] = [minScore ?? -Infinity, maxScore ?? Infinity];
    conditions.push({
      columns: ["score"],
      fits: (value) => typeof value === "number" && value >= min && value <= max,
    });
  }
  if (rule !== null) conditions.push(is(rule, "rule", "hit", "would"));
  if (decidedBy !== null) conditions.push(is(decidedBy, "rule"));
  if (tag !== null) conditions.push(is(tag, "tags"));
  for (const [name, values = []] of Object.entries(facts)) {
    const wanted = new Set(values.map((value) => value ?? undefined));
    const known = values.filter((value) => value !== null);
    conditions.push({
      columns: [name as AnyFact],
      fits: (value) => wanted.has(value as string),
      ...(known.length === values.length ? { oneOf: { name: name as AnyFact, oneOf: known } } : {}),
    });
  }
  return conditions;
}

/** One of the columns has it, or holds it. */
function is(wanted: string, ...columns: ColumnName[]): ColumnCondition {
  return {
    columns,
    fits: (value: ColumnValue | undefined) =>
      typeof value === "object" ? value.includes(wanted) : value === wanted,
  };
}

/** All but the label. @param conditions of the search */
export function fitsSearch(
  record: ScoreRecord,
  search: Search,
  conditions: readonly ColumnCondition[],
): boolean {
  const { values, userId, ring, from, to } = search;
  return (from === null || record.at >= from) && (to === null || record.at < to) &&
    (userId === null || record.signup?.userId === userId) &&
    (ring === null || isIn(record, ring)) &&
    (values === null || values.some((value) => hasSearched(record, value))) &&
    recordFits(record, conditions);
}

function isIn({ signup }: ScoreRecord, nodes: readonly SignupId[]): boolean {
  if (signup === undefined) return false;
  // The oldest member of a ring was in none when it was stored; its node is itself.
  return nodes.includes(signup.node) ||
    (signup.ring !== null && nodes.map(ringIdOf).includes(signup.ring.ring_id));
}

/** Whether a label, or its absence, is what the search asks for. */
export function fitsLabel(label: OutcomeLabel | null, { label: wanted, labelType }: Search): boolean {
  if (labelType !== null && (label?.type ?? "none") !== labelType) return false;
  if (wanted === null) return true;
  return wanted === "any" ? label !== null : (label?.outcome ?? "none") === wanted;
}
