/** An account's stored sign-ups and labels, as counts need them. */
import type { CountedValue, DimensionValues } from "../../../model/conditions/dimension.ts";
import { identitiesOf } from "../../../model/conditions/identities.ts";
import { factsOf, isIdentity, signupValues, valueOf } from "../../../model/conditions/signup_values.ts";
import type { CountedLabel, CountedSignup } from "../../../model/conditions/counts/signup_counts.ts";
import type { FactValue } from "../../../model/facts/fact.ts";
import { NO_FACTS } from "../../../model/facts/fact.ts";
import { type KeyMode, type Outcome, type ScoreRecord } from "../../../model/records.ts";
import type { ColumnBlock, ColumnName } from "../../../records/scores/score_columns.ts";
import { requestTime } from "../../../records/scores/request_id.ts";
import { positionOf } from "../../../records/scores/score_search.ts";
import type { Store } from "../../../records/store.ts";
import { TimeSlice } from "../../rules/time_slicing.ts";

export type SignupStore = Pick<Store, "scores" | "scoreColumns" | "labels" | "told">;

/** Sign-ups that are read without a pause. */
const PAGE_ROWS = 512;
/** Records of labelled scores that are read at once. */
const LABELS_PER_READ = 500;

export function valuesOfRecord({ components, signup, facts = NO_FACTS }: ScoreRecord): DimensionValues {
  return signupValues(identitiesOf(components, signup?.userId ?? null), facts);
}

export function isCounted(record: ScoreRecord, mode: KeyMode): boolean {
  return record.subject === "user" && record.mode === mode;
}

/** By the place of its score, which is known from the columns too. */
export function signupIdOf(requestId: string): string {
  return positionOf(requestId) ?? requestId;
}

/** The oldest first. @param names the values that are needed */
export async function* pastSignups(
  { scoreColumns }: Pick<SignupStore, "scoreColumns">,
  { account, mode }: { readonly account: string; readonly mode: KeyMode },
  names: readonly CountedValue[],
  span: { readonly since: number; readonly until: number },
): AsyncIterable<readonly CountedSignup[]> {
  const columns = names.flatMap(columnsOf);
  const asked = ["at", "subject", "mode", ...columns] as const;
  const slice = new TimeSlice();
  for await (const block of scoreColumns.blocks(account, asked, span, "oldest")) {
    const rows = rowsOf(block, mode);
    const positions = await block.positions(rows);
    const times = block.times;
    const valuesOf = valuesReader(block, names);
    for (let from = 0; from < rows.length; from += PAGE_ROWS) {
      yield rows.slice(from, from + PAGE_ROWS)
        .map((row, at) => ({ id: positions[from + at]!, at: times[row]!, values: valuesOf(row) }));
      if (slice.isOver) await slice.next();
    }
  }
}

/** What a row is counted by. The block has been asked for the columns (`columnsOf`). */
export function valuesReader(
  block: ColumnBlock,
  names: readonly CountedValue[],
): (row: number) => DimensionValues {
  const readers = names.map((name) => [name, readerOf(block, name)] as const);
  return (row) => {
    const values: { -readonly [Name in CountedValue]?: string } = {};
    for (const [name, read] of readers) {
      const value = read(row);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

export function columnsOf(name: CountedValue): readonly ColumnName[] {
  return isIdentity(name) ? [`dimension.${name}`] : factsOf(name);
}

/** The rows of sign-ups. */
export function rowsOf(block: ColumnBlock, mode: KeyMode): readonly number[] {
  const [subjects, modes] = [block.column("subject"), block.column("mode")];
  if (subjects === null || modes === null) return [];
  const [subject, wanted] = [subjects.values.indexOf("user") + 1, modes.values.indexOf(mode) + 1];
  const rows: number[] = [];
  if (subject === 0 || wanted === 0) return rows;
  for (let row = 0; row < block.count; row++) {
    if (subjects.codes[row] === subject && modes.codes[row] === wanted) rows.push(row);
  }
  return rows;
}

/** The value in a row; undefined: it has none. */
function readerOf(block: ColumnBlock, name: CountedValue): (row: number) => string | undefined {
  const columns = columnsOf(name).map((column) => block.column(column));
  const [column] = columns;
  if (columns.length === 1) {
    const texts = column?.values.map(String) ?? [];
    return (row) => texts[(column?.codes[row] ?? 0) - 1];
  }
  // Facts are no sets.
  const facts = columns.map((column) => (row: number) =>
    column?.values[column.codes[row]! - 1] as FactValue | undefined
  );
  return (row) => isIdentity(name) ? undefined : valueOf(name, facts.map((fact) => fact(row)));
}

/** The sign-ups among scores. @param records by their places */
export function signupsOf(
  records: ReadonlyMap<string, ScoreRecord>,
  mode: KeyMode,
): readonly CountedSignup[] {
  return [...records].filter(([, record]) => isCounted(record, mode))
    .map(([id, record]) => ({ id, at: record.at, values: valuesOfRecord(record) }));
}

/** The labels of the account's sign-ups. @param full with what the sign-ups are counted by, else without */
export async function* pastLabels(
  { scores, labels }: SignupStore,
  { account, mode }: { readonly account: string; readonly mode: KeyMode },
  { since, full, now }: { readonly since: number; readonly full: boolean; readonly now: number },
): AsyncIterable<CountedLabel> {
  const slice = new TimeSlice();
  let page: { readonly requestId: string; readonly outcome: Outcome }[] = [];
  async function* read() {
    const records = await scores.getMany(account, page.map(({ requestId }) => requestId), now);
    for (const { requestId, outcome } of page) {
      const record = records.get(requestId);
      if (record !== undefined && isCounted(record, mode)) yield labelOf(record, outcome);
    }
    page = [];
  }
  for await (const { requestId, outcome } of labels.list(account, { since })) {
    if (!full) yield { id: signupIdOf(requestId), scoredAt: requestTime(requestId), outcome, values: {} };
    else if (page.push({ requestId, outcome }) === LABELS_PER_READ) yield* read();
    if (slice.isOver) await slice.next();
  }
  if (page.length > 0) yield* read();
}

export function labelOf(record: ScoreRecord, outcome: Outcome | null): CountedLabel {
  return { id: signupIdOf(record.id), scoredAt: record.at, outcome, values: valuesOfRecord(record) };
}
