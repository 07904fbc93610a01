/** A list of scores with columns of facts that a person chose. */
import { isCustomFact } from "../../../model/facts/custom.ts";
import type { AnyFact } from "../../../model/facts/fact.ts";
import { FACT_NAMES, FACTS } from "../../../model/facts/table.ts";
import type { LabelledScore } from "../../../service/cases/found_score.ts";
import { each } from "../../site/each.ts";
import { Field } from "../../site/parts/form.tsx";
import { Badge, Day } from "../../site/parts/marks.tsx";
import { type Column, Table } from "../../site/parts/table.tsx";
import { Masks } from "../../site/parts/masks.tsx";
import { factWords, partName } from "./fact_words.ts";
import { NO_FILTER, QUERY_FIELDS, type ScoreQuery } from "./score_query.ts";

/** In a list; more do not fit a screen. */
export const MAX_COLUMNS = 8;

export function ScoreTable(
  { found, columns, empty }: { found: readonly LabelledScore[]; columns: readonly AnyFact[]; empty: string },
) {
  return (
    <Table
      caption="Scores"
      dense
      wide
      columns={[
        {
          name: "Score",
          cell: ({ record: { id, score, verdict, components }, label }) => (
            <>
              <a href={`/console/scores/${id}`}>
                <span class="badges">
                  <strong class="numbers">{score}</strong> <Badge word={verdict} />
                  {label === null ? null : <Badge word={label} />}
                </span>
              </a>
              <small class="muted">
                <Masks masks={components.map(({ mask }) => mask)} />
              </small>
            </>
          ),
        },
        ...factColumns(columns),
        { name: "Scored", cell: ({ record }) => <Day at={record.at} /> },
      ]}
      rows={found}
      empty={<p>{empty}</p>}
    />
  );
}

/** A name or a shape that goes on in the next line after one of its signs. */
function Breakable({ text }: { text: string }) {
  return (
    <>
      {each(text.split(/(?<=\w[._+])/), (part, index) => (
        <>
          {index === 0 ? null : <wbr />}
          {part}
        </>
      ))}
    </>
  );
}

export function factColumns(names: readonly AnyFact[]): Column<LabelledScore>[] {
  return names.map((name) => ({
    name,
    head: <Breakable text={name} />,
    cell: ({ record: { facts } }) => {
      const value = facts?.[name];
      if (value === undefined) return <span class="muted">unknown</span>;
      const words = factWords(name, value);
      // A block of numbers stays in one line.
      return <Breakable text={name === "phone.block_shown" ? words.replaceAll(" ", "\u00a0") : words} />;
    },
  }));
}

/** Chooses the columns; the filters stay. @param action the page of the list */
export function ColumnChooser(
  { action = "/console/scores", query = NO_FILTER, columns }: {
    action?: string;
    query?: ScoreQuery;
    columns: readonly AnyFact[];
  },
) {
  const own = columns.filter(isCustomFact);
  return (
    <details>
      <summary>Columns{columns.length === 0 ? "" : ` (${columns.length})`}</summary>
      <form method="get" action={action} class="card">
        {each(QUERY_FIELDS, (field) =>
          field === "columns" || query[field] === ""
            ? null
            : <input type="hidden" name={field} value={query[field]} />)}
        <div class="choices">
          {each([...Map.groupBy(FACT_NAMES, (name) =>
            FACTS[name].of)], ([of, names]) => (
            <fieldset>
              <legend>{partName(of)}</legend>
              {each(names, (name) => (
                <label class="check" title={FACTS[name].meaning}>
                  <input type="checkbox" name="columns" value={name} checked={columns.includes(name)} />
                  <span class="mono small">{name}</span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
        <Field
          name="columns"
          id="f-own-columns"
          label="Fields of your own"
          value={own.join(",")}
          max={400}
          placeholder="custom.plan"
          hint={`Separated by commas. A list shows at most ${MAX_COLUMNS} columns of facts.`}
        />
        <button type="submit" class="quiet">Show columns</button>
      </form>
    </details>
  );
}
