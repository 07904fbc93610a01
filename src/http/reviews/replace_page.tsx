/** A decision on a page that has become old: what happened meanwhile, and the question whether to decide all the same. */
import type { Child } from "hono/jsx";
import { PostForm } from "../site/parts/form.tsx";
import { Crumb, Notice } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import { Console } from "../console/frame.tsx";

interface Props {
  readonly view: View;
  readonly requestId: string;
  /** What happened, and the question. */
  readonly children?: Child;
  /** Of the form, as it was sent; what is to be confirmed is in `seen` and `claimed`. */
  readonly fields: Readonly<Record<string, string>>;
  /** On the button. */
  readonly confirm: string;
}

export function ReplacePage({ view, requestId, children, fields, confirm }: Props) {
  return (
    <Console view={view} title="Decided meanwhile">
      <Crumb to="/console/review" name="Review queue">
        <code>{requestId}</code>
      </Crumb>
      <Notice kind="warn">{children}</Notice>
      <PostForm view={view} action={`/console/scores/${requestId}/label`} fields={fields}>
        <div class="actions">
          <button type="submit" class="danger">{confirm}</button>
          <a class="button quiet" href={`/console/scores/${requestId}`}>Keep it, and see the score</a>
        </div>
      </PostForm>
    </Console>
  );
}
