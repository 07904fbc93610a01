/** Hooks for security events: connecting Google's account protection, and what such a hook is set to. */
import { EVENT_HOOK_PATH } from "../../service/hooks/hooks.ts";
import {
  MAX_AUTHORIZATION_CHARS,
  MAX_PREFIX_CHARS,
  MAX_SOURCE_CHARS,
} from "../../service/hooks/ssf/event_source.ts";
import { Field, PostForm, Submit } from "../site/parts/form.tsx";
import { Card, Problem, thousands, Time } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import type { HookProblem, HookView } from "./view.ts";

/** What Google's tokens have. */
const GOOGLE = {
  issuer: "https://accounts.google.com/",
  jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
  external_id_prefix: "google:",
};

interface NewProps {
  readonly view: View;
  readonly problem: HookProblem | undefined;
  /** What was sent, in place of Google's values. */
  readonly sent: Partial<Pick<HookView, "issuer" | "audience" | "jwks_uri" | "external_id_prefix">>;
}

export function NewEventHook({ view, problem, sent }: NewProps) {
  return (
    <Card id="new-ssf" title="Connect Google's account protection">
      <p>
        Google tells of accounts that were hijacked or made in bulk, free of charge, for every site with “Sign
        in with Google”. Three steps; <a href="/docs/hooks#google">the guide has them in full</a>.
      </p>
      <ol>
        <li>
          Create the hook here: enter the OAuth client ids of your site (Google Cloud console, APIs &amp;
          Services, Credentials). The rest is Google's already.
        </li>
        <li>
          At Google: switch on the RISC API in the same project, make a service account with the role “RISC
          Configuration Admin”, and register the address of the hook ({view.origin}
          {EVENT_HOOK_PATH}/…). <a href="/docs/hooks#google-register">A program does it</a>.
        </li>
        <li>
          On your site: send <code>"external_id": "google:" + sub</code> with each sign-up by Google;{" "}
          <code>sub</code> is in Google's identity token.
        </li>
      </ol>
      <Problem text={problem?.field === "" ? problem.text : undefined} />
      <PostForm view={view} action="/console/hooks" fields={{ kind: "ssf" }}>
        <EventSourceFields hook={{ ...GOOGLE, audience: [], ...sent }} problem={problem} />
        <Field
          name="authorization"
          label="Authorization header"
          hint="Where the sender can send one. Empty for Google"
          max={MAX_AUTHORIZATION_CHARS}
          error={problem?.field === "authorization" ? problem.text : undefined}
        />
        <Submit>Create hook</Submit>
      </PostForm>
    </Card>
  );
}

export function EventSourceFields({ hook, problem }: {
  hook: Pick<HookView, "issuer" | "audience" | "jwks_uri" | "external_id_prefix">;
  problem: HookProblem | undefined;
}) {
  const error = (field: string) => problem?.field === field ? problem.text : undefined;
  return (
    <div class="fields">
      <Field
        name="audience"
        label="Audience"
        hint="Of Google: your OAuth client ids, with commas between them"
        placeholder="1234.apps.googleusercontent.com"
        max={MAX_SOURCE_CHARS}
        value={hook.audience?.join(", ")}
        error={error("audience")}
      />
      <Field
        name="issuer"
        label="Issuer"
        max={MAX_SOURCE_CHARS}
        value={hook.issuer ?? undefined}
        error={error("issuer")}
      />
      <Field
        name="jwks_uri"
        label="Address of its keys"
        max={MAX_SOURCE_CHARS}
        value={hook.jwks_uri ?? undefined}
        error={error("jwks_uri")}
      />
      <Field
        name="external_id_prefix"
        label="Prefix of external ids"
        hint="external_id of a sign-up is this and the account's sub"
        max={MAX_PREFIX_CHARS}
        value={hook.external_id_prefix ?? undefined}
        error={error("external_id_prefix")}
      />
    </div>
  );
}

/** In place of the secret of other kinds. */
export function AuthorizationCard({ view, action, problem }: {
  view: View;
  action: string;
  problem: HookProblem | undefined;
}) {
  return (
    <Card id="secret" title="Replace the Authorization header">
      <p>
        Tokens must come with it; their signature by the issuer's keys counts in any case. The present header
        is accepted for 24 more hours.
      </p>
      <PostForm view={view} action={`${action}/secret`}>
        <Field
          name="authorization"
          label="New header"
          hint="For example Bearer and a long random word. Empty: tokens need none"
          max={MAX_AUTHORIZATION_CHARS}
          error={problem?.field === "authorization" ? problem.text : undefined}
        />
        <Submit>Replace the header</Submit>
      </PostForm>
    </Card>
  );
}

/** How the hook was used, for `Pairs`. */
export function eventUsePairs({ use }: HookView) {
  return [
    ["Received", thousands(use.received)],
    ["Of an account that signed up or logs in", thousands(use.matched)],
    ["Of an account that is not known", thousands(use.unmatched)],
    ["Without an effect", thousands(use.ignored)],
    [
      "Refused",
      use.last_refused_at === null ? "none" : (
        <>
          {thousands(use.refused)}, the last at <Time at={use.last_refused_at} />
          {use.last_refused_error === null ? null : `: ${use.last_refused_error.replaceAll("_", " ")}`}
        </>
      ),
    ],
  ] as const;
}
