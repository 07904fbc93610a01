/** `/console/keys`: make, name and revoke keys. A key is shown once. */
import type { ApiKey } from "../../../model/records.ts";
import type { NewKey } from "../../../service/access/keys.ts";
import { Choice, Field, Hidden, PostButton } from "../parts/form.tsx";
import { Badge, Day, Notice, Secret, thousands } from "../parts/marks.tsx";
import { type Column, Table } from "../parts/table.tsx";
import type { View } from "../view.ts";
import { Console } from "./frame.tsx";

interface Props {
  readonly view: View;
  readonly keys: readonly ApiKey[];
  /** The key one is signed in with. */
  readonly own: string;
  readonly made?: NewKey;
  readonly problem?: string;
}

export function KeysPage({ view, keys, own, made, problem }: Props) {
  return (
    <Console view={view} title="Keys">
      {made === undefined ? null : (
        <section class="card" aria-labelledby="made">
          <h2 id="made">Your new {made.key.mode} key</h2>
          <Notice kind="warn">Copy it now: it is shown only this once.</Notice>
          <Secret id="made-key" text={made.secret} />
        </section>
      )}
      <Table caption="Keys of the account" columns={columns(view, own)} rows={keys} />
      <section class="card" aria-labelledby="new-key">
        <h2 id="new-key">Make a key</h2>
        <form method="post" action="/console/keys">
          <Hidden view={view} />
          <div class="fields">
            <Field
              name="name"
              label="Name"
              hint="What it is for, for example: checkout"
              max={80}
              error={problem}
            />
            <Choice
              name="mode"
              label="Mode"
              options={[["live", "live: counted and billed"], ["test", "test: free, counts for nobody"]]}
              value="live"
            />
          </div>
          <div class="actions">
            <button type="submit">Make the key</button>
          </div>
        </form>
      </section>
      <section class="card" aria-labelledby="everywhere">
        <h2 id="everywhere">Sign out everywhere</h2>
        <p>Ends every console session of this account, this one too. Keys go on working.</p>
        <PostButton view={view} action="/console/sign-out-everywhere" fields={{}} class="quiet">
          Sign out everywhere
        </PostButton>
      </section>
    </Console>
  );
}

function columns(view: View, own: string): readonly Column<ApiKey>[] {
  return [
    {
      name: "Name",
      cell: ({ name, id }) => (
        <>
          {name === "" ? "without a name" : name} <br />
          <span class="muted small mono">{id}</span>
        </>
      ),
    },
    { name: "Mode", cell: ({ mode }) => <Badge word={mode} /> },
    { name: "Key", cell: ({ mode, tail }) => <code>{`wk_${mode}_…${tail}`}</code> },
    { name: "Limit", cell: ({ ratePerMinute }) => `${thousands(ratePerMinute)} a minute` },
    { name: "Made", cell: ({ createdAt }) => <Day at={createdAt} /> },
    {
      name: "State",
      cell: (key) => {
        if (key.revokedAt !== null) return <Badge word="revoked" />;
        const isOwn = key.id === own;
        const question = isOwn
          ? "You are signed in with this key. Revoking it signs you out. Go on?"
          : "Revoke this key? Requests with it are refused from then on.";
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
