/** Deciding one case in the console: on a page that is not old, with an undo, and on to the next case of the queue. */
import { AppError } from "../../model/error.ts";
import { labelVersion } from "../../model/review.ts";
import { actorOf } from "../../model/access/who.ts";
import { decideScore } from "../../service/feedback/bulk_label.ts";
import { labelOutcomes } from "../../service/feedback/outcome.ts";
import { holdersOf } from "../../service/reviews/cases.ts";
import { nextReview } from "../../service/reviews/queue.ts";
import type { Form } from "../site/form.ts";
import type { SignedVisit } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { labelOf } from "../cases/console/labels.ts";
import { refuseSearch } from "../cases/console/score_filters.ts";
import { LABEL_NAMES } from "../site/words.ts";
import { queueAddress, queueRequest, queueText, readQueueText } from "./queue_query.ts";
import { ReplacePage } from "./replace_page.tsx";
import { ageWords } from "./words.ts";

export async function decideOne(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  const requestId = c.req.param("id") ?? "";
  const seen = form.text("seen");
  const old = seen === "" ? null : await oldPage(visit, form, requestId);
  if (old !== null) return old;
  let undo: string | null = null;
  if (form.text("outcome") === "none") {
    const entry = { requestId, outcome: null, ...(seen === "" ? {} : { seen }) };
    const { recorded, stale } = await labelOutcomes(services, signed.caller, [entry]);
    if (stale.length > 0) return await oldPage(visit, form, requestId) ?? seeOther(c, pageOf(requestId));
    if (recorded === 0) throw new AppError("not_found", "Your account has no score with this request id.");
  } else {
    const wanted = { ...labelOf(form), seen: seen || null, note: form.text("note").trim() };
    const decided = await decideScore(services, signed.caller, requestId, wanted);
    if (decided === "stale") return await oldPage(visit, form, requestId) ?? seeOther(c, pageOf(requestId));
    undo = decided.undo?.id ?? null;
  }
  // The page of the score has its undo by itself.
  if (form.text("next") === "") return seeOther(c, `${pageOf(requestId)}?done=labelled`);
  const done = `done=labelled${undo === null ? "" : `&undo=${undo}`}`;
  const query = readQueueText(form.text("queue"));
  const next = await nextReview(services, signed.caller, queueRequest(query), requestId, refuseSearch);
  if (next === null) return seeOther(c, queueAddress(query, Object.fromEntries(new URLSearchParams(done))));
  return seeOther(
    c,
    `${pageOf(next)}?queue=${encodeURIComponent(queueText(query))}&from=${requestId}&${done}`,
  );
}

function pageOf(requestId: string): string {
  return `/console/scores/${requestId}`;
}

/** The question that the decision needs, where the score or its case is another than the page showed. */
async function oldPage(visit: SignedVisit, form: Form, requestId: string): Promise<Response | null> {
  const { c, view, services: { store, now }, services, signed: { caller } } = visit;
  const account = caller.account.id;
  const label = await store.labels.newest(account, requestId);
  const version = labelVersion(label);
  const fields = {
    outcome: form.text("outcome"),
    type: form.text("type"),
    note: form.text("note"),
    queue: form.text("queue"),
    next: form.text("next"),
  };
  if (version !== form.text("seen")) {
    const author = await store.labelAuthors.get(account, requestId);
    const by = author?.by.name ?? "Somebody";
    const at = author?.at ?? label?.at ?? null;
    const ago = at === null ? "meanwhile" : `${ageWords(now() - at)} ago`;
    const what = label === null ? "no label" : LABEL_NAMES[label.outcome];
    const text = `${by} decided ${ago}: ${what}. Replace?`;
    const confirm = `Replace with ${form.text("outcome") === "none" ? "no label" : nameOf(form)}`;
    const page = ReplacePage({
      view,
      requestId,
      children: text,
      fields: { ...fields, seen: version },
      confirm,
    });
    return html(c, page, 409);
  }
  const [holders] = await holdersOf(services, account, [requestId]);
  const { claim } = holders!;
  if (label !== null || claim === null || claim.by.id === actorOf(caller).id) return null;
  // Who decides what somebody else is seen to have open was told so by the page.
  if (form.text("claimed") === claim.by.id) return null;
  const text = `${claim.by.name} took this case over ${ageWords(now() - claim.at)} ago. Decide all the same?`;
  const confirm = `Label as ${nameOf(form)}`;
  const kept = { ...fields, seen: version, claimed: claim.by.id };
  return html(c, ReplacePage({ view, requestId, children: text, fields: kept, confirm }), 409);
}

function nameOf(form: Form): string {
  return LABEL_NAMES[labelOf(form).outcome];
}
