/** `/console/hooks/<id>`: one hook, its use, and forms that change it. */
import { Choice, Field, PostButton, PostForm, Submit } from "../site/parts/form.tsx";
import { Card, Notice, Pairs, Problem, Secret, thousands, Time } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";
import { AuthorizationCard, EventSourceFields, eventUsePairs } from "./ssf.tsx";
import {
  errorOf,
  EventFields,
  HookSecret,
  KIND_NAMES,
  MODE_CHOICES,
  Result,
  UNSURE_CHOICES,
} from "./page.tsx";
import type { HookProblem, HookView } from "./view.ts";

interface Props {
  readonly view: View;
  readonly hook: HookView;
  /** A new secret. */
  readonly secret?: string | null;
  readonly saved?: boolean;
  readonly problem?: HookProblem;
}

export function HookPage({ view, hook, secret, saved, problem }: Props) {
  const action = `/console/hooks/${hook.hook_id}`;
  return (
    <Console view={view} needs="hooks.manage" title={`Hook for ${KIND_NAMES[hook.kind]}`}>
      {saved ? <Notice>Saved. It applies to every message from now on.</Notice> : null}
      <Problem text={errorOf(problem, "")} />
      <Card id="address" title="Its address">
        <p>
          {hook.kind === "ssf"
            ? "Register it at the sender. It needs no key: only the issuer's signature counts."
            : "Enter it at the sender. It needs no key: only the signature counts."}
          {hook.kind === "ssf"
            ? (
              <>
                {" "}
                <a href="/docs/hooks#google-register">How, for Google</a>
              </>
            )
            : null}
        </p>
        <Secret id="hook-url" text={hook.url} />
      </Card>
      {secret ? <HookSecret hook={hook} secret={secret} /> : null}
      <Card id="use" title="Use">
        <Pairs pairs={[lastPair(hook), ...hook.kind === "ssf" ? eventUsePairs(hook) : usePairs(hook)]} />
      </Card>
      <Card id="change" title="Settings">
        <PostForm view={view} action={action}>
          {hook.kind === "supabase"
            ? (
              <div class="fields">
                <Choice name="mode" label="Mode" options={MODE_CHOICES} value={hook.mode} />
                <Choice
                  name="when_unsure"
                  label="When unsure"
                  options={UNSURE_CHOICES}
                  value={hook.when_unsure}
                  hint="A sign-up to review, or one that could not be scored"
                />
              </div>
            )
            : hook.kind === "ssf"
            ? <EventSourceFields hook={hook} problem={problem} />
            : <EventFields hook={hook} problem={problem} />}
          <Submit>Save</Submit>
        </PostForm>
      </Card>
      {hook.kind === "ssf"
        ? <AuthorizationCard view={view} action={action} problem={problem} />
        : (
          <Card id="secret" title="Replace the secret">
            <p>The present one is accepted for 24 more hours.</p>
            <PostForm view={view} action={`${action}/secret`}>
              <Field
                name="secret"
                label="New secret"
                hint="whsec_… of the sender. Empty: one is made"
                max={200}
                error={errorOf(problem, "secret")}
              />
              <Submit>Replace the secret</Submit>
            </PostForm>
          </Card>
        )}
      <Card id="delete" title="Delete">
        <p>
          Its address stops working at once. A service that still asks it gets an error: switch it off there
          first.
        </p>
        <PostButton
          view={view}
          action={`${action}/delete`}
          fields={{}}
          class="danger"
          confirm="Delete this hook? Its address stops working, and its secret is lost."
        >
          Delete this hook
        </PostButton>
      </Card>
    </Console>
  );
}

type UsePairs = Parameters<typeof Pairs>[0]["pairs"];

function lastPair({ use }: HookView): UsePairs[number] {
  return [
    "Last message",
    use.last_at === null || use.last_result === null ? "none yet" : (
      <>
        <Time at={use.last_at} /> <Result word={use.last_result} />
        {use.last_note === null ? null : `: ${use.last_note.replaceAll("_", " ")}`}
      </>
    ),
  ];
}

function usePairs({ use }: HookView): UsePairs {
  return [
    ["Allow", thousands(use.allow)],
    ["Review", thousands(use.review)],
    ["Block", thousands(use.block)],
    ["Could not be scored", thousands(use.failed)],
    ["Ignored", thousands(use.ignored)],
    [
      "Wrong signature",
      use.last_refused_at === null ? "none" : (
        <>
          {thousands(use.refused)}, the last at <Time at={use.last_refused_at} />
        </>
      ),
    ],
  ];
}
