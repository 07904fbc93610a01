/** `/console/rules/import`: a file of values becomes rules, after a look at what that would do. */
import type { importRules } from "../../../service/rules/rule_import.ts";
import { each } from "../each.ts";
import { Choice, Field, Hidden } from "../parts/form.tsx";
import { Notice, Stat, thousands } from "../parts/marks.tsx";
import type { View } from "../view.ts";
import { Console } from "./frame.tsx";
import { SkippedList, TrialCard } from "./rule_trial.tsx";

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
      {problem === undefined ? null : <Notice kind="bad">{problem}</Notice>}
      {result === undefined ? null : <Result result={result} />}
      <form
        method="post"
        action="/console/rules/import"
        enctype="multipart/form-data"
        class="card"
        data-progress
      >
        <Hidden view={view} />
        <Choice
          name="action"
          label="Action"
          options={[["block", "block"], ["allow", "allow"]]}
          value={action}
          hint="Every entry of the list gets this action."
        />
        <Field
          name="file"
          label="File"
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          hint="Plain text or CSV, one entry a line, at most 10,000 entries. Headers and other columns are skipped."
        />
        <Field name="text" label="… or paste the list" rows={6} value={text} />
        <div class="actions">
          <button type="submit" name="step" value="preview" class="quiet">Preview</button>
          <button type="submit" name="step" value="import">Import</button>
        </div>
        <div data-working hidden>
          <label class="small" for="working">Reading the list…</label>
          <progress id="working"></progress>
        </div>
      </form>
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
        {preview ? "This is a preview: nothing was changed. Press Import to do it." : (
          <>
            Imported. <a href="/console/rules">See the rules</a>.
          </>
        )}
      </Notice>
      <div class="cards four">
        <Stat label={preview ? "Would be imported" : "Imported"} note={kinds}>
          {thousands(result.imported)}
        </Stat>
        <Stat label="There already">{thousands(result.duplicates)}</Stat>
        <Stat label="Twice in the list">{thousands(result.duplicates_in_file)}</Stat>
        <Stat label="Lines skipped">{thousands(result.skipped.length)}</Stat>
      </div>
      {result.warnings === undefined ? null : (
        <Notice kind="warn">
          <ul>{each(result.warnings.slice(0, 20), (warning) => <li>{warning}</li>)}</ul>
        </Notice>
      )}
      {result.trial === undefined ? null : <TrialCard trial={result.trial} clashes={result.clashes ?? []} />}
      <SkippedList title="Skipped lines" skipped={result.skipped} />
    </>
  );
}
