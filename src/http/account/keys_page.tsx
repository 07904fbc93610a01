/** `/console/keys`: create, name, replace and revoke keys. A key is shown once. */
import { isActive, isExpired } from "../../model/access/key_expiry.ts";
import { exceeds } from "../../model/access/action.ts";
import { ALL_SCOPES, grantText, KEY_SCOPES } from "../../model/access/key_scope.ts";
import { ROLE_TEXTS } from "../../model/access/role.ts";
import type { ApiKey, Caller } from "../../model/records.ts";
import type { NewKey } from "../../service/access/keys.ts";
import { grantable, type Overlap, OVERLAPS } from "../../service/site/keys.ts";
import { each } from "../site/each.ts";
import { Choice, Field, PostButton, PostForm, Submit } from "../site/parts/form.tsx";
import { Badge, Card, Day, NewSecret, Problem, thousands, Time } from "../site/parts/marks.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";

interface Props {
  readonly view: View;
  readonly keys: readonly ApiKey[];
  /** Where the page of older ended keys begins; null: there is none. */
  readonly older: number | null;
  /** Whose session it is. */
  readonly caller: Caller;
  readonly now: number;
  readonly made?: NewKey;
  /** The key that `made` replaces. */
  readonly replaced?: ApiKey;
  /** The id of the key whose replacement is asked for; "" for none. */
  readonly replace?: string;
  /** Of the form; its field, or "" for the whole form. */
  readonly problem?: { readonly field: string; readonly text: string };
}

export function KeysPage(props: Props) {
  const { view, keys, older, caller, now, made, replaced, replace = "", problem } = props;
  const own = caller.key;
  const manages = view.may("keys.manage");
  const wanted = manages ? keys.find((key) => key.id === replace && mayReplace(key, caller, now)) : undefined;
  return (
    <Console view={view} needs="keys.manage" title="Keys">
      {made === undefined
        ? null
        : (
          <NewSecret id="made-key" title={<>Your new {made.key.mode} key</>} text={made.secret}>
            {replaced?.expiresAt === undefined ? null : (
              <p>
                It can do what <code>{replaced.id}</code> can, which{" "}
                {isExpired(replaced, now) ? "no longer works." : (
                  <>
                    stops working at <Time at={replaced.expiresAt} />.
                  </>
                )}
                {replaced.id === own.id
                  ? " You are signed in with that one: sign in again with the new one."
                  : null}
              </p>
            )}
          </NewSecret>
        )}
      {wanted === undefined ? null : <Replacement view={view} apiKey={wanted} own={own} />}
      <Table caption="API keys" columns={columns(view, caller, now)} rows={keys} />
      {older === null ? null : (
        <p>
          <a class="button quiet" href={`/console/keys?ended=${older}`}>Older keys that no longer work</a>
        </p>
      )}
      {manages ? <NewKeyForm view={view} caller={caller} problem={problem} /> : null}
      <Card id="lost-key" title="Lost a key?">
        <p>
          Replace it in the list above and let the old one end at once. The new one has its name, mode, scopes
          and limit. Its secret is shown once; a lost one cannot be shown again, as only its hash is stored. A
          key that you know has leaked and do not need: revoke it.
        </p>
      </Card>
      {view.may("sessions.end")
        ? (
          <Card id="everywhere" title="Sign out everywhere">
            <p>Ends all console sessions of this account, including this one. Keys keep working.</p>
            <PostButton view={view} action="/console/sign-out-everywhere" fields={{}} class="quiet">
              Sign out everywhere
            </PostButton>
          </Card>
        )
        : null}
    </Console>
  );
}

