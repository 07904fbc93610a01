/** `/console/alerts`: where people are told that something needs a look. */
import { type Channel, MAX_ALERTS, MAX_RULE_HITS } from "../../model/alerts/alert.ts";
import type { listAlerts, testAlert } from "../../service/alerts/alert_list.ts";
import { Choice, Field, PostButton, PostForm, Submit } from "../site/parts/form.tsx";
import { Badge, Card, Day, Notice, Problem, Time } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";

type Listed = Awaited<ReturnType<typeof listAlerts>>;
type Alert = Listed["alerts"][number];

const CHANNEL_WORDS: Readonly<Record<Channel, string>> = {
  slack: "Slack (incoming webhook)",
  url: "URL (JSON)",
  email: "E-mail",
};

interface Props {
  readonly view: View;
  readonly listed: Listed;
  readonly tested?: Awaited<ReturnType<typeof testAlert>>;
  /** Of the form. */
  readonly problem?: { readonly field: string; readonly text: string };
  /** As it was typed. */
  readonly given?: { readonly kind: string; readonly target: string; readonly hits: string };
}

export function AlertsPage({ view, listed, tested, problem, given }: Props) {
  const mayChange = view.may("alerts.manage");
  return (
    <Console view={view} needs="alerts.manage" title="Alerts">
      {listed.sending ? null : (
        <Notice kind="warn">
          Outgoing traffic is switched off here (<code>WINNOW_OFFLINE</code>): messages wait, and nothing is
          sent.
        </Notice>
      )}
      {tested === undefined ? null : (
        <Notice kind={tested.delivered ? "good" : "bad"}>
          {tested.delivered ? "The test was sent" : "The test could not be sent"}: {tested.note}
        </Notice>
      )}
      <p>
        You are told of new campaigns, of far more or fewer sign-ups than usual, of rules that are true too
        often, of reviews that are older than your target, of data feeds that are too old, of 80 % of the
        quota, and of webhooks that were switched off. What lasts is told once, and each kind is quiet for an
        hour after it spoke. Messages hold numbers and a link.
      </p>
      <Table
        caption="Alerts"
        columns={columns(view, mayChange)}
        rows={listed.alerts}
        empty={<p>There are no alerts yet.</p>}
      />
      {!mayChange || listed.count >= MAX_ALERTS
        ? null
        : <NewAlert view={view} mail={listed.mail} problem={problem} given={given} />}
    </Console>
  );
}

function NewAlert(
  { view, mail, problem, given }: {
    view: View;
    mail: boolean;
    problem: Props["problem"];
    given: Props["given"];
  },
) {
  const problemOf = (...fields: string[]) =>
    problem !== undefined && fields.includes(problem.field) ? problem.text : undefined;
  const ofTarget = problemOf("url", "to");
  const ofHits = problemOf("rule_hits_per_hour");
  const kinds = (["slack", "url", "email"] as const).filter((kind) => kind !== "email" || mail);
  return (
    <Card id="new-alert" title="Create an alert">
      <Problem text={ofTarget === undefined && ofHits === undefined ? problem?.text : undefined} />
      <PostForm view={view} action="/console/alerts">
        <Choice
          name="kind"
          label="How"
          options={kinds.map((kind) => [kind, CHANNEL_WORDS[kind]])}
          value={given?.kind ?? "slack"}
          {...(mail
            ? {}
            : { hint: "E-mail needs a mail server (WINNOW_SMTP_URL), and an account of the operator" })}
        />
        <Field
          name="target"
          label={mail ? "URL or e-mail address" : "URL"}
          value={given?.target}
          error={ofTarget}
          hint="A URL is https, and reached from the internet"
          max={500}
          required
        />
        <Field
          name="hits"
          label="Tell of a rule with more hits an hour than"
          type="number"
          min="1"
          value={given?.hits}
          error={ofHits}
          hint={`Up to ${MAX_RULE_HITS.toLocaleString("en-US")}; empty: no rule is told of`}
        />
        <Submit>Create alert</Submit>
      </PostForm>
    </Card>
  );
}

function columns(view: View, mayChange: boolean): readonly Column<Alert>[] {
  return [
    {
      name: "To",
      // A URL of Slack is a secret.
      cell: ({ kind, url, to, alert_id }) => (
        <>
          {CHANNEL_WORDS[kind]} <br />
          {mayChange
            ? (
              <span class="small">
                {url ?? to ?? "can no longer be read: create it again"}
                <br />
              </span>
            )
            : null}
          <span class="muted small mono">{alert_id}</span>
        </>
      ),
    },
    {
      name: "Rule hits an hour",
      right: true,
      cell: ({ rule_hits_per_hour }) => rule_hits_per_hour?.toLocaleString("en-US") ?? "–",
    },
    { name: "Created", cell: ({ created_at }) => <Day at={created_at} /> },
    {
      name: "State",
      cell: ({ enabled, pending }) => (
        <>
          <Badge word={enabled ? "live" : "revoked"} text={enabled ? "enabled" : "disabled"} />
          {pending === 0 ? null : <span class="small">{` ${pending} waiting`}</span>}
        </>
      ),
    },
    {
      name: "Last message",
      cell: ({ last }) =>
        last === null ? "–" : (
          <>
            {last.kind} <Time at={last.at} />{" "}
            <Badge word={last.delivered ? "allow" : "block"} text={last.delivered ? "delivered" : "failed"} />
            {last.delivered ? null : <span class="small">{` ${last.note}`}</span>}
          </>
        ),
    },
    ...(mayChange
      ? [{ name: "Actions", cell: (alert: Alert) => <Actions view={view} alert={alert} /> }]
      : []),
  ];
}

function Actions({ view, alert: { alert_id: id, kind, enabled } }: { view: View; alert: Alert }) {
  const [verb, value] = enabled ? ["Disable", "false"] as const : ["Enable", "true"] as const;
  const name = `${CHANNEL_WORDS[kind]} ${id}`;
  return (
    <>
      <PostButton view={view} action="/console/alerts/test" fields={{ id }} label={`Send a test to ${name}`}>
        Send a test
      </PostButton>{" "}
      <PostButton
        view={view}
        action="/console/alerts/enable"
        fields={{ id, enabled: value }}
        label={`${verb} ${name}`}
      >
        {verb}
      </PostButton>{" "}
      <PostButton
        view={view}
        action="/console/alerts/delete"
        fields={{ id }}
        class="danger small"
        confirm="Delete this alert? What waits is not sent."
        label={`Delete ${name}`}
      >
        Delete
      </PostButton>
    </>
  );
}
