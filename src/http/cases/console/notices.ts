/** What a page says about what was just done, from the address that a form redirects to. */
import type { Child } from "hono/jsx";
import { findUndo } from "../../../service/feedback/bulk_label.ts";
import { findRule } from "../../../service/site/rule_target.ts";
import { RuleNotice } from "../pages/rule_for.tsx";
import { DoneNotice, StaleNotice, UndoNotice } from "../pages/undo.tsx";
import type { SignedVisit } from "../../site/page_handler.ts";

const COUNT = /^\d{1,6}$/;

/** @param back the page itself, to which an undo returns */
export async function noticeOf({ c, view, services, signed }: SignedVisit, back: string): Promise<Child> {
  const [undo, rule, undone, left, done, stale] = ["undo", "rule", "undone", "left", "done", "stale"]
    .map((name) => c.req.query(name) ?? "") as [string, string, string, string, string, string];
  const late = COUNT.test(stale) ? Number(stale) : 0;
  if (undo !== "") {
    const found = await findUndo(services, signed.caller, undo);
    return found === null ? null : UndoNotice({ view, undo: found, back, late });
  }
  if (rule !== "") {
    const found = await findRule(services, signed.caller, rule);
    return found === null ? null : RuleNotice({ view, found });
  }
  if (COUNT.test(undone)) {
    return DoneNotice({ done: "undone", count: Number(undone), left: COUNT.test(left) ? Number(left) : 0 });
  }
  if (late > 0) return StaleNotice({ late });
  return done === "labelled" || done === "noted" || done === "same" ? DoneNotice({ done }) : null;
}
