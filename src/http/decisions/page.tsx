/** `/console/decisions`: what bouncers and proxies are told, why, and how to take it back. */
import {
  DECISION_ORIGINS,
  DECISION_TYPES,
  type DecisionOrigin,
  type DecisionScope,
} from "../../model/decisions/decision.ts";
import type { DecisionBody, listDecisions, WantedDecisions } from "../../service/decisions/list_decisions.ts";
import { Bouncers, type BouncersShown } from "../bouncers/section.tsx";
import { Console } from "../console/frame.tsx";
import { each } from "../site/each.ts";
import { PostForm } from "../site/parts/form.tsx";
import { Badge, Notice, Problem, thousands, Time } from "../site/parts/marks.tsx";
import { type Column, Pager, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";

interface Props {
  readonly view: View;
  readonly list: Awaited<ReturnType<typeof listDecisions>>;
  readonly wanted: WantedDecisions;
  readonly bouncers: BouncersShown;
  readonly lifted: boolean;
  readonly problem?: string | undefined;
}

const ORIGIN_NAMES: Readonly<Record<DecisionOrigin, string>> = {
  "winnow-rules": "Your rules",
  "winnow-labels": "Your labels",
  "winnow-velocity": "Bursts of refusals",
  "winnow-drop": "Hijacked ranges (DROP)",
  "winnow-tor": "Tor exits",
};
const SCOPE_NAMES: Readonly<Record<DecisionScope, string>> = {
  Ip: "address",
  Range: "range",
  Country: "country",
  AS: "AS number",
};

export function DecisionsPage({ view, list, wanted, bouncers, lifted, problem }: Props) {
  const { decisions, counts, total, next } = list;
  return (
    <Console view={view} title="Decisions" needs="decisions.lift">
      <Problem text={problem} />
      {lifted ? <Notice>Lifted. Bouncers are told at their next pull.</Notice> : null}
      <p>
        What bouncers and proxies are told of addresses: <em>ban</em> refuses, <em>captcha</em>{" "}
        asks for proof of a person. Lists of Tor exits and of hijacked ranges are switched on in the{" "}
        {view.mayOpen("settings.read") ? <a href="/console/settings#decisions">settings</a> : "settings"}.
      </p>
      <Origins counts={counts} wanted={wanted} />
      <form class="filters" method="get" action="/console/decisions" role="search">
        {wanted.origin === null ? null : <input type="hidden" name="origin" value={wanted.origin} />}
        <div>
          <label for="ip">Applies to the address</label>
          <input id="ip" name="ip" value={wanted.ip ?? ""} maxlength={64} autocomplete="off" />
        </div>
        <div>
          <label for="type">Type</label>
          <select id="type" name="type">
            <option value="">any</option>
            {each(
              DECISION_TYPES,
              (type) => <option value={type} selected={type === wanted.type}>{type}</option>,
            )}
          </select>
        </div>
        <button type="submit" class="quiet">Show</button>
      </form>
      <Table
        caption={`${thousands(total)} ${total === 1 ? "decision" : "decisions"}`}
        columns={columnsOf(view)}
        rows={decisions}
        dense
        empty={<p>No decision is active{wanted.ip === null ? "" : " for this address"}.</p>}
      />
      <Pager
        back={wanted.cursor === null ? null : ["Newest", addressOf(wanted, {})]}
        on={next === null ? null : ["Older", addressOf(wanted, { after: next })]}
      />
      <Bouncers {...bouncers} />
    </Console>
  );
}

/** How many there are of each origin, which lead to them. */
function Origins({ counts, wanted }: { counts: Props["list"]["counts"]; wanted: WantedDecisions }) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const rows: readonly (readonly [DecisionOrigin | null, string, number])[] = [
    [null, "All", all],
    ...DECISION_ORIGINS.map((origin) => [origin, ORIGIN_NAMES[origin], counts[origin]] as const),
  ];
  return (
    <p>
      <span class="inline-form" role="group" aria-label="Origin">
        {each(rows, ([origin, name, count]) => (
          <a
            class="button quiet small"
            href={addressOf({ ...wanted, origin }, {})}
            aria-current={origin === wanted.origin ? "true" : undefined}
          >
            {name} {thousands(count)}
          </a>
        ))}
      </span>
    </p>
  );
}

function addressOf(
  { origin, type, ip }: Pick<WantedDecisions, "origin" | "type" | "ip">,
  more: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({
    ...(origin === null ? {} : { origin }),
    ...(type === null ? {} : { type }),
    ...(ip === null ? {} : { ip }),
    ...more,
  });
  return query.size === 0 ? "/console/decisions" : `/console/decisions?${query}`;
}

function columnsOf(view: View): readonly Column<DecisionBody>[] {
  const lift: Column<DecisionBody> = {
    name: "Lift",
    cell: ({ id, value }) => (
      <PostForm view={view} action={`/console/decisions/${id}/lift`}>
        <button type="submit" class="quiet small" aria-label={`Lift ${value}`}>Lift</button>
      </PostForm>
    ),
  };
  const columns: readonly Column<DecisionBody>[] = [
    {
      name: "Names",
      cell: ({ scope, value }) => (
        <>
          <code>{value}</code>
          <br />
          <span class="small muted">{SCOPE_NAMES[scope]}</span>
        </>
      ),
    },
    {
      name: "Decision",
      cell: ({ type }) => <Badge word={type === "ban" ? "block" : "review"} text={type} />,
    },
    // What a rule names is in the first column.
    { name: "Why", cell: ({ origin, why }) => origin === "winnow-rules" ? "your block rule" : why },
    {
      name: "From and until",
      cell: ({ from, until }) => (
        <>
          {Time({ at: from })} {Time({ at: until })}
        </>
      ),
    },
  ];
  return view.may("decisions.lift") ? [...columns.slice(0, 2), lift, ...columns.slice(2)] : columns;
}
