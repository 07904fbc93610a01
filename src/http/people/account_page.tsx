/** `/console/my-account`: the password, the authenticator, recovery codes and sessions of the person who is signed in. */
import type { CallerPerson } from "../../model/records.ts";
import type { ShownSetup } from "../../service/people/join.ts";
import type { ListedSession } from "../../service/people/person_sessions.ts";
import { Console } from "../console/frame.tsx";
import { Field, PostButton, PostForm, Submit } from "../site/parts/form.tsx";
import { Card, Notice, Pairs, Problem } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import { Authenticator, PASSWORD_HINT, RecoveryCodes } from "./join.tsx";
import { SessionTable } from "./person.tsx";

interface Props {
  readonly view: View;
  /** Null: signed in with a key. */
  readonly person: (CallerPerson & { readonly hasPassword: boolean }) | null;
  readonly recoveryLeft: number;
  readonly sessions: readonly ListedSession[];
  /** The id of the session of this page. */
  readonly own: string;
  readonly saved: boolean;
  readonly problem?: { readonly card: string; readonly field: string; readonly text: string };
}

export function AccountPage({ view, person, recoveryLeft, sessions, own, saved, problem }: Props) {
  if (person === null) {
    return (
      <Console view={view} title="My account">
        <p>
          You signed in with a key. People have a password and an authenticator of their own: an owner invites
          them{" "}
          {view.may("people.manage") ? <a href="/console/people">under People</a> : "on the page People"}.
        </p>
      </Console>
    );
  }
  const problemOf = (card: string, field: string) =>
    problem?.card === card && problem.field === field ? problem.text : undefined;
  return (
    <Console view={view} title="My account">
      {saved ? <Notice>Saved. Your other sessions have ended.</Notice> : null}
      <Problem text={problem?.field === "" ? problem.text : undefined} />
      <Card id="who" title="You">
        <Pairs pairs={[["Name", person.name], ["E-mail address", person.email], ["Role", person.role]]} />
      </Card>
      {person.hasPassword
        ? (
          <>
            <Card id="password" title="Password">
              <PostForm view={view} action="/console/my-account/password">
                <Current id="password-current" error={problemOf("password", "current")} />
                <Field
                  name="password"
                  label="New password"
                  type="password"
                  autocomplete="new-password"
                  max={200}
                  hint={PASSWORD_HINT}
                  error={problemOf("password", "password")}
                  required
                />
                <Submit>Change password</Submit>
              </PostForm>
            </Card>
            <Card id="second-factor" title="Authenticator">
              <p>Another one replaces the present one, and all recovery codes.</p>
              <PostForm view={view} action="/console/my-account/authenticator">
                <Current id="authenticator-current" error={problemOf("authenticator", "current")} />
                <Submit>Set up another one</Submit>
              </PostForm>
            </Card>
            <Card id="codes" title="Recovery codes">
              <p>{recoveryLeft} of 10 are left. New ones replace them.</p>
              <PostForm view={view} action="/console/my-account/codes">
                <Current id="codes-current" error={problemOf("codes", "current")} />
                <Submit>Make new ones</Submit>
              </PostForm>
            </Card>
          </>
        )
        : <p>You sign in through your identity provider.</p>}
      <h2>Sessions</h2>
      <SessionTable
        view={view}
        sessions={sessions}
        action="/console/my-account/sign-out"
        fields={{}}
        own={own}
      />
      <PostButton view={view} action="/console/my-account/sign-out" fields={{}} class="quiet">
        End all others
      </PostButton>
    </Console>
  );
}

/** A session alone is not enough to change how its person signs in. */
function Current({ id, error }: { id: string; error: string | undefined }) {
  return (
    <Field
      id={id}
      name="current"
      label="Your present password"
      type="password"
      autocomplete="current-password"
      max={200}
      error={error}
      required
    />
  );
}

export function NewAuthenticatorPage(props: { view: View; setup: ShownSetup; problem?: string }) {
  return (
    <Console view={props.view} title="Set up another authenticator">
      <Authenticator {...props} path="/console/my-account/authenticator" />
    </Console>
  );
}

export function NewCodesPage({ view, codes }: { view: View; codes: readonly string[] }) {
  return (
    <Console view={view} title="Your new recovery codes">
      <RecoveryCodes codes={codes} />
      <p>
        <a class="button" href="/console/my-account">I have kept them: continue</a>
      </p>
    </Console>
  );
}
