/** `/console/rules/import`: imports rules from a file or a pasted list, with a preview. */
import type { importRules } from "../../../service/rules/rule_import.ts";
import { each } from "../each.ts";
import { Choice, Field, PostForm } from "../parts/form.tsx";
import { Notice, Problem, Stat, thousands } from "../parts/marks.tsx";
import type { View } from "../view.ts";
import { Console } from "./frame.tsx";
import { DryRunCard, SkippedList } from "./rule_dry_run.tsx";

export type Imported = Awaited<ReturnType<typeof importRules>>;

interface Props {
  readonly view: View;
  readonly action: string;
  /** Kept between preview and import. */
  readonly text: string;
  readonly result?: Imported;
  readonly problem?: string;
}

export function ImportPage({ view, action, text, result, problem }: Props) {
  return (
    <Console view={view} title="Import rules">
      <p class="crumb">
        <a href="/console/rules">Rules</a> / import
      </p>
      <Problem text={problem} />
      {result === undefined ? null : <Result result={result} />}
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
          options={[["block", "block"], ["allow", "allow"]]}
          value={action}
          hint="Applies to every entry."
        />
        <Field
          name="file"
          label="File"
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          hint="Plain text or CSV, one entry per line, at most 10,000 entries. Headers and other columns are ignored."
        />
        <Field name="text" label="Or paste a list" rows={6} value={text} />
        <div class="actions">
          <button type="submit" name="step" value="preview" class="quiet">Preview</button>
          <button type="submit" name="step" value="import">Import</button>
        </div>
      </PostForm>
    </Console>
  );
}

function Result({ result }: { result: Imported }) {
  const preview = result.dry_run === true;
  const kinds = Object.entries(result.by_kind).map(([kind, count]) => `${thousands(count)} ${kind}`).join(
    ", ",
  );
  return (
    <>
      <Notice>
        {preview ? "This is a preview: nothing was changed. Select Import to apply it." : (
          <>
            Imported. <a href="/console/rules">View rules</a>
          </>
        )}
      </Notice>
      <div class="cards four">
        <Stat label={preview ? "To be imported" : "Imported"} note={kinds}>
          {thousands(result.imported)}
        </Stat>
        <Stat label="Already exist">{thousands(result.duplicates)}</Stat>
        <Stat label="Duplicates in the list">{thousands(result.duplicates_in_file)}</Stat>
        <Stat label="Skipped lines">{thousands(result.skipped.length)}</Stat>
      </div>
      {result.warnings === undefined ? null : (
        <Notice kind="warn">
          <ul>{each(result.warnings.slice(0, 20), (warning) => <li>{warning}</li>)}</ul>
        </Notice>
      )}
      {result.trial === undefined
        ? null
        : <DryRunCard counts={result.trial} conflicts={result.clashes ?? []} />}
      <SkippedList title="Skipped lines" skipped={result.skipped} />
    </>
  );
}
