/** The pages of an invitation, and those that show an authenticator and recovery codes. */
import type { Invitee, ShownSetup } from "../../service/people/join.ts";
import { MIN_PASSWORD_CHARS } from "../../service/people/passwords.ts";
import { each } from "../site/each.ts";
import { Page } from "../site/layout.tsx";
import { Field, PostForm, Submit } from "../site/parts/form.tsx";
import { Card, Notice, Problem, Secret } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";

export const PASSWORD_HINT =
  `At least ${MIN_PASSWORD_CHARS} characters; a few words in a row are good. Passwords that many people have are refused.`;

interface JoinProps {
  readonly view: View;
  readonly invitee: Invitee;
  readonly name: string;
  readonly path: string;
  readonly problem?: { readonly field: string; readonly text: string };
}

export function JoinPage({ view, invitee, name, path, problem }: JoinProps) {
  const { account, email, person } = invitee;
  const problemOf = (field: string) => problem?.field === field ? problem.text : undefined;
  const isOther = problem !== undefined && !["name", "password"].includes(problem.field);
  return (
    <Page view={view} title="Join">
      <div class="narrow">
        <h1>Join {account.name}</h1>
        <p>
          You are invited as <strong>{person.role}</strong>. You will sign in with{" "}
          <strong>{email}</strong>, a password and the codes of an authenticator app.
        </p>
        <Problem text={isOther ? problem.text : undefined} />
        <PostForm view={view} action={path} class="card">
          <Field
            name="name"
            label="Your name"
            value={name}
            autocomplete="name"
            max={80}
            error={problemOf("name")}
            required
          />
          <Field
            name="password"
            label="Password"
            type="password"
            autocomplete="new-password"
            max={200}
            hint={PASSWORD_HINT}
            error={problemOf("password")}
            required
          />
          <Submit>Continue</Submit>
        </PostForm>
      </div>
    </Page>
  );
}

interface SetupProps {
  readonly view: View;
  readonly setup: ShownSetup;
  readonly path: string;
  readonly problem?: string;
}

export function AuthenticatorPage(props: SetupProps) {
  return (
    <Page view={props.view} title="Set up your authenticator">
      <div class="narrow">
        <h1>Set up your authenticator</h1>
        <Authenticator {...props} />
      </div>
    </Page>
  );
}

export function Authenticator({ view, setup, path, problem }: SetupProps) {
  return (
    <Card id="authenticator" title="Authenticator">
      <p>
        Open this address with your authenticator app or password manager, or type the key into it.
      </p>
      <p>
        <a href={setup.uri}>Open in the app of this device</a>
      </p>
      <h3>Address</h3>
      <Secret id="otpauth" text={setup.uri} />
      <h3>Key</h3>
      <Secret id="totp-secret" text={setup.secret} />
      <PostForm view={view} action={path} fields={{ setup: setup.text }}>
        <Field
          name="code"
          label="Code"
          autocomplete="one-time-code"
          hint="The six digits that it shows now"
          max={20}
          error={problem}
          required
        />
        <Submit>Confirm</Submit>
      </PostForm>
    </Card>
  );
}

export function RecoveryPage(props: { view: View; codes: readonly string[]; next: string }) {
  return (
    <Page view={props.view} title="Your recovery codes">
      <div class="narrow">
        <h1>Your recovery codes</h1>
        <RecoveryCodes codes={props.codes} />
        <p>
          <a class="button" href={props.next}>I have kept them: continue</a>
        </p>
      </div>
    </Page>
  );
}

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Card id="recovery" title="Recovery codes">
      <Notice kind="warn">Copy them now. They are shown only once.</Notice>
      <p>Each replaces a code of your authenticator once, when you do not have it with you.</p>
      <ul class="mono" id="recovery-codes">{each(codes, (code) => <li>{code}</li>)}</ul>
    </Card>
  );
}
