/** `/console/hooks`: the account's hooks, and forms that create one. A secret is shown once. */
import type { HookKind } from "../../model/endpoints/hook.ts";
import { Choice, Field, PostForm, Submit } from "../site/parts/form.tsx";
import { Badge, Card, NewSecret, Notice, Problem, thousands, Time } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";
import { NewEventHook } from "./ssf.tsx";
import type { HookProblem, HookView } from "./view.ts";

interface Props {
  readonly view: View;
  readonly hooks: readonly HookView[];
  readonly deleted: boolean;
  /** With the form that it is about. */
  readonly problem?: HookProblem & { readonly kind: HookKind };
  /** What was sent of a hook for security events. */
  readonly sent?: Parameters<typeof NewEventHook>[0]["sent"];
}

export const KIND_NAMES: Readonly<Record<HookKind, string>> = {
  supabase: "Supabase Auth",
  svix: "Svix",
  standard_webhooks: "Standard Webhooks",
  supabase_send_sms: "Supabase: send SMS",
  supabase_send_email: "Supabase: send e-mail",
  ssf: "Shared Signals (Google and others)",
};

export const MODE_CHOICES = [
  ["observe", "observe: record verdicts, let everybody pass"],
  ["enforce", "enforce: refuse who is blocked"],
] as const;

export const UNSURE_CHOICES = [
  ["allow", "let pass"],
  ["refuse", "refuse"],
] as const;

export function HooksPage({ view, hooks, deleted, problem, sent = {} }: Props) {
  const of = (...kinds: readonly HookKind[]) => problem && kinds.includes(problem.kind) ? problem : undefined;
  const own = of("supabase");
  const events = of("svix", "standard_webhooks");
  return (
    <Console view={view} needs="hooks.manage" title="Hooks">
      {deleted ? <Notice>Deleted. Its address no longer works.</Notice> : null}
      <p>
        Addresses at which other services tell of new users, and of accounts that turned out bad: Winnow
        verifies, scores and answers them, without code of yours.{" "}
        <a href="/docs/hooks">How to set up Supabase, Clerk and others</a>
      </p>
      <Table caption="Hooks" columns={COLUMNS} rows={hooks} empty={<p>There are no hooks yet.</p>} />
      <Card id="new-supabase" title="Create a hook for Supabase Auth">
        <p>Asked before a user is created, and answered within two seconds.</p>
        <Problem text={own?.field === "" ? own.text : undefined} />
        <PostForm view={view} action="/console/hooks" fields={{ kind: "supabase" }}>
          <div class="fields">
            <Choice id="supabase-mode" name="mode" label="Mode" options={MODE_CHOICES} />
            <Choice
              id="supabase-unsure"
              name="when_unsure"
              label="When unsure"
              options={UNSURE_CHOICES}
              hint="A sign-up to review, or one that could not be scored"
            />
            <SecretField id="supabase-secret" error={errorOf(own, "secret")} />
          </div>
          <Submit>Create hook</Submit>
        </PostForm>
      </Card>
      <Card id="new-events" title="Create a hook for events of new users">
        <p>
          From Clerk, Resend and other senders. Each event is acknowledged, then scored; the score is in the
          console and goes to your webhooks.
        </p>
        <Problem text={events?.field === "" ? events.text : undefined} />
        <PostForm view={view} action="/console/hooks" fields={{ mode: "observe", when_unsure: "allow" }}>
          <div class="fields">
            <Choice
              id="events-kind"
              name="kind"
              label="Sender"
              options={[["svix", "Svix (Clerk, Resend)"], ["standard_webhooks", "Standard Webhooks"]]}
            />
            <SecretField id="events-secret" error={errorOf(events, "secret")} />
          </div>
          <EventFields problem={events} />
          <Submit>Create hook</Submit>
        </PostForm>
      </Card>
      <NewEventHook view={view} problem={of("ssf")} sent={sent} />
    </Console>
  );
}

export function errorOf(problem: HookProblem | undefined, field: string): string | undefined {
  return problem?.field === field ? problem.text : undefined;
}

function SecretField({ id, error }: { id: string; error: string | undefined }) {
  return (
    <Field
      id={id}
      name="secret"
      label="Secret"
      hint="whsec_… of the sender. Empty: one is made"
      max={200}
      error={error}
    />
  );
}

const POINTERS = [
  ["email", "E-mail", "/data/email"],
  ["ip", "IP address", "/data/ip"],
  ["phone", "Phone", "/data/phone"],
  ["user_id", "User id", "/data/id"],
] as const;

/** Where events have their values, and which are scored. */
export function EventFields({ hook, problem }: { hook?: HookView; problem?: HookProblem | undefined }) {
  return (
    <>
      <div class="fields">
        {POINTERS.map(([field, label, placeholder]) => (
          <Field
            name={field}
            label={`${label}: JSON Pointer`}
            placeholder={placeholder}
            max={200}
            value={hook?.pointers[field] ?? undefined}
            error={errorOf(problem, `pointers/${field}`)}
          />
        ))}
        <Field
          name="types"
          label="Types of events"
          hint="For example user.created, with commas between them. Empty: all"
          max={700}
          value={hook?.types.join(", ")}
          error={errorOf(problem, "types")}
        />
      </div>
      <p class="hint">
        A field without a pointer is looked for where Clerk has it, then in <code>data</code>.
      </p>
    </>
  );
}

/** The address of a new hook and its secret. */
export function HookSecret({ hook, secret }: { hook: HookView; secret: string }) {
  return (
    <NewSecret id="hook-secret" title="Its secret" text={hook.kind === "supabase" ? `v1,${secret}` : secret}>
      {hook.replaced_secret_until === null ? null : (
        <p>
          The replaced secret is accepted until <Time at={hook.replaced_secret_until} />.
        </p>
      )}
    </NewSecret>
  );
}

const COLUMNS: readonly Column<HookView>[] = [
  {
    name: "Hook",
    cell: ({ hook_id, kind }) => (
      <>
        <a href={`/console/hooks/${hook_id}`}>{KIND_NAMES[kind]}</a> <br />
        <span class="muted small mono">{hook_id}</span>
      </>
    ),
  },
  {
    name: "Mode",
    cell: ({ kind, mode, when_unsure }) =>
      kind === "ssf"
        ? "security events"
        : kind !== "supabase"
        ? "events"
        : mode === "observe"
        ? "observe"
        : `enforce; when unsure ${when_unsure === "allow" ? "let pass" : "refuse"}`,
  },
  {
    name: "Scored or matched",
    right: true,
    cell: ({ use }) => thousands(use.allow + use.review + use.block + use.matched),
  },
  {
    name: "Last",
    cell: ({ use }) =>
      use.last_at === null || use.last_result === null ? "never used" : (
        <>
          <Result word={use.last_result} /> <Time at={use.last_at} />
        </>
      ),
  },
  {
    name: "Not scored",
    right: true,
    cell: ({ use }) => thousands(use.failed + use.unmatched + use.refused),
  },
];

/** Other results have no colour. */
function isVerdict(word: string): boolean {
  return word === "allow" || word === "review" || word === "block";
}

export function Result({ word }: { word: string }) {
  return isVerdict(word) ? <Badge word={word} /> : <>{word}</>;
}
