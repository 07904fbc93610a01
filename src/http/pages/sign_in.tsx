/** `/console/sign-in`: with an address and a password, then a code; or with a live key. */
import { Page } from "../site/layout.tsx";
import { Choice, Field, PostForm, Submit } from "../site/parts/form.tsx";
import { Card, Code, Notice, Problem } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";

interface SignInProps {
  readonly view: View;
  readonly next: string;
  readonly note?: string;
  readonly email?: string;
  /** What is wrong with the address, the password or the code. */
  readonly refused?: string;
  /** What is wrong with the key. */
  readonly problem?: string;
  /** The host of the identity provider; null: none. */
  readonly provider: string | null;
}

export const PROVIDER_SIGN_IN = "/console/sign-in/provider";

export function SignInPage({ view, next, note, email, refused, problem, provider }: SignInProps) {
  return (
    <Page view={view} title="Sign in">
      <div class="narrow">
        <h1>Sign in</h1>
        {note === undefined ? null : <Notice>{note}</Notice>}
        <Problem text={refused} />
        {provider === null ? null : (
          <p>
            <a class="button" href={`${PROVIDER_SIGN_IN}?next=${encodeURIComponent(next)}`}>
              Sign in with {provider}
            </a>
          </p>
        )}
        <PostForm view={view} action="/console/sign-in" class="card" fields={{ next }}>
          <Field
            name="email"
            label="E-mail address"
            type="email"
            autocomplete="username"
            value={email}
            max={254}
          />
          <Field
            name="password"
            label="Password"
            type="password"
            autocomplete="current-password"
            hint="The code of your authenticator is on the next page. The session ends after 12 hours of inactivity."
            max={200}
          />
          <p class="muted">or</p>
          <Field
            name="key"
            label="Live API key"
            type="password"
            autocomplete="off"
            hint="Starts with wk_live_. The session ends when the key is revoked or expires, too."
            error={problem}
            max={200}
          />
          <Submit>Sign in</Submit>
        </PostForm>
        {view.signupOpen
          ? (
            <p class="small muted">
              No key yet? <a href="/signup">Get one</a>.
            </p>
          )
          : null}
        <LostKey />
      </div>
    </Page>
  );
}

interface CodeProps {
  readonly view: View;
  readonly next: string;
  /** `[id of the person there, name]` */
  readonly accounts: readonly (readonly [id: string, name: string])[];
  readonly person?: string;
  readonly problem?: string;
}

export function CodePage({ view, next, accounts, person, problem }: CodeProps) {
  const [only] = accounts;
  return (
    <Page view={view} title="Enter your code">
      <div class="narrow">
        <h1>Enter your code</h1>
        <PostForm
          view={view}
          action="/console/sign-in/code"
          class="card"
          fields={accounts.length === 1 ? { next, person: only![0] } : { next }}
        >
          {accounts.length === 1
            ? null
            : <Choice name="person" label="Account" options={accounts} value={person ?? only![0]} />}
          <Field
            name="code"
            label="Code"
            autocomplete="one-time-code"
            hint="Of your authenticator, or a recovery code. Each works once."
            error={problem}
            max={40}
            required
          />
          <Submit>Sign in</Submit>
        </PostForm>
        <p class="small muted">
          No authenticator and no recovery code? An owner of your account can make a new link for you.
        </p>
        <p>
          <a href="/console/sign-in">Begin again</a>
        </p>
      </div>
    </Page>
  );
}

const LOST_COMMANDS = `winnow keys list --account default
winnow keys rotate KEY_ID --overlap 0`;

/** A key cannot be shown again, and no mail is sent: another key or the operator helps. */
function LostKey() {
  return (
    <Card id="lost-key" title="Lost your key?">
      <p>
        <strong>You have another live key:</strong> sign in with it (it needs the scope{" "}
        <code>console</code>) and replace the lost one under Keys.
      </p>
      <p>
        <strong>You run this service:</strong>{" "}
        find the key by its last characters, then replace it on the machine of the service. The new key is
        shown once.
      </p>
      <Code
        id="lost-commands"
        run="winnow"
        text={LOST_COMMANDS}
      />
      <p class="small muted">
        Unless it was started on a terminal, the first start wrote its keys to <code>live.key</code> and{" "}
        <code>test.key</code> in the data folder.
      </p>
      <p>
        <strong>Neither:</strong> ask the operator of this service for a new key, and name your account.
      </p>
    </Card>
  );
}
