/** Forms of the console about scores: labels with their undo, the review queue, notes. */
import type { ConsolePages } from "../../console/pages.ts";
import { AppError } from "../../../model/error.ts";
import { LABEL_TYPES } from "../../../model/records.ts";
import { putNote } from "../../../service/cases/note.ts";
import { searchScores } from "../../../service/cases/search.ts";
import { readSearch } from "../../../service/cases/search_request.ts";
import { TO_REVIEW } from "../../../service/cases/to_review.ts";
import { type BulkLabel, labelMany, labelScore, undoLabels } from "../../../service/feedback/bulk_label.ts";
import { labelOutcomes } from "../../../service/feedback/outcome.ts";
import { ReviewPage } from "../pages/review.tsx";
import type { Form } from "../../site/form.ts";
import { safeNext, type SignedVisit, tryForm } from "../../site/page_handler.ts";
import { html, seeOther } from "../../site/respond.ts";
import { noticeOf } from "./notices.ts";
import { refuseSearch } from "./score_filters.ts";

const QUEUE_PAGE = 50;

export const reviewPages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console/review", name: "Review queue" }],
  reads: "reviews.read",
  writes: "labels.write",
  pages: {
    "/console/review": showQueue,
  },
  forms: {
    "/console/review": labelSelected,
    "/console/labels/undo": undo,
    "/console/scores/:id/label": labelOne,
    "/console/scores/:id/note": { take: note, action: "notes.write" },
  },
};

async function showQueue(visit: SignedVisit): Promise<Response> {
  const after = visit.c.req.query("after") || null;
  return html(visit.c, await queuePage(visit, after));
}

async function queuePage(visit: SignedVisit, after: string | null, problem?: string) {
  const { view, site, services, signed } = visit;
  const search = await readSearch(services, signed.caller, TO_REVIEW, refuseSearch);
  const wanted = { limit: QUEUE_PAGE, cursor: after, uncounted: true } as const;
  const page = await searchScores(services, signed.caller, search, wanted, refuseSearch);
  const toReview = await site.reviews.of(signed.caller);
  const notice = problem === undefined ? await noticeOf(visit, queueAddress(after)) : null;
  const failed = problem === undefined ? {} : { problem };
  return ReviewPage({ view, page, toReview, after, notice, ...failed });
}

function queueAddress(after: string | null): string {
  return after === null ? "/console/review" : `/console/review?after=${encodeURIComponent(after)}`;
}

async function labelSelected(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  const after = form.text("after") || null;
  return await tryForm(c, async () => {
    const ids = form.texts("id") ?? [];
    if (ids.length === 0) throw new AppError("invalid_value", "Select at least one score.");
    const undo = await labelMany(services, signed.caller, ids, labelOf(form));
    return seeOther(
      c,
      withParameter(queueAddress(after), undo === null ? ["done", "same"] : ["undo", undo.id]),
    );
  }, (error) => queuePage(visit, after, error.message));
}

async function undo({ c, services, signed }: SignedVisit, form: Form): Promise<Response> {
  const { restored, left } = await undoLabels(services, signed.caller, form.text("undo"));
  const back = withParameter(safeNext(form.text("back")), ["undone", String(restored)]);
  return seeOther(c, left === 0 ? back : withParameter(back, ["left", String(left)]));
}

async function labelOne({ c, services, signed }: SignedVisit, form: Form): Promise<Response> {
  const requestId = c.req.param("id") ?? "";
  const isFound = form.text("outcome") === "none"
    ? (await labelOutcomes(services, signed.caller, [{ requestId, outcome: null }])).recorded === 1
    : await labelScore(services, signed.caller, requestId, labelOf(form));
  if (!isFound) {
    throw new AppError("not_found", "Your account has no score with this request id.");
  }
  return seeOther(c, `/console/scores/${requestId}?done=labelled`);
}

async function note({ c, services, signed }: SignedVisit, form: Form): Promise<Response> {
  const requestId = c.req.param("id") ?? "";
  const refuse = (why: string) => new AppError("invalid_value", `The note ${why}.`);
  await putNote(services, signed.caller, requestId, form.text("note").trim(), refuse);
  return seeOther(c, `/console/scores/${requestId}?done=noted`);
}

/** The type is of fraud only: a form has one choice of it for all its buttons. @throws AppError invalid_value */
export function labelOf(form: Form): BulkLabel {
  const outcome = form.text("outcome");
  if (outcome === "legit") return { outcome };
  if (outcome !== "fraud") throw new AppError("invalid_value", "Label a score as fraud or legit.");
  const type = form.text("type");
  if (type === "") return { outcome };
  const known = LABEL_TYPES.find((each) => each === type);
  if (known === undefined) throw new AppError("invalid_value", "Choose a type of fraud from the list.");
  return { outcome, type: known };
}

export function withParameter(
  address: string,
  [name, value]: readonly [name: string, value: string],
): string {
  return `${address}${address.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`;
}
