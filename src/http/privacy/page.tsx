/** `/console/scores/<request_id>/person`: what is stored about the person, to give out or to erase. */
import type { findPerson } from "../../service/privacy/person.ts";
import { NOT_ERASED, type receiptBody } from "../../service/privacy/receipt_body.ts";
import { Console } from "../console/frame.tsx";
import { each } from "../site/each.ts";
import { PostForm, Submit } from "../site/parts/form.tsx";
import { Card, Crumb, Notice, Pairs, Problem, thousands, Time } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";

interface Props {
  readonly view: View;
  readonly requestId: string;
  readonly person: Awaited<ReturnType<typeof findPerson>>;
  readonly problem: string | undefined;
}

export function PersonDataPage({ view, requestId, person, problem }: Props) {
  const { userIds, own, shared, scores, more } = person;
  const here = `/console/scores/${requestId}/person`;
  return (
    <Console view={view} title="A person's data">
      <Crumb to={`/console/scores/${requestId}`} name="Score">
        <code>{requestId}</code>
      </Crumb>
      <Problem text={problem} />
      <Card id="person" title="Whom it is about">
        <Pairs
          pairs={[
            ["Your ids", userIds.length === 0 ? "none" : userIds.join(", ")],
            ["Addresses and numbers", own.length === 0 ? "none" : own.map(({ mask }) => mask).join(", ")],
            ["Shared with others, who keep them", thousands(shared)],
            ["Scores", `${more ? "more than " : ""}${thousands(scores.length)}`],
          ]}
        />
      </Card>
      <Card id="export" title="Export this person's data">
        <p>Everything that your account stores about the person, as JSON. Read it before you send it.</p>
        <PostForm view={view} action={`${here}/export`}>
          <Submit class="quiet">Export this person's data</Submit>
        </PostForm>
      </Card>
      <Card id="erase" title="Erase this person">
        <p>
          The scores with their facts, labels, notes, links and appeals go, rules that name the person, and
          events that wait: from the store, from memory and from the files. It cannot be undone.
        </p>
        <Left />
        <PostForm view={view} action={`${here}/erase`}>
          <label>
            <input type="checkbox" name="sure" value="yes" required /> I have read what goes and what stays
          </label>
          <Submit class="danger">Erase this person</Submit>
        </PostForm>
      </Card>
    </Console>
  );
}

export function ErasurePage({ view, erasure }: { view: View; erasure: ReturnType<typeof receiptBody> }) {
  const isDone = erasure.state === "done";
  return (
    <Console view={view} title="Erasure">
      <Notice kind={isDone ? "good" : "warn"}>
        {isDone
          ? "The person is erased."
          : "The erasure goes on; nobody needs to wait for it. Its receipt tells when it is done."}
      </Notice>
      <Card id="receipt" title="Receipt">
        <Pairs
          pairs={[
            ["Receipt", erasure.receipt],
            ["Scores erased", thousands(erasure.erased.scores ?? 0)],
            ["Pending until backups are gone", Time({ at: erasure.pending_until })],
          ]}
        />
        <Left />
      </Card>
    </Console>
  );
}

function Left() {
  return (
    <details>
      <summary>What stays, and why</summary>
      <ul>{each(NOT_ERASED, (text) => <li>{text}</li>)}</ul>
    </details>
  );
}

/** On the pages of a score and of an address or number. Not drawn for who may not. */
export function PersonDataLink({ view, requestId }: { view: View; requestId: string }) {
  if (!view.mayOpen("privacy.export")) return null;
  return (
    <a class="button quiet small" href={`/console/scores/${requestId}/person`}>Export or erase this person</a>
  );
}
