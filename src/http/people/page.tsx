/** `/console/people`: who signs in, with which role; invitations. */
import { ROLE_TEXTS, ROLES } from "../../model/access/role.ts";
import type { Invited, personBody } from "../../service/people/people.ts";
import { Console } from "../console/frame.tsx";
import { each } from "../site/each.ts";
import { Choice, Field, PostButton, PostForm, Submit } from "../site/parts/form.tsx";
import { Badge, Card, Day, NewSecret, Notice, Problem, Time } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";

type Listed = ReturnType<typeof personBody>;

interface Props {
  readonly view: View;
  readonly people: readonly Listed[];
  /** The id of the person who is signed in; null: a key is. */
  readonly own: string | null;
  readonly keySignIn: boolean;
  /** Whether somebody can sign in as an owner. */
  readonly hasOwner: boolean;
  readonly made?: Invited;
  readonly given?: { readonly email: string; readonly name: string };
  readonly problem?: { readonly field: string; readonly text: string };
}

export function PeoplePage({ view, people, own, keySignIn, hasOwner, made, given, problem }: Props) {
  return (
    <Console view={view} needs="people.manage" title="People">
      <Problem text={problem?.field === "" ? problem.text : undefined} />
      {made === undefined
        ? null
        : made.link === null
        ? <Notice>The link was sent to {made.person.name}. It is valid for seven days.</Notice>
        : (
          <NewSecret id="invite-link" title={`The link for ${made.person.name}`} text={made.link}>
            <p>Hand it over yourself. It is valid for seven days and works once.</p>
          </NewSecret>
        )}
      <Table
        caption="People"
        columns={columns(view, own)}
        rows={people}
        empty={<p>Nobody yet: the console is opened with keys. Invite yourself as an owner first.</p>}
      />
      <Card id="invite" title="Invite a person">
        <PostForm view={view} action="/console/people">
          <div class="fields">
            <Field
              name="email"
              label="E-mail address"
              type="email"
              max={254}
              value={given?.email}
              error={problem?.field === "email" ? problem.text : undefined}
              required
            />
            <Field
              name="name"
              label="Name"
              max={80}
              value={given?.name}
              error={problem?.field === "name" ? problem.text : undefined}
            />
            <Choice
              name="role"
              label="Role"
              options={ROLES.map((role) => [role, role] as const)}
              value={hasOwner ? "analyst" : "owner"}
            />
          </div>
          <Submit>Invite</Submit>
        </PostForm>
        <dl class="pairs">
          {each(ROLES, (role) => (
            <>
              <dt>{role}</dt>
              <dd>{ROLE_TEXTS[role]}</dd>
            </>
          ))}
        </dl>
      </Card>
      <Card id="keys" title="Signing in with a key">
        <p>
          {keySignIn
            ? "Whoever has a live key can open the console. Switched off, keys go on for programs, and sessions that were opened with one end."
            : "Switched off: only people open the console."}
        </p>
        {keySignIn && !hasOwner
          ? <p class="muted">It can be switched off once an owner has joined.</p>
          : (
            <PostButton
              view={view}
              action="/console/people/keys"
              fields={{ key_sign_in: String(!keySignIn) }}
              class="quiet"
            >
              {keySignIn ? "Switch off" : "Switch on"}
            </PostButton>
          )}
      </Card>
    </Console>
  );
}

function columns(view: View, own: string | null): readonly Column<Listed>[] {
  return [
    {
      name: "Name",
      cell: ({ person_id, name, email }) => (
        <>
          <a href={`/console/people/${person_id}`}>{name}</a> {person_id === own ? "(you)" : null} <br />
          <span class="muted small">{email}</span>
        </>
      ),
    },
    {
      name: "Role",
      cell: ({ person_id, name, role }) => (
        <PostForm view={view} action="/console/people/role" class="inline-form" fields={{ id: person_id }}>
          <select name="role" aria-label={`Role of ${name}`}>
            {each(ROLES, (one) => <option value={one} selected={one === role}>{one}</option>)}
          </select>{" "}
          <button type="submit" class="quiet small" aria-label={`Change the role of ${name}`}>Change</button>
        </PostForm>
      ),
    },
    {
      name: "State",
      cell: ({ state, invited_until: until }) => (
        <>
          <Badge word={state} /> {until === null ? null : (
            <span class="muted small">
              until <Day at={until} />
            </span>
          )}
        </>
      ),
    },
    { name: "Signed in", cell: ({ signed_in_at: at }) => at === null ? "–" : <Time at={at} /> },
    {
      name: "Actions",
      cell: ({ person_id: id, name }) =>
        id === own ? <a href="/console/my-account">My account</a> : (
          <>
            <PostButton
              view={view}
              action="/console/people/reset"
              fields={{ id }}
              confirm="End the password, the authenticator and the sessions of this person, and make a new link?"
              label={`Make a new link for ${name}`}
            >
              New link
            </PostButton>{" "}
            <PostButton
              view={view}
              action="/console/people/remove"
              fields={{ id }}
              class="danger small"
              confirm="Remove this person? Their sessions end at once."
              label={`Remove ${name}`}
            >
              Remove
            </PostButton>
          </>
        ),
    },
  ];
}
