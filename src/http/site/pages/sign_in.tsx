/** `/console/sign-in`: with a live key. */
import { Page } from "../layout.tsx";
import { Field, PostForm, Submit } from "../parts/form.tsx";
import { Notice } from "../parts/marks.tsx";
import type { View } from "../view.ts";

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
      </div>
    </Page>
  );
}
