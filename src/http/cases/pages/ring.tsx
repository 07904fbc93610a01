/** `/console/rings/<ring_id>`: the sign-ups of a ring, what they share, and a label for all of them. */
import type { Child } from "hono/jsx";
import type { AnyFact } from "../../../model/facts/fact.ts";
import type { Ring } from "../../../model/linkage/ring.ts";
import type { LabelledScore } from "../../../service/cases/found_score.ts";
import type { CommonFact, RingView, SharedValue } from "../../../service/site/ring.ts";
import { each } from "../../site/each.ts";
import { Masks } from "../../site/parts/masks.tsx";
import { Badge, Card, Crumb, Link, Pairs, thousands, Time } from "../../site/parts/marks.tsx";
import { PostForm } from "../../site/parts/form.tsx";
import { type Column, Table } from "../../site/parts/table.tsx";
import type { View } from "../../site/view.ts";
import { LABEL_NAMES, RING_LINK_NAMES, VALUE_NAMES } from "../../site/words.ts";
import { Console } from "../../console/frame.tsx";
import { lettersOf, MAX_DRAWN, MAX_DRAWN_VALUES, RingDrawing } from "./ring_drawing.tsx";
import { factWords } from "./fact_words.ts";
import { ColumnChooser, factColumns } from "./score_columns.tsx";
import { NO_FILTER, scoresAddress, withFacts } from "./score_query.ts";
import { TypeOfFraud } from "./undo.tsx";
import { VALUE_COLUMN } from "./value.tsx";

interface Props {
  readonly view: View;
  readonly shown: RingView;
  /** Facts of the members that a person chose. */
  readonly columns: readonly AnyFact[];
  readonly notice: Child;
}

export function RingPage({ view, shown, columns, notice }: Props) {
  const { ring, members, shared, common, notJoined } = shown;
  const drawn = members.slice(0, MAX_DRAWN);
  return (
    <Console view={view} title={`Ring of ${thousands(ring.size)} sign-ups`}>
      <Crumb to="/console/rings" name="Rings">
        <code>{ring.ring_id}</code>
      </Crumb>
      {notice}
      <div class="cards">
        <section class="card" aria-label="Drawing">
          <RingDrawing members={drawn.map(drawnMember)} values={drawnValues(shared, drawn.length)} />
          {members.length > drawn.length
            ? <p class="muted small">The newest {drawn.length} are drawn. The table lists all.</p>
            : null}
        </section>
        <div>
          <Facts shown={shown} />
          <LabelAll view={view} ring={ring} members={members} />
        </div>
      </div>
      <h2>What they share</h2>
      <Table
        caption="Values that several of them have"
        columns={SHARED_COLUMNS}
        rows={shared.map((value, index) => ({ ...value, index }))}
        empty={<p>Their values are no longer stored.</p>}
      />
      {common.length === 0 ? null : (
        <Table
          caption="Facts that most of them have"
          dense="unlabelled"
          columns={COMMON_COLUMNS}
          rows={common}
        />
      )}
      {notJoined.length === 0 ? null : (
        <>
          <h2>What did not join them</h2>
          <p class="muted">Several of them share this, but so do others who have nothing to do with them.</p>
          <ul id="not-joined">
            {each(notJoined, (sentence) => <li>{sentence}</li>)}
          </ul>
        </>
      )}
      <h2>Sign-ups</h2>
      <ColumnChooser action={`/console/rings/${ring.ring_id}`} columns={columns} />
      <Table
        caption="Sign-ups of the ring"
        columns={memberColumns(shared, columns)}
        rows={members.map((found, index) => ({ found, index }))}
      />
      {ring.size > members.length
        ? (
          <p class="muted small">
            {thousands(ring.size - members.length)} more are counted, but not listed.
          </p>
        )
        : null}
    </Console>
  );
}

function drawnMember({ record, label }: LabelledScore) {
  return { verdict: record.verdict, label, masks: record.components.map(({ mask }) => mask).join(" · ") };
}

/** Those that at least two of the drawn members have. */
function drawnValues(shared: readonly SharedValue[], drawn: number) {
  return shared.map(({ kind, masked, members }, index) => ({
    letters: lettersOf(index),
    name: VALUE_NAMES[kind],
    mask: masked,
    members: members.filter((member) => member < drawn),
  })).filter(({ members }) => members.length > 1).slice(0, MAX_DRAWN_VALUES);
}

/** Users that are listed. */
const MAX_USERS = 20;

