/** `/console/sign-in`: with a live key. */
import { Page } from "../site/layout.tsx";
import { Field, PostForm, Submit } from "../site/parts/form.tsx";
import { Card, Code, Notice } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";

export function SignInPage(props: { view: View; next: string; problem?: string; note?: string }) {
  const { view } = props;
  return (
    <Page view={view} title="Sign in">
      <div class="narrow">
        <h1>Sign in</h1>
        {props.note === undefined ? null : <Notice>{props.note}</Notice>}
        <PostForm view={view} action="/console/sign-in" class="card" fields={{ next: props.next }}>
          <Field
            name="key"
            label="Live API key"
            type="password"
            autocomplete="current-password"
            hint="Starts with wk_live_. The session ends after 12 hours of inactivity, or when the key is revoked or expires."
            error={props.problem}
            max={200}
            required
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
