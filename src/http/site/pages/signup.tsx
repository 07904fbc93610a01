/** `/signup`: an account and its two first keys. */
import { SERVICE } from "../../../model/service.ts";
import type { NewAccount } from "../../../service/site/account_signup.ts";
import { Page } from "../layout.tsx";
import { Field, Hidden } from "../parts/form.tsx";
import { Code, Notice, Secret, thousands } from "../parts/marks.tsx";
import type { View } from "../view.ts";
import { firstCurl } from "./landing.tsx";

export interface SignupForm {
  readonly name: string;
  readonly email: string;
  /** By field, or "" for the whole. */
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
          lookups a month, no card, no daily cap. A test key, which is never billed, comes with it.
        </p>
        {problem("") === undefined ? null : <Notice kind="bad">{problem("")}</Notice>}
        <form method="post" action="/signup" class="card">
          <Hidden view={view} />
          <Field
            name="name"
            label="Name of the account"
            hint="You, your team or your product. People who use this account see it."
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
            hint="Kept as a keyed hash and a masked form, never in clear. No mail is sent to it."
            value={form.email}
            error={problem("email")}
            max={320}
            autocomplete="email"
            required
          />
          <div class="actions">
            <button type="submit">Make my account</button>
          </div>
        </form>
        <p class="small muted">
          {SERVICE.title} scores this sign-up with itself, as it would score one of yours. Have a key already?
          {" "}
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
        <p class="lead">Ask whoever runs this service for a key. They make one on the command line.</p>
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
            They are shown only this once; the service keeps no copy of them.
          </p>
        </Notice>
        <section class="card" aria-labelledby="live">
          <h2 id="live">Live key</h2>
          <Secret id="live-key" text={made.live.secret} />
          <p class="hint">For production. It also signs you in to the console.</p>
          <h3>Test key</h3>
          <Secret id="test-key" text={made.test.secret} />
          <p class="hint">For development: full results, never billed, counts for nobody.</p>
        </section>
        <h2>Your first score</h2>
        <Code id="first-curl" text={firstCurl(view.origin, made.live.secret)} run="bash" wrapped />
        <p class="actions">
          <a class="button" href="/console">Open the console</a>
          <a class="button quiet" href="/docs/first-score">Read the guide</a>
        </p>
      </div>
    </Page>
  );
}
