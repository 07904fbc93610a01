/** `/console/people/<id>`: where a person is signed in. */
import { isActive, type Person } from "../../model/access/person.ts";
import type { ListedSession } from "../../service/people/person_sessions.ts";
import { Console } from "../console/frame.tsx";
import { PostButton } from "../site/parts/form.tsx";
import { Badge, Crumb, Time } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";

interface Props {
  readonly view: View;
  readonly person: Person;
  readonly email: string;
  readonly sessions: readonly ListedSession[];
}

export function PersonPage({ view, person, email, sessions }: Props) {
  return (
    <Console view={view} needs="people.manage" title={person.name}>
      <Crumb to="/console/people" name="People">{person.role}</Crumb>
      <p>
        {email}
        {isActive(person) ? null : (
          <>
            , <Badge word="invited" />
          </>
        )}
      </p>
      <h2>Sessions</h2>
      <SessionTable
        view={view}
        sessions={sessions}
        action="/console/people/sign-out"
        fields={{ id: person.id }}
      />
      {sessions.length === 0
        ? null
        : (
          <PostButton view={view} action="/console/people/sign-out" fields={{ id: person.id }} class="quiet">
            Sign out everywhere
          </PostButton>
        )}
    </Console>
  );
}

interface TableProps extends Pick<Props, "view" | "sessions"> {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The session of this page. */
  readonly own?: string;
}

export function SessionTable({ view, sessions, action, fields, own }: TableProps) {
  const columns: readonly Column<ListedSession>[] = [
    {
      name: "Signed in",
      cell: ({ created_at: at, session_id: id }) => (
        <>
          <Time at={at} /> {id === own ? "(this one)" : null}
        </>
      ),
    },
    { name: "Used last", cell: ({ seen_at: at }) => <Time at={at} /> },
    { name: "Ends", cell: ({ expires_at: at }) => <Time at={at} /> },
    { name: "Network", cell: ({ network }) => network ?? "–" },
    {
      name: "Action",
      cell: ({ session_id: session, created_at: at }) => (
        <PostButton
          view={view}
          action={action}
          fields={{ ...fields, session }}
          label={`End the session of ${at}`}
        >
          End
        </PostButton>
      ),
    },
  ];
  return (
    <Table
      caption="Sessions"
      columns={columns}
      rows={sessions}
      empty={<p>Not signed in anywhere.</p>}
    />
  );
}
