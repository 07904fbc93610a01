/** `/signup`: creates an account with its first two keys. */
import { SERVICE } from "../../model/service.ts";
import type { NewAccount } from "../../service/access/keys.ts";
import { curlSignup } from "../docs/curl.ts";
import { Page } from "../site/layout.tsx";
import { Field, PostForm, Submit } from "../site/parts/form.tsx";
import { Card, Code, Notice, Problem, Secret, thousands } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";

interface SignupForm {
  readonly name: string;
  readonly email: string;
  /** The field, or "" for the whole form. */
  readonly problem?: { readonly field: string; readonly text: string };
}

export function SignupPage(props: { view: View; form: SignupForm; monthlyLookups: number }) {
  const { view, form, monthlyLookups } = props;
  const problem = (field: string) => form.problem?.field === field ? form.problem.text : undefined;
  return (
    <Page view={view} title="Get a key">
      <div class="narrow">
        <h1>Get a key</h1>
        <p class="lead">
          {thousands(monthlyLookups)}{" "}
          lookups per month, no card, no daily cap. Includes a test key, which is never billed.
        </p>
        <Problem text={problem("")} />
        <PostForm view={view} action="/signup" class="card">
          <Field
            name="name"
            label="Account name"
            hint="You, your team or your product. Everyone who uses this account sees it."
            value={form.name}
            error={problem("name")}
            max={80}
            autocomplete="organization"
            required
          />
          <Field
            name="email"
            label="E-mail address"
            type="email"
            hint="Stored as a keyed hash and in masked form, never in plain text. No mail is sent to it, and you do not sign in with it: each sign-up makes an account of its own."
            value={form.email}
            error={problem("email")}
            max={320}
            autocomplete="email"
            required
          />
          <Submit>Create account</Submit>
        </PostForm>
        <p class="small muted">
          {SERVICE.title} scores this sign-up itself, as it would score one of yours. Already have a key?{" "}
          <a href="/console/sign-in">Sign in</a>.
        </p>
      </div>
    </Page>
  );
}

export function SignupClosedPage({ view }: { view: View }) {
  return (
    <Page view={view} title="Sign-up is closed">
      <div class="narrow">
        <h1>Sign-up is closed</h1>
        <p class="lead">Ask the operator of this service for a key.</p>
        <p>
          <a class="button" href="/console/sign-in">Sign in with a key</a>
        </p>
      </div>
    </Page>
  );
}

export function WelcomePage({ view, made }: { view: View; made: NewAccount }) {
  return (
    <Page view={view} title="Your keys">
      <div class="narrow">
        <h1>Welcome, {made.account.name}</h1>
        <Notice kind="warn">
          <p>
            <strong>Copy both keys now.</strong>{" "}
            They are shown only once; the service stores only their hashes.
          </p>
        </Notice>
        <Card id="live" title="Live key">
          <Secret id="live-key" text={made.live.secret} />
          <p class="hint">For production. It also signs you in to the console.</p>
          <h3>Test key</h3>
          <Secret id="test-key" text={made.test.secret} />
          <p class="hint">For development: full results, never billed, no effect on live scores.</p>
        </Card>
        <h2>Your first score</h2>
        <Code id="first-curl" text={curlSignup(view.origin, made.live.secret)} run="bash" wrapped />
        <p class="actions">
          <a class="button" href="/console">Open the console</a>
          <a class="button quiet" href="/docs/first-score">Read the guide</a>
        </p>
      </div>
    </Page>
  );
}
