/** `/console/settings`: what links between sign-ups do and would have changed, and how vendors' clients are answered. */
import type { CompatBalance, CompatUnknown, LinkageScoring } from "../../model/records.ts";
import type { Settings } from "../../service/access/settings.ts";
import {
  type LinkageChange,
  type LinkagePreview,
  MAX_PREVIEWED,
  PREVIEW_DAYS,
} from "../../service/site/linkage_preview.ts";
import { byAddress, TrialList, type TrialScores } from "../rules/trial.tsx";
import { MAX_REVIEW_TARGET_HOURS } from "../../model/review.ts";
import { Field, PostForm, Submit } from "../site/parts/form.tsx";
import { Badge, Card, Notice, Problem, thousands } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { each } from "../site/each.ts";
import { Console } from "../console/frame.tsx";
import { EdgeCard } from "./edge_card.tsx";

interface Props {
  readonly view: View;
  readonly settings: Settings;
  /** Null: not asked for. */
  readonly preview: LinkagePreview | null;
  /** The scores behind the preview's changes, where they are asked for. */
  readonly changed: TrialScores | null;
  readonly saved: boolean;
  readonly problem?: string;
}

type Rows<Value extends string> = readonly (readonly [value: Value, text: string])[];

const BALANCE: Rows<CompatBalance> = [
  ["null", "null: no balance is kept"],
  ["zero", "0, for clients that accept numbers only"],
];

const UNKNOWN: Rows<CompatUnknown> = [
  ["null", "null: every field is there"],
  ["omit", "Left out, as MaxMind does"],
];

const LINKAGE: Rows<LinkageScoring> = [
  ["report", "Only reported: responses and stored scores show them, verdicts stay as they are"],
  ["score", "Part of the score: each adds its points, and is among the top signals"],
];

const DROP: Rows<"off" | "on"> = [
  ["off", "Hijacked ranges are no decision"],
  ["on", "Hijacked ranges are banned"],
];

const TOR: Rows<"off" | "on"> = [
  ["off", "Tor is no decision"],
  ["on", "People who use Tor are asked for proof of a person"],
];

const APPEALS: Rows<"off" | "on"> = [
  ["off", "Cannot appeal here"],
  ["on", "Can appeal for 30 days"],
];

const CHALLENGES: Rows<"off" | "on"> = [
  ["off", "Are offered no challenge"],
  ["on", "Are offered a challenge for an hour"],
];

