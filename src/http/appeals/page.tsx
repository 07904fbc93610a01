/** `/console/appeals`: what people wrote whose sign-up was not allowed, and what was decided. */
import type { Child } from "hono/jsx";
import { APPEAL_STATES, type AppealState, MAX_APPEAL_NOTE } from "../../model/appeal.ts";
import { CUSTOMER_REASONS } from "../../model/customer_reason.ts";
import type { Appeal } from "../../service/appeals/appeals.ts";
import { Console } from "../console/frame.tsx";
import { each } from "../site/each.ts";
import { Field, PostForm } from "../site/parts/form.tsx";
import { Badge, Notice, Pairs, Problem, Time } from "../site/parts/marks.tsx";
import { Pager } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { WORDS } from "./words.ts";

interface Props {
  readonly view: View;
  readonly appeals: readonly Appeal[];
  readonly next: string | null;
  readonly state: AppealState;
  /** Only those that were decided in it: `2026-11`; null: all. */
  readonly month: string | null;
  readonly first: boolean;
  readonly done: boolean;
  readonly problem?: string | undefined;
}

const STATE_NAMES: Readonly<Record<AppealState, string>> = {
  open: "Open",
  accepted: "Accepted",
  refused: "Refused",
};

export function AppealsPage({ view, appeals, next, state, month, first, done, problem }: Props) {
  const address = `/console/appeals?state=${state}${month === null ? "" : `&month=${month}`}`;
  return (
    <Console view={view} title="Appeals" needs="appeals.decide" actions={<States state={state} />}>
      <Problem text={problem} />
      {done ? <Notice>Decided. The person reads it at the address of the appeal.</Notice> : null}
      {view.account?.appeals === true ? null : (
        <Notice>
          People cannot appeal: appeals are switched off.{view.mayOpen("settings.read")
            ? (
              <>
                {" "}
                <a href="/console/settings#appeals">Settings</a>
              </>
            )
            : null}
        </Notice>
      )}
      {appeals.length === 0
        ? (
          <div class="table empty">
            <p>{state === "open" ? "No appeal waits for a decision." : `No appeal was ${state}.`}</p>
          </div>
        )
        : each(appeals, (appeal) => <AppealCard view={view} appeal={appeal} />)}
      <Pager
        back={first ? null : ["Newest", address]}
        on={next === null ? null : ["Older", `${address}&after=${next}`]}
      />
    </Console>
  );
}

function States({ state }: { state: AppealState }) {
  return (
    <div class="inline-form" role="group" aria-label="State">
      {each(APPEAL_STATES, (name) => (
        <a
          class="button quiet small"
          href={`/console/appeals?state=${name}`}
          aria-current={name === state ? "true" : undefined}
        >
          {STATE_NAMES[name]}
        </a>
      ))}
    </div>
  );
}

function AppealCard({ view, appeal }: { view: View; appeal: Appeal }) {
  const { appeal_id: id, customer_reason: reason } = appeal;
  return (
    <article class="card" aria-labelledby={id}>
      <h2 id={id}>
        <a href={`/console/scores/${appeal.request_id}`}>
          {[appeal.user_id, appeal.risk_score === null ? "score" : `score ${appeal.risk_score}`]
            .filter((part) => part !== null).join(", ")}
        </a>{" "}
        {appeal.verdict === null ? null : <Badge word={appeal.verdict} />}
      </h2>
      <blockquote dir="auto" lang={appeal.language}>
        {appeal.text ?? "The text can no longer be read: the secret that it was encrypted under was dropped."}
      </blockquote>
      <Pairs
        pairs={[
          ["Sent", Time({ at: appeal.opened_at })],
          ["Language", WORDS[appeal.language].name],
          ["Answer to", appeal.reply_to ?? "no address: on the page only"],
          ...(reason === null ? [] : [["The person was told", CUSTOMER_REASONS[reason].en] as const]),
          ...decidedPairs(appeal),
        ]}
      />
      {appeal.state === "open" ? <Decide view={view} id={id} /> : null}
    </article>
  );
}

function decidedPairs(appeal: Appeal): readonly (readonly [string, Child])[] {
  if (appeal.decided_at === null) return [];
  return [
    [STATE_NAMES[appeal.state], Time({ at: appeal.decided_at })],
    ["By", appeal.by],
    ["Sentence to the person", appeal.note ?? "none"],
  ];
}

function Decide({ view, id }: { view: View; id: string }) {
  return (
    <PostForm view={view} action={`/console/appeals/${id}`}>
      <Field
        id={`note-${id}`}
        name="note"
        label="A sentence to the person (optional)"
        hint="Shown on the page of the appeal"
        max={MAX_APPEAL_NOTE}
      />
      <p class="small muted">
        Accepting labels the score as legitimate and trusts its user id and e-mail address from now on.
      </p>
      <div class="actions">
        <button type="submit" name="decision" value="accepted">Accept</button>
        <button type="submit" name="decision" value="refused" class="quiet">Refuse</button>
      </div>
    </PostForm>
  );
}
