/** `/console/settings`: what links between sign-ups do, and what they would have changed. */
import type { LinkageScoring } from "../../../model/records.ts";
import {
  type LinkageChange,
  type LinkagePreview,
  MAX_PREVIEWED,
  PREVIEW_DAYS,
} from "../../../service/site/linkage_preview.ts";
import { PostForm, Submit } from "../parts/form.tsx";
import { Badge, Card, Notice, Problem, thousands } from "../parts/marks.tsx";
import { type Column, Table } from "../parts/table.tsx";
import type { View } from "../view.ts";
import { each } from "../each.ts";
import { Console } from "./frame.tsx";

interface Props {
  readonly view: View;
  readonly linkage: LinkageScoring;
  /** Null: not asked for. */
  readonly preview: LinkagePreview | null;
  readonly saved: boolean;
  readonly problem?: string;
}

const CHOICES: readonly (readonly [LinkageScoring, string])[] = [
  ["report", "Only reported: responses and stored scores show them, verdicts stay as they are"],
  ["score", "Part of the score: each adds its points, and is among the top signals"],
];

export function SettingsPage({ view, linkage, preview, saved, problem }: Props) {
  return (
    <Console view={view} needs="admin" title="Settings">
      {saved ? <Notice>Saved. It applies to every sign-up from now on.</Notice> : null}
      <Problem text={problem} />
      <Card id="linkage" title="Links between sign-ups">
        <p>
          A second sign-up on a device or with a phone number within the hour, four or more that belong
          together, links to sign-ups that you labelled as fraud, and bursts from one network.
        </p>
        <PostForm view={view} action="/console/settings">
          <fieldset>
            <legend>What links do</legend>
            {each(CHOICES, ([value, text]) => (
              <label class="check">
                <input type="radio" name="linkage_scoring" value={value} checked={value === linkage} />
                <span>{text}</span>
              </label>
            ))}
          </fieldset>
          <Submit>Save</Submit>
        </PostForm>
      </Card>
      <Card id="preview" title={`What links change in your last ${PREVIEW_DAYS} days`}>
        {preview === null
          ? (
            <p>
              <a class="button quiet" href="/console/settings?preview=1#preview">Compute the preview</a>
            </p>
          )
          : <Preview preview={preview} />}
      </Card>
    </Console>
  );
}

const COLUMNS: readonly Column<LinkageChange>[] = [
  {
    name: "Verdict without and with links",
    cell: ({ from, to }) => (
      <>
        <Badge word={from} /> → <Badge word={to} />
      </>
    ),
  },
  { name: "Labelled fraud", right: true, cell: ({ fraud }) => thousands(fraud) },
  { name: "Labelled legitimate", right: true, cell: ({ legit }) => thousands(legit) },
  { name: "Not labelled", right: true, cell: ({ unlabelled }) => thousands(unlabelled) },
];

function Preview({ preview: { signups, capped, changes } }: { preview: LinkagePreview }) {
  if (signups === 0) return <p>There are no stored sign-ups to compare.</p>;
  const changed = changes.reduce((sum, { fraud, legit, unlabelled }) => sum + fraud + legit + unlabelled, 0);
  return (
    <>
      <p>
        Of {thousands(signups)} {signups === 1 ? "sign-up" : "sign-ups"},{" "}
        <strong>{thousands(changed)}</strong> {changed === 1 ? "has" : "have"}{" "}
        another verdict when links are part of the score.
      </p>
      {capped
        ? <p class="muted">Only the newest {thousands(MAX_PREVIEWED)} were looked at; there are more.</p>
        : null}
      {changed === 0 ? null : <Table caption="Changed verdicts" columns={COLUMNS} rows={changes} />}
    </>
  );
}