export function SettingsPage({ view, settings, preview, changed, saved, problem }: Props) {
  return (
    <Console view={view} needs="settings.write" title="Settings">
      {saved ? <Notice>Saved. It applies to every request from now on.</Notice> : null}
      <Problem text={problem} />
      <Card id="linkage" title="Links between sign-ups">
        <p>
          A second sign-up on a device or with a phone number within the hour, four or more that belong
          together, links to sign-ups that you labelled as fraud, and bursts from one network.
        </p>
        <Present view={view} rows={LINKAGE} value={settings.linkage_scoring} />
        <PostForm view={view} action="/console/settings">
          <Choices
            legend="What links do"
            name="linkage_scoring"
            rows={LINKAGE}
            value={settings.linkage_scoring}
          />
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
          : <Preview preview={preview} list={changed} />}
      </Card>
      <Card id="thresholds" title="Where verdicts begin">
        <p>
          {settings.thresholds === null
            ? "By the strictness of each request; balanced where it names none."
            : `Your own: review from ${settings.thresholds.review}, block from ${settings.thresholds.block}, where a request names no strictness.`}
        </p>
        <p>
          <a class="button quiet" href="/console/settings/thresholds">Thresholds and what they cost</a>
        </p>
      </Card>
      <Card id="reviews" title="Reviews">
        <PostForm view={view} action="/console/settings">
          <Field
            name="review_target"
            label="Hours within which a case is to be decided"
            type="number"
            min="1"
            value={String(settings.review_target)}
            hint={`At most ${MAX_REVIEW_TARGET_HOURS}. Older cases are marked in the queue.`}
          />
          <Submit>Save</Submit>
        </PostForm>
      </Card>
      <Card id="appeals" title="Appeals">
        <p>
          Answers of sign-ups that are not allowed then have <code>appeal.url</code>{" "}
          for the person: a page of this service, in five languages, that says what was decided and takes one
          message. You find it under <a href="/console/appeals">Appeals</a>.
        </p>
        <PostForm view={view} action="/console/settings">
          <Choices
            legend="People whose sign-up was not allowed"
            name="appeals"
            rows={APPEALS}
            value={settings.appeals ? "on" : "off"}
          />
          <Submit>Save</Submit>
        </PostForm>
      </Card>
      <EdgeCard view={view} settings={settings} />
      <Card id="challenges" title="Challenges">
        <p>
          Answers of sign-ups that are a review then have <code>challenge.url</code>{" "}
          for the person: a page of this service that works without JavaScript. It slows a flood down and
          stops programs without a browser; it does not make fraud too expensive.
        </p>
        <PostForm view={view} action="/console/settings">
          <Choices
            legend="Sign-ups that are a review"
            name="challenges"
            rows={CHALLENGES}
            value={settings.challenges}
          />
          <Submit>Save</Submit>
        </PostForm>
      </Card>
      <Card id="decisions" title="Decisions about addresses">
        <p>
          Bouncers and proxies are told of your block rules, of addresses with fraud that you labelled and of
          bursts of refused sign-ups: see{" "}
          <a href="/console/decisions">Decisions</a>. Two public lists can be among them.
        </p>
        <Present view={view} rows={DROP} value={settings.decisions_drop} />
        <Present view={view} rows={TOR} value={settings.decisions_tor} />
        <PostForm view={view} action="/console/settings">
          <Choices
            legend="Hijacked ranges (Spamhaus DROP)"
            name="decisions_drop"
            rows={DROP}
            value={settings.decisions_drop}
          />
          <Choices
            legend="Exit nodes of Tor"
            name="decisions_tor"
            rows={TOR}
            value={settings.decisions_tor}
          />
          <Submit>Save</Submit>
        </PostForm>
      </Card>
      <Card id="compat" title="minFraud and GeoIP2 clients">
        <p>
          Some of the vendor’s clients cannot read a null, or read it as 0. Which ones is in{" "}
          <a href="/docs/minfraud">the guide</a>.
        </p>
        <Present view={view} rows={BALANCE} value={settings.compat.balance} />
        <Present view={view} rows={UNKNOWN} value={settings.compat.unknown} />
        <PostForm view={view} action="/console/settings">
          <Choices
            legend="Balances (funds_remaining, queries_remaining)"
            name="balance"
            rows={BALANCE}
            value={settings.compat.balance}
          />
          <Choices
            legend="Other facts that are not known"
            name="unknown"
            rows={UNKNOWN}
            value={settings.compat.unknown}
          />
          <Submit>Save</Submit>
        </PostForm>
      </Card>
    </Console>
  );
}

/** For who may not change it. */
function Present<Value extends string>(
  { view, rows, value }: { view: View; rows: Rows<Value>; value: Value },
) {
  if (view.may("settings.write")) return null;
  return <p>Now: {rows.find(([one]) => one === value)?.[1]}.</p>;
}

function Choices<Value extends string>(
  { legend, name, rows, value }: { legend: string; name: string; rows: Rows<Value>; value: Value },
) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {each(rows, ([one, text]) => (
        <label class="check">
          <input type="radio" name={name} value={one} checked={one === value} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
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

const LIST_ADDRESS = "/console/settings?preview=1&list=would_change";

function Preview(
  { preview: { signups, capped, changes }, list }: { preview: LinkagePreview; list: TrialScores | null },
) {
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
      {changed === 0 ? null : (
        <>
          <Table caption="Changed verdicts" columns={COLUMNS} rows={changes} />
          <p>
            <a class="button quiet small" href={`${LIST_ADDRESS}#list`}>
              Open the {thousands(changed)} changed
            </a>
          </p>
        </>
      )}
      {list === null ? null : (
        <TrialList
          list={list}
          open={byAddress((_list, cursor) =>
            cursor === null ? LIST_ADDRESS : `${LIST_ADDRESS}&${new URLSearchParams({ cursor })}`
          )}
        />
      )}
    </>
  );
}
