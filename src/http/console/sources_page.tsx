/** `/console/sources`: what each data source holds, its age and its last error. */
import type { CoverageRow } from "../../service/coverage.ts";
import type { SourceRow } from "../../service/feed_report.ts";
import { Badge, Notice, thousands, Time } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "./frame.tsx";

const COLUMNS: readonly Column<SourceRow>[] = [
  {
    name: "Source",
    cell: ({ name, credit, licence }) => (
      <>
        {name} <br />
        <span class="muted small">{credit}; {licence}</span>
      </>
    ),
  },
  { name: "Status", cell: ({ state }) => <Badge word={state} text={state.replace("_", " ")} /> },
  { name: "Entries", right: true, cell: ({ entries }) => entries === null ? "–" : thousands(entries) },
  {
    name: "Fetched",
    cell: ({ fetched_at, state }) =>
      fetched_at !== null ? <Time at={fetched_at} /> : state === "bundled" ? "with the release" : "never",
  },
  { name: "Next", cell: ({ next_at }) => next_at === null ? "–" : <Time at={next_at} /> },
  {
    name: "Last error",
    cell: ({ last_error, note }) =>
      last_error ?? (note === null ? "none" : <span class="muted">{note}</span>),
  },
];

const COVERAGE: readonly Column<CoverageRow>[] = [
  { name: "Signal", cell: ({ signal }) => <code>{signal}</code> },
  { name: "Status", cell: ({ state }) => <Badge word={state} text={state} /> },
  {
    name: "Known",
    right: true,
    cell: ({ share }) => share === null ? "not measured" : `${Math.round(100 * share)} %`,
  },
  { name: "Of", cell: ({ measured }) => measured },
];

interface SourcesView {
  readonly view: View;
  readonly sources: readonly SourceRow[];
  readonly coverage: readonly CoverageRow[];
  readonly data: string;
}

export function SourcesPage({ view, sources, coverage, data }: SourcesView) {
  const waiting = sources.filter(({ state }) => state === "not_loaded" || state === "stale").length;
  return (
    <Console view={view} title="Sources">
      <p class="lead">
        The lists behind the scores. Facts from a list that is missing or too old are unknown, not false.
      </p>
      {waiting === 0 ? null : (
        <Notice kind="warn">
          {waiting} of {sources.length}{" "}
          sources are stale or were never loaded. The operator can fetch them with{" "}
          <code>winnow feeds refresh</code>.
        </Notice>
      )}
      <Table caption="Data sources" columns={COLUMNS} rows={sources} />
      <Table caption="Coverage" columns={COVERAGE} rows={coverage} />
      <p class="muted small">Data versions: {data}</p>
    </Console>
  );
}
