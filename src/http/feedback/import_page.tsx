/** `/console/outcomes/import`: labels from a CSV file, with a preview of its columns and words. */
import { LABEL_TYPES } from "../../model/records.ts";
import type { importLabels, ListedImport } from "../../service/feedback/import/label_import.ts";
import {
  LABEL_ROLES,
  type LabelColumns,
  type LabelRole,
} from "../../service/feedback/import/label_columns.ts";
import { MAX_LABEL_ROWS } from "../../service/feedback/import/label_file.ts";
import type { Meaning, OwnWords } from "../../service/feedback/import/label_words.ts";
import { each } from "../site/each.ts";
import { Choice, Field, PostButton, PostForm } from "../site/parts/form.tsx";
import { Crumb, Notice, Problem, Stat, thousands, Time } from "../site/parts/marks.tsx";
import { Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { LABEL_TYPE_NAMES } from "../site/words.ts";
import { Console } from "../console/frame.tsx";

type Imported = Awaited<ReturnType<typeof importLabels>>;

/** What the form says, kept between preview and import. */
export interface LabelImportForm {
  readonly text: string;
  readonly columns: LabelColumns;
  readonly words: OwnWords;
  readonly dateFormat: string;
  /** Of rows that do not say it: "", `fraud` or `legit`. */
  readonly outcome: string;
  readonly type: string;
}

interface Props {
  readonly view: View;
  readonly form: LabelImportForm;
  readonly result?: Imported;
  readonly recent?: readonly ListedImport[];
  readonly done?: string | null;
  readonly problem?: string;
}

const ROLE_NAMES: Readonly<Record<LabelRole, string>> = {
  request_id: "Request id",
  user_id: "User id",
  email: "E-mail",
  phone: "Phone",
  date: "Date",
  outcome: "Outcome",
  type: "Type of fraud",
};

/** Of the lists of a result. */
const SHOWN = 50;

export function LabelImportPage({ view, form, result, recent = [], done = null, problem }: Props) {
  return (
    <Console view={view} title="Import labels">
      <Crumb to="/console/outcomes" name="Outcomes">import</Crumb>
      <Problem text={problem} />
      {done === null ? null : <Notice>{done}</Notice>}
      {result === undefined ? null : <Result view={view} result={result} />}
      <PostForm
        view={view}
        action="/console/outcomes/import"
        enctype="multipart/form-data"
        class="card"
        working="Reading the file…"
      >
        <Field
          name="file"
          label="File"
          type="file"
          accept=".csv,text/csv"
          hint={`CSV, at most ${
            thousands(MAX_LABEL_ROWS)
          } rows. Its header names a request id, user id, e-mail address or phone number, and if you have them a date, an outcome and a type. A row labels the score of its request, or the newest score of the person.`}
        />
        <Field name="text" label="Or paste the rows" rows={6} value={form.text} />
        {result === undefined ? null : <Mapping form={form} result={result} />}
        <Choice
          name="outcome"
          label="Rows that do not say what they were"
          options={[["", "are left out"], ["fraud", "are fraud"], ["legit", "are legitimate"]]}
          value={form.outcome}
        />
        <Choice
          name="type"
          label="Fraud whose rows do not say what kind it was"
          options={[["", "no type"], ...LABEL_TYPES.map((type) => [type, LABEL_TYPE_NAMES[type]] as const)]}
          value={form.type}
        />
        <div class="actions">
          <button type="submit" name="step" value="preview" class="quiet">Preview</button>
          <button type="submit" name="step" value="import">Import</button>
        </div>
      </PostForm>
      <RecentImports view={view} recent={recent} />
    </Console>
  );
}

/** What the preview found, to be corrected. */
function Mapping({ form, result }: { form: LabelImportForm; result: Imported }) {
  const header = [...Object.values(result.columns), ...result.unused];
  const unknown = Object.entries(result.words).filter(([word, meaning]) =>
    meaning === null || form.words.has(word)
  );
  const isDated = result.columns.date !== undefined;
  return (
    <>
      <h2>Columns</h2>
      {each(LABEL_ROLES, (role) => (
        <Choice
          name={`column.${role}`}
          label={ROLE_NAMES[role]}
          options={[["", "none"], ...header.map((name) => [name, name] as const)]}
          value={result.columns[role] ?? ""}
        />
      ))}
      {isDated
        ? (
          <Field
            name="date_format"
            label="Format of dates"
            value={form.dateFormat}
            placeholder={result.date_formats[0] ?? "DD.MM.YYYY"}
            hint={result.date_formats.length > 1
              ? `They can be read as ${result.date_formats.join(" and as ")}`
              : "Only where it is not told by the dates themselves"}
          />
        )
        : null}
      {unknown.length === 0 ? null : <h2>Words</h2>}
      {each([...unknown.entries()], ([index, [word, meaning]]) => (
        <>
          <input type="hidden" name={`word.${index}`} value={word} />
          <Choice
            name={`meaning.${index}`}
            label={word}
            options={[["", "not known: left out"], ...MEANING_NAMES]}
            value={meaning ?? ""}
          />
        </>
      ))}
    </>
  );
}

const MEANING_NAMES: readonly (readonly [Meaning, string])[] = [
  ["fraud", "fraud"],
  ["legit", "legitimate"],
  ...LABEL_TYPES.map((type) => [type, `fraud: ${LABEL_TYPE_NAMES[type]}`] as const),
  ["skip", "leave such rows out"],
];

function Result({ view, result }: { view: View; result: Imported }) {
  const preview = result.dry_run;
  return (
    <>
      <Notice>
        {preview ? "This is a preview: nothing was labelled. Select Import to apply it." : (
          <>
            Imported. <a href="/console/outcomes">View outcomes</a>
          </>
        )}
      </Notice>
      {result.import_id === null ? null : (
        <p>
          <Undo view={view} id={result.import_id} count={result.changed} />
        </p>
      )}
      <div class="cards four">
        <Stat label={preview ? "Rows to be recorded" : "Rows recorded"}>{thousands(result.recorded)}</Stat>
        <Stat label={preview ? "Labels that would change" : "Labels changed"}>
          {thousands(result.changed)}
        </Stat>
        <Stat label="Not found">{thousands(result.not_found.length)}</Stat>
        <Stat label="Left out">{thousands(result.skipped.length)}</Stat>
      </div>
      <Lines
        title="Not found"
        note="Your account has no live score of the last 180 days of these."
        lines={result.not_found}
      />
      <Lines title="Left out" lines={result.skipped} />
    </>
  );
}

function Lines(
  props: {
    title: string;
    note?: string;
    lines: readonly { readonly line: number; readonly value: string; readonly reason?: string }[];
  },
) {
  const { title, note, lines } = props;
  if (lines.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      {note === undefined ? null : <p class="muted">{note}</p>}
      <ul>
        {each(lines.slice(0, SHOWN), ({ line, value, reason }) => (
          <li>
            Line {line}: <code>{value === "" ? "(blank)" : value}</code>
            {reason === undefined ? null : ` – ${reason}`}
          </li>
        ))}
      </ul>
      {lines.length > SHOWN ? <p class="muted">… and {thousands(lines.length - SHOWN)} more.</p> : null}
    </section>
  );
}

function RecentImports({ view, recent }: { view: View; recent: readonly ListedImport[] }) {
  if (recent.length === 0) return null;
  return (
    <Table
      caption="Recent imports"
      columns={[
        { name: "Imported", cell: ({ at }) => <Time at={at} /> },
        { name: "Labels", right: true, cell: ({ count }) => thousands(count) },
        { name: "Undo", cell: ({ id, count }) => <Undo view={view} id={id} count={count} /> },
      ]}
      rows={recent}
      empty={<p>None.</p>}
    />
  );
}

function Undo({ view, id, count }: { view: View; id: string; count: number }) {
  const labels = `${thousands(count)} ${count === 1 ? "label" : "labels"}`;
  return (
    <PostButton
      view={view}
      action="/console/outcomes/undo-import"
      fields={{ import: id }}
      class="danger small"
      confirm={`Put back what stood before these ${labels}?`}
      label={`Undo the import of ${labels}`}
    >
      Undo
    </PostButton>
  );
}