function Facts({ shown: { ring, members, risk, left, users } }: { shown: RingView }) {
  const scores = members.map(({ record }) => record.score);
  const count = (label: LabelledScore["label"]) => members.filter((member) => member.label === label).length;
  return (
    <Card id="facts" title="Facts">
      <Pairs
        pairs={[
          ["Sign-ups", Link({ to: scoresAddress({ ring: ring.ring_id }), text: thousands(ring.size) })],
          ["Risk", risk],
          ...(scores.length === 0 ? [] : [["Scores", rangeOf(scores)] as const]),
          ...(users.length === 0 ? [] : [["Users", Users({ users })] as const]),
          ["Since", Time({ at: ring.since })],
          ...(left === 0 ? [] : [
            [
              "Left the window",
              `${thousands(left)} signed up more than 30 days ago and ${
                left === 1 ? "is" : "are"
              } no longer linked`,
            ] as const,
          ]),
          ["Linked by", ring.via.map((link) => RING_LINK_NAMES[link]).join(", ")],
          ["Labelled fraud", thousands(count("fraud"))],
          ["Labelled legitimate", thousands(count("legit"))],
          ["No label", thousands(count(null))],
        ]}
      />
    </Card>
  );
}

function rangeOf(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? `${least}` : `${least} to ${most}`;
}

function Users({ users }: { users: readonly string[] }) {
  return (
    <>
      {each(users.slice(0, MAX_USERS), (user, index) => (
        <>
          {index === 0 ? "" : ", "}
          <a href={scoresAddress({ user_id: user })}>{user}</a>
        </>
      ))}
      {users.length > MAX_USERS ? ` and ${thousands(users.length - MAX_USERS)} more` : ""}
    </>
  );
}

/** Labels what the page shows: sign-ups that join the ring meanwhile are not labelled. */
function LabelAll(
  { view, ring, members }: { view: View; ring: Ring; members: readonly LabelledScore[] },
) {
  const newest = members[0]?.record.id;
  if (newest === undefined || !view.may("labels.write")) return null;
  const count = thousands(members.length);
  const button = (outcome: "fraud" | "legit", style: string) => (
    <button type="submit" name="outcome" value={outcome} class={style}>
      Label all {count} as {LABEL_NAMES[outcome]}
    </button>
  );
  return (
    <Card id="label-all" title="Label the ring">
      <p>This labels all {count} sign-ups, in place of the labels that they have. You can undo it.</p>
      <PostForm
        view={view}
        action={`/console/rings/${ring.ring_id}/label`}
        class="actions"
        fields={{ newest }}
        confirm={`Label all ${count} sign-ups of this ring?`}
      >
        {button("fraud", "danger")}
        {button("legit", "quiet")}
        <TypeOfFraud />
      </PostForm>
    </Card>
  );
}

const COMMON_COLUMNS: readonly Column<CommonFact>[] = [
  { name: "Fact", cell: ({ name }) => <code>{name}</code> },
  {
    name: "Value",
    cell: ({ name, value }) => (
      <a class="mono" href={scoresAddress(withFacts(NO_FILTER, { [name]: [value] }))}>
        {factWords(name, value)}
      </a>
    ),
  },
  { name: "Sign-ups", right: true, cell: ({ members }) => `${thousands(members)} sign-ups` },
];

const SHARED_COLUMNS: readonly Column<SharedValue & { readonly index: number }>[] = [
  VALUE_COLUMN,
  { name: "In the drawing", cell: ({ index }) => lettersOf(index) },
  { name: "Sign-ups", right: true, cell: ({ members }) => thousands(members.length) },
];

function memberColumns(
  shared: readonly SharedValue[],
  facts: readonly AnyFact[],
): readonly Column<{ readonly found: LabelledScore; readonly index: number }>[] {
  const letters = new Map<number, string[]>();
  for (const [at, { members }] of shared.entries()) {
    for (const member of members) letters.set(member, [...letters.get(member) ?? [], lettersOf(at)]);
  }
  return [
    {
      name: "Sign-up",
      cell: ({ found: { record }, index }) => (
        <>
          <a href={`/console/scores/${record.id}`}>{index + 1}: score {record.score}</a>
          <br />
          <span class="small muted">
            <Masks masks={[record.signup?.userId ?? [], record.components.map(({ mask }) => mask)].flat(2)} />
          </span>
        </>
      ),
    },
    { name: "Verdict", cell: ({ found }) => <Badge word={found.record.verdict} /> },
    { name: "Label", cell: ({ found }) => found.label === null ? "none" : <Badge word={found.label} /> },
    {
      name: "Shares",
      cell: ({ index }) => letters.get(index)?.join(" ") ?? "nothing that is stored",
    },
    ...factColumns(facts).map((column) => ({
      ...column,
      cell: ({ found }: { found: LabelledScore }) => column.cell(found),
    })),
    { name: "When", cell: ({ found }) => <Time at={found.record.at} /> },
  ];
}
