/** `/console/guard`: what was asked to be sent, what was stopped, and what is refused now. */
import type { Blocked } from "../../model/guard/book.ts";
import { type GuardSettings, LIMIT_NAMES, LIMIT_ROWS } from "../../model/guard/limits.ts";
import type { PlaceTotal } from "../../model/guard/totals.ts";
import type { GuardOverview } from "../../service/guard/guard.ts";
import { Console } from "../console/frame.tsx";
import { each } from "../site/each.ts";
import { Field, PostButton, PostForm, Submit } from "../site/parts/form.tsx";
import { Card, Notice, Problem, Stat, thousands, Time } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";

interface Props {
  readonly view: View;
  readonly overview: GuardOverview;
  readonly settings: GuardSettings;
  readonly done: "saved" | "lifted" | "ended" | null;
  readonly problem?: string | undefined;
}

const DONE = {
  saved: "Saved.",
  lifted: "Lifted: what was before counts no more.",
  ended: "It had ended already.",
} as const;
const MAX_PLACES = 50;

export function GuardPage({ view, overview, settings, done, problem }: Props) {
  const { today, fortnight, blocked } = overview;
  const places = fortnight.toSorted((one, other) =>
    other.spent + other.saved - one.spent - one.saved || other.sent - one.sent
  ).slice(0, MAX_PLACES);
  return (
    <Console view={view} title="Messages">
      {done === null ? null : <Notice kind="good">{DONE[done]}</Notice>}
      <Problem text={problem} />
      <p>
        Ask <code>POST /v1/guard/send</code> before you send a code, and tell{" "}
        <code>POST /v1/guard/outcome</code>{" "}
        when it is entered. Robots ask for codes to numbers whose operator shares the money, and flood
        mailboxes; neither enters a code.
      </p>
      <div class="cards four">
        <Stat label="Spent today" note={`${thousands(sum(today, "sent"))} sent`}>
          {money(sum(today, "spent"))}
        </Stat>
        <Stat label="Stopped today" note={`${thousands(sum(today, "stopped"))} not sent`}>
          {money(sum(today, "saved"))}
        </Stat>
        <Stat label="Last hour" note={`usual: ${overview.usualHour}`}>
          {thousands(overview.sendsLastHour)}
        </Stat>
      </div>
      <h2>Refused now</h2>
      <Table
        caption="What is refused now"
        columns={blockColumns(view)}
        rows={blocked}
        empty={<p>Nothing is refused now.</p>}
      />
      <h2>By country and carrier, 14 days</h2>
      <Table
        caption="Sends by country and carrier"
        columns={PLACE_COLUMNS}
        rows={places}
        empty={<p>Nothing was asked yet.</p>}
      />
      <Limits view={view} settings={settings} />
    </Console>
  );
}

function Limits({ view, settings }: { view: View; settings: GuardSettings }) {
  const { permittedCountries, budgets, limits } = settings;
  if (!view.maySend("/console/guard")) return null;
  return (
    <Card id="limits" title="Limits">
      <PostForm view={view} action="/console/guard">
        <Field
          name="permitted_countries"
          label="Countries that are sent to"
          value={permittedCountries?.join(" ") ?? ""}
          hint="ISO codes, such as DE FR; empty: all"
          max={1000}
        />
        <Field
          name="budgets"
          label="Budgets a day"
          value={Object.entries(budgets).map(([country, budget]) => `${country}=${budget}`).join(" ")}
          hint="A country and what may be spent there from midnight to midnight (UTC), such as DE=20 FR=5"
          max={4000}
        />
        <div class="fields">
          {each(LIMIT_NAMES, (name) => (
            <Field
              name={name}
              label={LIMIT_ROWS[name].text}
              value={limits[name] === undefined ? "" : `${limits[name]}`}
              placeholder={`${LIMIT_ROWS[name].is}`}
              hint={`${LIMIT_ROWS[name].is} where empty`}
              max={12}
            />
          ))}
        </div>
        <Submit>Save</Submit>
      </PostForm>
    </Card>
  );
}

function blockColumns(view: View): readonly Column<Blocked>[] {
  return [
    { name: "What", cell: ({ kind, state }) => `${KINDS[kind]} ${state.shown}` },
    { name: "Why", cell: ({ state }) => state.why },
    { name: "Until", cell: ({ state }) => <Time at={state.until} /> },
    {
      name: "",
      cell: ({ kind, name, state }) => (
        <PostButton
          view={view}
          action="/console/guard/lift"
          fields={{ kind, name }}
          class="quiet small"
          label={`Lift ${KINDS[kind]} ${state.shown}`}
        >
          Lift
        </PostButton>
      ),
    },
  ];
}

const KINDS = { block: "Block", carrier: "Carrier", mailbox: "Mailbox" } as const;

const PLACE_COLUMNS: readonly Column<PlaceTotal>[] = [
  { name: "Country", cell: ({ country, isMail }) => isMail ? "Mail" : country ?? "Unknown" },
  { name: "Carrier", cell: ({ carrier }) => carrier ?? "–" },
  { name: "Sent", right: true, cell: ({ sent }) => thousands(sent) },
  { name: "Entered", right: true, cell: ({ sent, verified }) => sent === 0 ? "–" : percent(verified / sent) },
  { name: "Spent", right: true, cell: ({ spent }) => money(spent) },
  { name: "Not sent", right: true, cell: ({ stopped }) => thousands(stopped) },
  { name: "Not spent", right: true, cell: ({ saved }) => money(saved) },
];

function sum(totals: readonly PlaceTotal[], field: "sent" | "stopped" | "spent" | "saved"): number {
  return totals.reduce((all, total) => all + total[field], 0);
}

function money(millionths: number): string {
  return (millionths / 1_000_000).toFixed(2);
}

function percent(share: number): string {
  return `${Math.round(Math.min(1, share) * 100)} %`;
}
