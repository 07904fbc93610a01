/** `/console/webhooks`: create, change, rotate and delete webhooks. A secret is shown once. */
import { EVENT_TYPES, MAX_WEBHOOKS } from "../../model/endpoints/webhook.ts";
import type { createWebhook, listWebhooks } from "../../service/webhooks/webhook_list.ts";
import { each } from "../site/each.ts";
import { Field, PostButton, PostForm, Submit } from "../site/parts/form.tsx";
import { Badge, Card, Day, NewSecret, Notice, Problem, Time } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";

type Listed = Awaited<ReturnType<typeof listWebhooks>>;
type Webhook = Listed["webhooks"][number];

const VERDICTS = ["allow", "review", "block"] as const;
const EVENT_WORDS: Readonly<Record<typeof EVENT_TYPES[number], string>> = {
  "signup.scored": "a sign-up was scored with a live key",
  "verdict.changed": "the verdict of a recent sign-up would now be another",
  "ring.changed": "labels changed the verdicts of other sign-ups in a ring",
  "quota.low": "80 % or all of the monthly quota is used",
  "feed.stale": "a data feed is older than its limit (accounts of the operator)",
  "campaign.found": "a campaign was found among your sign-ups",
  "campaign.grew": "a campaign that you watch has grown by half, or by 10",
  "campaign.grown": "the same by its earlier name",
  "review.decided": "a case of the review queue was decided",
  "label.changed": "a score was labelled, or its label changed or removed",
  "rule.changed": "rules were added, changed or deleted",
  "appeal.opened": "a customer appealed against a decision",
  "appeal.decided": "an appeal was accepted or refused",
  "guard.tripped": "Far more messages are asked for than usual",
  "trust.ended": "a sign-up of a person whom you trust was labelled fraud: your trust rule ended",
  "login.suspicious": "a log-in differs from what the user does: with links and the text of a mail to them",
  "login.takeover": "a user's account was taken over, or is being taken over",
  "login.attack": "far more log-ins from strange places fail than usual, on your whole site",
  "signups.surge": "far more sign-ups than usual come, all of your account together",
};

interface Props {
  readonly view: View;
  readonly listed: Listed;
  /** Created or rotated. */
  readonly made?: Awaited<ReturnType<typeof createWebhook>>;
  /** Of the form; its field, or "" for the whole form. */
  readonly problem?: { readonly field: string; readonly text: string };
  /** As it was typed. */
  readonly url?: string;
}

export function WebhooksPage({ view, listed, made, problem, url }: Props) {
  return (
    <Console view={view} needs="webhooks.manage" title="Webhooks">
      {listed.sending ? null : (
        <Notice kind="warn">
          Outgoing traffic is switched off here (<code>WINNOW_OFFLINE</code>): events wait, and nothing is
          sent.
        </Notice>
      )}
      {made === undefined
        ? null
        : (
          <NewSecret id="made-secret" title="The webhook's secret" text={made.secret}>
            {made.old_secret_until === null ? null : (
              <p>
                Messages are signed by the replaced secret too until <Time at={made.old_secret_until} />.
              </p>
            )}
          </NewSecret>
        )}
      <p>
        Events are sent to your server as signed POST requests. See the guide{" "}
        <a href="/docs/events">Webhooks</a>.
      </p>
      <Table
        caption="Webhooks"
        columns={columns(view)}
        rows={listed.webhooks}
        empty={<p>There are no webhooks yet.</p>}
      />
      {listed.count >= MAX_WEBHOOKS ? null : <NewWebhook view={view} problem={problem} url={url} />}
    </Console>
  );
}

function NewWebhook(
  { view, problem, url }: Pick<Props, "view"> & { problem: Props["problem"]; url: string | undefined },
) {
  const problemOf = (field: string) => problem?.field === field ? problem.text : undefined;
  return (
    <Card id="new-webhook" title="Create a webhook">
      <Problem text={problem !== undefined && problem.field !== "url" ? problem.text : undefined} />
      <PostForm view={view} action="/console/webhooks">
        <Field
          name="url"
          label="URL"
          type="url"
          value={url}
          hint="https, reached from the internet"
          max={500}
          required
          error={problemOf("url")}
        />
        <fieldset>
          <legend>Events</legend>
          {each(EVENT_TYPES, (type) => (
            <label class="check">
              <input type="checkbox" name="events" value={type} checked={type === "signup.scored"} />
              <span>
                <code>{type}</code> {EVENT_WORDS[type]}
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Sign-ups with these verdicts</legend>
          {each(VERDICTS, (verdict) => (
            <label class="check">
              <input type="checkbox" name="verdicts" value={verdict} checked />
              <span>{verdict}</span>
            </label>
          ))}
        </fieldset>
        <Submit>Create webhook</Submit>
      </PostForm>
    </Card>
  );
}

function columns(view: View): readonly Column<Webhook>[] {
  return [
    {
      name: "URL",
      cell: ({ url, webhook_id }) => (
        <>
          {url} <br />
          <span class="muted small mono">{webhook_id}</span>
        </>
      ),
    },
    {
      name: "Events",
      cell: ({ events, verdicts }) => (
        <>
          {events.join(", ")}
          {verdicts === null ? null : <span class="muted small">{` (${verdicts.join(", ")})`}</span>}
        </>
      ),
    },
    { name: "Created", cell: ({ created_at }) => <Day at={created_at} /> },
    {
      name: "State",
      cell: ({ enabled, note, pending, dropped }) => (
        <>
          <Badge word={enabled ? "live" : "revoked"} text={enabled ? "enabled" : "disabled"} />
          {note === null ? null : <span class="small">{` ${note}`}</span>}
          {pending === 0 ? null : <span class="small">{` ${pending} waiting`}</span>}
          {dropped === 0 ? null : <span class="small">{` ${dropped} not queued`}</span>}
        </>
      ),
    },
    { name: "Actions", cell: (webhook) => <Actions view={view} webhook={webhook} /> },
  ];
}

function Actions({ view, webhook: { webhook_id: id, enabled, url } }: { view: View; webhook: Webhook }) {
  const [verb, value] = enabled ? ["Disable", "false"] as const : ["Enable", "true"] as const;
  return (
    <>
      <a class="button quiet small" href={`/console/webhooks/${id}`} aria-label={`Deliveries to ${url}`}>
        Deliveries
      </a>{" "}
      <PostButton
        view={view}
        action="/console/webhooks/enable"
        fields={{ id, enabled: value }}
        label={`${verb} ${url}`}
      >
        {verb}
      </PostButton>{" "}
      <PostButton
        view={view}
        action="/console/webhooks/rotate"
        fields={{ id }}
        confirm="Create a new secret? For 24 hours messages are signed by the present one too."
        label={`Rotate secret of ${url}`}
      >
        Rotate secret
      </PostButton>{" "}
      <PostButton
        view={view}
        action="/console/webhooks/delete"
        fields={{ id }}
        class="danger small"
        confirm="Delete this webhook with its deliveries? What waits is not sent."
        label={`Delete ${url}`}
      >
        Delete
      </PostButton>
    </>
  );
}
