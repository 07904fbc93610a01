/** `/console/keys`: create, name and revoke keys. A key is shown once. */
import type { ApiKey } from "../../../model/records.ts";
import type { NewKey } from "../../../service/access/keys.ts";
import { Choice, Field, PostButton, PostForm, Submit } from "../parts/form.tsx";
import { Badge, Card, Day, Notice, Secret, thousands } from "../parts/marks.tsx";
import { type Column, Table } from "../parts/table.tsx";
import type { View } from "../view.ts";
import { Console } from "./frame.tsx";

interface Props {
  readonly view: View;
  readonly keys: readonly ApiKey[];
  /** The key of the current session. */
  readonly own: string;
  readonly made?: NewKey;
  readonly problem?: string;
}

export function KeysPage({ view, keys, own, made, problem }: Props) {
  return (
    <Console view={view} title="Keys">
      {made === undefined ? null : (
        <Card id="made" title={<>Your new {made.key.mode} key</>}>
          <Notice kind="warn">Copy it now. It is shown only once.</Notice>
          <Secret id="made-key" text={made.secret} />
        </Card>
      )}
      <Table caption="API keys" columns={columns(view, own)} rows={keys} />
      <Card id="new-key" title="Create a key">
        <PostForm view={view} action="/console/keys">
          <div class="fields">
            <Field
              name="name"
              label="Name"
              hint="What it is for, for example checkout"
              max={80}
              error={problem}
            />
            <Choice
              name="mode"
              label="Mode"
              options={[["live", "live: counted and billed"], ["test", "test: free, not counted"]]}
              value="live"
            />
          </div>
          <Submit>Create key</Submit>
        </PostForm>
      </Card>
      <Card id="everywhere" title="Sign out everywhere">
        <p>Ends all console sessions of this account, including this one. Keys keep working.</p>
        <PostButton view={view} action="/console/sign-out-everywhere" fields={{}} class="quiet">
          Sign out everywhere
        </PostButton>
      </Card>
    </Console>
  );
}

function columns(view: View, own: string): readonly Column<ApiKey>[] {
  return [
    {
      name: "Name",
      cell: ({ name, id }) => (
        <>
          {name === "" ? "unnamed" : name} <br />
          <span class="muted small mono">{id}</span>
        </>
      ),
    },
    { name: "Mode", cell: ({ mode }) => <Badge word={mode} /> },
    { name: "Key", cell: ({ mode, tail }) => <code>{`wk_${mode}_…${tail}`}</code> },
    { name: "Limit", cell: ({ ratePerMinute }) => `${thousands(ratePerMinute)} per minute` },
    { name: "Created", cell: ({ createdAt }) => <Day at={createdAt} /> },
    {
      name: "Status",
      cell: (key) => {
        if (key.revokedAt !== null) return <Badge word="revoked" />;
        const isOwn = key.id === own;
        const question = isOwn
          ? "You are signed in with this key. Revoking it signs you out. Continue?"
          : "Revoke this key? Requests that use it will be refused.";
        return (
          <PostButton
            view={view}
            action="/console/keys/revoke"
            fields={{ id: key.id }}
            class="danger small"
            confirm={question}
            label={`Revoke the key ${key.name === "" ? key.id : key.name}`}
          >
            Revoke
          </PostButton>
        );
      },
    },
  ];
}
