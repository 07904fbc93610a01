/** `/console/rules/import`: imports rules from a file or a pasted list, with a preview. */
import { RULE_KIND_WORDS, RULE_KINDS } from "../../model/rules/rule.ts";
import type { importRules } from "../../service/rules/import/rule_import.ts";
import type { RecentImport } from "../../service/site/rules.ts";
import { each } from "../site/each.ts";
import { Choice, Field, PostButton, PostForm } from "../site/parts/form.tsx";
import { Crumb, Day, Notice, Problem, Stat, thousands } from "../site/parts/marks.tsx";
import { Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";
import { DryRunCard, SkippedList } from "./dry_run.tsx";

type Imported = Awaited<ReturnType<typeof importRules>>;

interface Props {
  readonly view: View;
  readonly action: string;
  /** Kept between preview and import. */
  readonly text: string;
  readonly result?: Imported;
  readonly recent?: readonly RecentImport[];
  readonly problem?: string;
}

export function ImportPage({ view, action, text, result, recent = [], problem }: Props) {
  return (
    <Console view={view} needs="rules.write" title="Import rules">
      <Crumb to="/console/rules" name="Rules">import</Crumb>
      <Problem text={problem} />
      {result === undefined ? null : <Result view={view} result={result} />}
      <PostForm
        view={view}
        action="/console/rules/import"
        enctype="multipart/form-data"
        class="card"
        working="Reading the list…"
      >
        <Choice
          name="action"
          label="Action"
          options={[["block", "block"], ["allow", "allow"], ["trust", "trust"]]}
          value={action}
          hint="Of entries whose line names no action"
        />
        <Field
          name="file"
          label="File"
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          hint="Plain text or CSV, one entry per line, at most 10,000 entries. A header may name columns action, note and expires_at; other columns are ignored."
        />
        <Field name="text" label="Or paste a list" rows={6} value={text} />
        <div class="actions">
          <button type="submit" name="step" value="preview" class="quiet">Preview</button>
          <button type="submit" name="step" value="import">Import</button>
        </div>
      </PostForm>
      <RecentImports view={view} recent={recent} />
    </Console>
  );
}

function RecentImports({ view, recent }: { view: View; recent: readonly RecentImport[] }) {
  if (recent.length === 0) return null;
  return (
    <Table
      caption="Recent imports"
      columns={[
        { name: "Imported", cell: ({ at }) => <Day at={at} /> },
        { name: "Rules still there", cell: ({ rules }) => thousands(rules) },
        { name: "Undo", cell: ({ id, rules }) => <Undo view={view} id={id} rules={rules} /> },
      ]}
      rows={recent}
      empty={<p>None.</p>}
    />
  );
}

function Undo({ view, id, rules }: { view: View; id: string; rules: number }) {
  const all = rules === 1 ? "the rule" : `all ${thousands(rules)} rules`;
  return (
    <PostButton
      view={view}
      action="/console/rules/undo-import"
      fields={{ import: id }}
      class="danger small"
      confirm={`Delete ${all} of this import?`}
      label={`Undo the import of ${thousands(rules)} ${rules === 1 ? "rule" : "rules"}`}
    >
      Undo
    </PostButton>
  );
}

function Result({ view, result }: { view: View; result: Imported }) {
  const preview = result.dry_run === true;
  const kinds = RULE_KINDS.filter((kind) => result.by_kind[kind] !== undefined)
    .map((kind) => `${thousands(result.by_kind[kind] ?? 0)} ${RULE_KIND_WORDS[kind]}`).join(", ");
  return (
    <>
      <Notice>
        {preview ? "This is a preview: nothing was changed. Select Import to apply it." : (
          <>
            Imported. <a href="/console/rules">View rules</a>
          </>
        )}
      </Notice>
      {result.import_id === null ? null : (
        <p>
          <Undo view={view} id={result.import_id} rules={result.imported} />
        </p>
      )}
      <div class="cards four">
        <Stat label={preview ? "To be imported" : "Imported"} note={kinds}>
          {thousands(result.imported)}
        </Stat>
        <Stat label="Already exist">{thousands(result.duplicates)}</Stat>
        <Stat label="Duplicates in the list">{thousands(result.duplicates_in_file)}</Stat>
        <Stat label="Skipped lines">{thousands(result.skipped.length)}</Stat>
      </div>
      {result.warnings.length === 0 ? null : (
        <Notice kind="warn">
          <ul>
            {each(result.warnings.slice(0, 20), ({ line, value, read_as, warning }) => (
              <li>
                Line {line}: {warning ?? (
                  <>
                    <code>{value}</code> was read as <code>{read_as}</code>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {result.trial === undefined
        ? null
        : <DryRunCard counts={result.trial} conflicts={result.clashes ?? []} />}
      <SkippedList title="Skipped lines" skipped={result.skipped} />
    </>
  );
}
