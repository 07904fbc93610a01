/** What the report cannot say, and how the file was read. */
import { SERVICE } from "../../model/service.ts";
import { ROLES } from "../../service/backtest/columns.ts";
import type { BacktestReport } from "../run.ts";
import { type Column, each, Table, thousands } from "./parts.tsx";
import { UnreadableRows } from "./rows.tsx";

interface Props {
  readonly report: BacktestReport;
}

type Gap = BacktestReport["not_judged"][number];

const GAPS: readonly Column<Gap>[] = [
  { name: "Field", cell: ({ field }) => field },
  { name: "Component", cell: ({ component }) => component },
  { name: "Why", wide: true, cell: ({ reason }) => reason },
  { name: "Rows", right: true, cell: ({ rows }) => thousands(rows) },
];

const MAX_GAPS = 60;

export function NotJudged({ report: { labels, settings, not_judged, data_version } }: Props) {
  return (
    <section>
      <h2>What could not be judged</h2>
      <ul>
        <li>
          The lists of networks, proxies and throw-away domains are of today ({data_version}), not of the time
          of the sign-ups: an address that was bad then may not be listed any more, and the other way round.
        </li>
        <li>
          Nothing outside was asked: registrations (the age of a domain), DNS, websites and mailboxes are
          unknown, and an unknown never raises a score. Live, they are asked.
        </li>
        <li>
          It starts knowing nobody: links, counts and reports of the first weeks are fewer than later. Reports
          of other accounts, your rules and your agent policy are not in it.
        </li>
        <li>
          Browser characteristics are not in the file, so automated browsers are not seen.
        </li>
        <li>
          Your own labels were known {settings.label_delay_days} days after each sign-up, and not before.
        </li>
        {labels.missing === 0 ? null : (
          <li>
            {thousands(labels.missing)} rows have no label and are in no share
            {labels.unreadable === 0
              ? ""
              : ` (in ${thousands(labels.unreadable)} of them it cannot be read)`}.
          </li>
        )}
      </ul>
      {not_judged.length === 0 ? null : (
        <details>
          <summary>Fields that stayed unknown</summary>
          <Table caption="Fields that stayed unknown" columns={GAPS} rows={not_judged.slice(0, MAX_GAPS)} />
        </details>
      )}
    </section>
  );
}

export function Read({ report }: Props) {
  const { columns: { used, guessed, unused }, rows } = report;
  return (
    <section>
      <h2>How the file was read</h2>
      <ul>
        {each(ROLES, (role) => (
          <li>
            {role.replace("_", " ")}: {used[role] === undefined ? "no column" : (
              <>
                column “{used[role]}”{guessed.includes(role) ? " (guessed)" : ""}
              </>
            )}
          </li>
        ))}
        <li>{unused.length === 0 ? "Every column was used." : `Not used: ${unused.join(", ")}`}</li>
        {rows.times_without_zone ? <li>Times without a zone were read as UTC.</li> : null}
        {rows.in_order_of_time ? null : <li>The rows were put in order of time.</li>}
      </ul>
      <UnreadableRows rows={rows} />
      <p class="muted">
        Each row was scored by the code that answers POST /v1/score/user, by a clock that showed the row's
        time. Made by {SERVICE.title} {report.version}.
      </p>
    </section>
  );
}
