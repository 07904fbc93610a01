/** `/console/values/<ref>`: a value by what is remembered of it. */
import type { Child } from "hono/jsx";
import type { AnyFact } from "../../../model/facts/fact.ts";
import { MAX_VALUE_SCORES } from "../../../service/cases/value.ts";
import type { ValueView } from "../../../service/site/value.ts";
import { Card, Link, Pairs, Stat, thousands, Time } from "../../site/parts/marks.tsx";
import { type Column, Table } from "../../site/parts/table.tsx";
import type { View } from "../../site/view.ts";
import { VALUE_NAMES } from "../../site/words.ts";
import { Console } from "../../console/frame.tsx";
import { PersonDataLink } from "../../privacy/page.tsx";
import { RuleLinks } from "./score_parts.tsx";
import { ColumnChooser, ScoreTable } from "./score_columns.tsx";
import { scoresAddress } from "./score_query.ts";
import { ScoreRows } from "./score_row.tsx";

const NO_SCORES = "No stored score has it any more.";

type SeenWith = ValueView["seen_with"][number];

interface Props {
  readonly view: View;
  readonly value: ValueView;
  /** Facts of its scores that a person chose. */
  readonly columns: readonly AnyFact[];
  /** What was just done. */
  readonly notice: Child;
}

export function ValuePage({ view, value, columns, notice }: Props) {
  const { scores, labels, ring } = value;
  const name = VALUE_NAMES[value.kind];
  return (
    <Console
      view={view}
      title={`${name} ${value.masked}`}
      actions={<Actions view={view} value={value} />}
    >
      {notice}
      <div class="cards four">
        <Stat label="Allowed">{thousands(scores.allow)}</Stat>
        <Stat label="Reviewed">{thousands(scores.review)}</Stat>
        <Stat label="Blocked">{thousands(scores.block)}</Stat>
        <Stat label="Labelled fraud" note={`${thousands(labels.legit)} legitimate`}>
          {thousands(labels.fraud)}
        </Stat>
      </div>
      {value.mode === "test" ? <p class="muted small">Only test keys have scored it.</p> : null}
      {value.truncated
        ? (
          <p class="muted small">
            It has more scores than these figures cover: they are of the newest {thousands(MAX_VALUE_SCORES)}.
          </p>
        )
        : null}
      <Card id="facts" title="Facts">
        <Pairs
          pairs={[
            ["First seen", Time({ at: value.first_seen })],
            ["Last seen", Time({ at: value.last_seen })],
            [
              "Ring",
              ring === null
                ? "none"
                : Link({ to: `/console/rings/${ring.ring_id}`, text: `${thousands(ring.size)} sign-ups` }),
            ],
            ...value.labelled_groups.map(({ where, fraud, legit }) =>
              [
                `Labelled sign-ups ${where}`,
                `${thousands(fraud)} of ${thousands(fraud + legit)} fraud`,
              ] as const
            ),
          ]}
        />
      </Card>
      <h2>Seen with</h2>
      <Table
        caption="Values of the same scores"
        columns={SEEN_WITH_COLUMNS}
        rows={value.seen_with}
        empty={<p>It was never scored together with another value.</p>}
      />
      <h2>Newest scores</h2>
      <ColumnChooser action={`/console/values/${value.ref}`} columns={columns} />
      {columns.length === 0
        ? <ScoreRows found={value.newest} empty={NO_SCORES} />
        : <ScoreTable found={value.newest} columns={columns} empty={NO_SCORES} />}
      <p>
        <a
          href={scoresAddress({
            q: value.ref,
            mode: value.mode === "test" ? "test" : "",
            columns: columns.join(","),
          })}
        >
          All scores with this value
        </a>
      </p>
    </Console>
  );
}

function Actions({ view, value: { ref, kind, newest } }: Pick<Props, "view" | "value">) {
  const ofPerson = kind === "email" || kind === "phone" ? newest[0] : undefined;
  const rule = (action: string) => `/console/rules/for/${ref}?action=${action}`;
  return (
    <div class="inline-form">
      <RuleLinks view={view} address={rule} kind={kind} />
      {ofPerson === undefined ? null : <PersonDataLink view={view} requestId={ofPerson.record.id} />}
    </div>
  );
}

export const VALUE_COLUMN: Column<Pick<SeenWith, "kind" | "masked" | "ref">> = {
  name: "Value",
  cell: ({ kind, masked, ref }) => (
    <>
      {VALUE_NAMES[kind]} {ref === null
        ? <span class="mono">{masked}</span>
        : <a class="mono" href={`/console/values/${ref}`}>{masked}</a>}
    </>
  ),
};

const SEEN_WITH_COLUMNS: readonly Column<SeenWith>[] = [
  VALUE_COLUMN,
  { name: "Scores", right: true, cell: ({ count }) => thousands(count) },
  { name: "Labelled fraud", right: true, cell: ({ fraud }) => thousands(fraud) },
];
