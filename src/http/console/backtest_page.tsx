/** `/console/backtest`: scores a file of past sign-ups, and shows what would have been. */
import { LINKAGE_SCORING } from "../../model/records.ts";
import { STRICTNESS_NAMES } from "../../model/verdict.ts";
import { type BacktestState, MAX_UPLOADED_ROWS } from "../../service/backtest/backtests.ts";
import { type Role, ROLES } from "../../service/backtest/columns.ts";
import { each } from "../site/each.ts";
import { Choice, Field, PostButton, PostForm } from "../site/parts/form.tsx";
import { Card, Notice, Problem, thousands, Time } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import { Console } from "./frame.tsx";

export interface BacktestForm {
  readonly columns: Readonly<Partial<Record<Role, string>>>;
  readonly dateFormat: string;
  readonly labelWords: string;
  readonly strictness: string;
  readonly linkage: string;
  readonly delay: string;
}

interface Props {
  readonly view: View;
  readonly state: BacktestState | null;
  readonly form: BacktestForm;
  readonly problem?: string | undefined;
}

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  time: "Time of the sign-up",
  ip: "IP address",
  email: "E-mail address",
  phone: "Phone number",
  phone_country: "Country of the phone number",
  device: "Device",
  domain: "Domain",
  label: "Label (fraud or legitimate)",
  score: "Score of another vendor",
};

const LINKAGE_WORDS = { report: "only reported", score: "part of the score" } as const;

export function BacktestPage({ view, state, form, problem }: Props) {
  return (
    <Console view={view} title="Backtest">
      <p>
        Upload past sign-ups as CSV, and see what would have been stopped, what that would have cost, and what
        would have been missed. Each row is scored as it would have been at its time. Your account is not
        changed, and nothing is billed.
      </p>
      {state === null ? null : <State view={view} state={state} form={form} />}
      <Problem text={problem} />
      {state?.state === "running" ? null : <Upload view={view} form={form} />}
    </Console>
  );
}

function State({ view, state, form }: { view: View; state: BacktestState; form: BacktestForm }) {
  const { startedAt, phase, share, problem } = state;
  const percent = Math.floor(share * 100);
  return (
    <Card id="newest" title="Newest backtest">
      <p class="muted">
        Started <Time at={startedAt} />
      </p>
      {state.state === "running" && state.phase === "waiting" && (
        <Doubts view={view} doubts={state.doubts ?? []} form={form} />
      )}
      {state.state === "running" && state.phase !== "waiting" && (
        <>
          <p>
            <label for="share">
              {phase === "reading" ? "Reading the file" : "Scoring the rows"}: {percent} %
            </label>
            <progress id="share" max="100" value={percent}></progress>
          </p>
          <div class="actions">
            <a class="button quiet" href="/console/backtest">Refresh</a>
            <Remove view={view} text="Cancel" />
          </div>
        </>
      )}
      {state.state === "failed" && (
        <>
          <Notice kind="bad">{problem}</Notice>
          <Remove view={view} text="Dismiss" />
        </>
      )}
      {state.state === "done" && (
        <>
          <p>The report is kept for an hour. It shows values masked.</p>
          <div class="actions">
            <a class="button" href="/console/backtest/report">View the report</a>
            <a class="button quiet" href="/console/backtest/report?download=1">Download it</a>
            <Remove view={view} text="Delete it" />
          </div>
        </>
      )}
    </Card>
  );
}

function Remove({ view, text }: { view: View; text: string }) {
  return (
    <PostButton view={view} action="/console/backtest/remove" fields={{}} class="quiet">{text}</PostButton>
  );
}

/** Much of the file was not read: the account says how to read it before a figure is made. */
function Doubts({ view, doubts, form }: { view: View; doubts: readonly string[]; form: BacktestForm }) {
  return (
    <>
      <Notice kind="warn">Before it is scored, look at what was read. The file waits for ten minutes.</Notice>
      <ul>{each(doubts, (line) => <li>{line}</li>)}</ul>
      <PostForm view={view} action="/console/backtest/decide" class="stack">
        <Format form={form} open />
        <div class="actions">
          <button type="submit" name="again" value="1">Read it again</button>
          <button type="submit" class="quiet">Score it as it is</button>
        </div>
      </PostForm>
      <Remove view={view} text="Discard it" />
    </>
  );
}

/** How the file is written, where that is not found by itself. */
function Format({ form, open = false }: { form: BacktestForm; open?: boolean }) {
  return (
    <>
      <Field
        name="date_format"
        label="How times are written"
        value={form.dateFormat}
        max={60}
        placeholder="DD.MM.YYYY HH:mm"
        hint="Empty: ISO 8601 (2026-02-22 03:01) or Unix time. Times without a zone are UTC."
      />
      <Field
        name="label_words"
        label="Words of labels"
        value={form.labelWords}
        max={500}
        placeholder="fraud=ja, legit=nein"
        hint="In addition to fraud, legit, yes, no, 1, 0 and their like"
      />
      <details open={open || Object.values(form.columns).some((name) => name !== "")}>
        <summary>Columns</summary>
        <p class="hint">
          Columns are found by their names; a name here is used instead, and none leaves one out.
        </p>
        {each(
          ROLES,
          (role) => (
            <Field
              name={`column_${role}`}
              label={ROLE_WORDS[role]}
              value={form.columns[role] ?? ""}
              max={200}
            />
          ),
        )}
      </details>
    </>
  );
}

function Upload({ view, form }: { view: View; form: BacktestForm }) {
  return (
    <PostForm
      view={view}
      action="/console/backtest"
      enctype="multipart/form-data"
      class="card"
      working="Uploading the file…"
    >
      <Field
        name="file"
        label="File"
        type="file"
        accept=".csv,text/csv"
        hint={`CSV with a header, UTF-8, at most ${
          thousands(MAX_UPLOADED_ROWS)
        } rows. It is kept in memory only, while it is scored; hashes and masked values of its rows are in a temporary file meanwhile.`}
      />
      <Choice
        name="linkage"
        label="Links between sign-ups"
        options={LINKAGE_SCORING.map((scoring) => [scoring, LINKAGE_WORDS[scoring]])}
        value={form.linkage}
      />
      <Choice
        name="strictness"
        label="Strictness"
        options={STRICTNESS_NAMES.map((name) => [name, name])}
        value={form.strictness}
      />
      <Field
        name="delay"
        label="A label is known after"
        value={form.delay}
        max={6}
        hint="A time such as 14d, 36h or 0: your own labels count from then on"
      />
      <Format form={form} />
      <div class="actions">
        <button type="submit">Start the backtest</button>
      </div>
    </PostForm>
  );
}