function NewKeyForm(
  { view, caller, problem }: Pick<Props, "view" | "caller"> & { problem: Props["problem"] },
) {
  const { scopes, roles } = grantable(caller);
  const problemOf = (field: string) => problem?.field === field ? problem.text : undefined;
  return (
    <Card id="new-key" title="Create a key">
      <Problem text={problemOf("") ?? problemOf("role")} />
      <PostForm view={view} action="/console/keys">
        <div class="fields">
          <Field
            name="name"
            label="Name"
            hint="What it is for, for example checkout"
            max={80}
            error={problemOf("name")}
          />
          <Choice
            name="mode"
            label="Mode"
            options={[["live", "live: counted and billed"], ["test", "test: free, not counted"]]}
            value="live"
          />
          <Field
            name="expires"
            label="Expires"
            hint="For example 30d or 2027-01-31. Empty: never"
            max={20}
            error={problemOf("expires")}
          />
        </div>
        {roles.length === 0 ? null : (
          <Choice
            name="role"
            label="May do"
            options={[
              ["", "what the scopes below say"],
              ...roles.map((role) => [role, `${role}: ${ROLE_TEXTS[role]}`] as const),
            ]}
            value=""
            hint="A role includes those before it. The scopes below do not count for a key with a role."
          />
        )}
        <fieldset>
          <legend>Scopes</legend>
          {problem?.field === "scope" ? <p class="hint">⚠ {problem.text}</p> : null}
          {/* Sent even when no box is checked, so that none is not taken for all. */}
          <input type="hidden" name="scope" value="" />
          {each(scopes, (scope) => (
            <label class="check">
              <input type="checkbox" name="scope" value={scope} checked />
              <span>
                <code>{scope}</code> {KEY_SCOPES[scope]}
              </span>
            </label>
          ))}
        </fieldset>
        <Submit>Create key</Submit>
      </PostForm>
    </Card>
  );
}

function columns(view: View, caller: Caller, now: number): readonly Column<ApiKey>[] {
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
    {
      name: "Key",
      cell: ({ mode, tail }) => (
        <>
          <Badge word={mode} /> <br />
          <code>{`…${tail}`}</code>
        </>
      ),
    },
    {
      name: "May do",
      cell: (key) => grantText(key) === ALL_SCOPES.join(", ") ? "all" : grantText(key),
    },
    { name: "Limit", cell: ({ ratePerMinute }) => `${thousands(ratePerMinute)}/min` },
    { name: "Created", cell: ({ createdAt }) => <Day at={createdAt} /> },
    { name: "Expires", cell: ({ expiresAt }) => expiresAt === undefined ? "never" : <Day at={expiresAt} /> },
    {
      name: "Status",
      cell: (key) => {
        if (key.revokedAt !== null) return <Badge word="revoked" />;
        if (isExpired(key, now)) return <Badge word="revoked" text="expired" />;
        return (
          <>
            {key.replacedBy !== undefined ? "replaced" : null}
            {view.may("keys.manage") && mayReplace(key, caller, now)
              ? (
                <a
                  class="button quiet small"
                  href={`/console/keys?replace=${key.id}#replace`}
                  aria-label={`Replace the key ${nameOf(key)}`}
                >
                  Replace
                </a>
              )
              : null} {view.may("keys.manage") ? <Revoke view={view} apiKey={key} own={caller.key} /> : null}
          </>
        );
      },
    },
  ];
}

interface ActionProps {
  readonly view: View;
  readonly apiKey: ApiKey;
}

/** Live or test, in force, not yet replaced, and no more than the caller can do. */
function mayReplace(key: ApiKey, caller: Caller, now: number): boolean {
  return isActive(key, now) && key.replacedBy === undefined && !exceeds(key, caller);
}

const OVERLAP_TEXTS: Readonly<Record<Overlap, string>> = {
  "0": "at once: it is lost or has leaked",
  "1h": "in 1 hour",
  "24h": "in 24 hours",
  "7d": "in 7 days",
};

function Replacement({ view, apiKey, own }: ActionProps & { own: ApiKey }) {
  return (
    <Card id="replace" title={<>Replace {nameOf(apiKey)} …{apiKey.tail}</>}>
      <PostForm view={view} action="/console/keys/rotate" fields={{ id: apiKey.id }}>
        <Choice
          name="overlap"
          label="The old key ends"
          options={OVERLAPS.map((overlap) => [overlap, OVERLAP_TEXTS[overlap]] as const)}
          value="24h"
          {...(apiKey.id === own.id
            ? { hint: "You are signed in with it: when it ends, this session ends." }
            : {})}
        />
        <Submit>Replace key</Submit>
      </PostForm>
    </Card>
  );
}

function Revoke({ view, apiKey, own }: ActionProps & { own: ApiKey }) {
  const question = apiKey.id === own.id
    ? "You are signed in with this key. Revoking it signs you out. Continue?"
    : "Revoke this key? Requests that use it will be refused.";
  return (
    <PostButton
      view={view}
      action="/console/keys/revoke"
      fields={{ id: apiKey.id }}
      class="danger small"
      confirm={question}
      label={`Revoke the key ${nameOf(apiKey)}`}
    >
      Revoke
    </PostButton>
  );
}

function nameOf({ name, id }: ApiKey): string {
  return name === "" ? id : name;
}
