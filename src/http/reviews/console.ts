/** The review queue in the console, and the forms of its cases. */
import type { ConsolePages } from "../console/pages.ts";
import { AppError } from "../../model/error.ts";
import { actorOf } from "../../model/access/who.ts";
import { settingsOf } from "../../service/access/settings.ts";
import { labelMany, labelShown } from "../../service/feedback/bulk_label.ts";
import { assignCase, assignees, openCase, takeOver } from "../../service/reviews/cases.ts";
import { removeFilter, savedFilters, saveFilter } from "../../service/reviews/filters.ts";
import { listReviews } from "../../service/reviews/queue.ts";
import type { OpenScore } from "../../service/site/scores.ts";
import { labelOf } from "../cases/console/labels.ts";
import { noticeOf } from "../cases/console/notices.ts";
import { refuseSearch } from "../cases/console/score_filters.ts";
import { header } from "../header.ts";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { decideOne } from "./decide.ts";
import { QueuePage } from "./queue_page.tsx";
import {
  queueAddress,
  type QueueQuery,
  queueQuery,
  queueRequest,
  queueText,
  readQueueText,
} from "./queue_query.ts";
import type { ReviewOfScore } from "./review_card.tsx";

const CASES_SHOWN = 50;

export const reviewPages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console/review", name: "Review queue" }],
  reads: "reviews.read",
  writes: "reviews.decide",
  pages: {
    "/console/review": showQueue,
  },
  forms: {
    "/console/review": { take: labelSelected, action: "labels.write" },
    "/console/review/filters": { take: keepFilter, action: "reviews.read" },
    "/console/review/filters/remove": { take: dropFilter, action: "reviews.read" },
    "/console/scores/:id/label": { take: decideOne, action: "labels.write" },
    "/console/scores/:id/claim": claim,
    "/console/scores/:id/assign": assign,
  },
};

async function showQueue(visit: SignedVisit): Promise<Response> {
  const { c } = visit;
  const query = queueQuery((field) => c.req.query(field) ?? "");
  const shown = { query, after: c.req.query("after") || null };
  return await tryForm(
    c,
    async () => html(c, await queuePage(visit, shown)),
    (error) => queuePage(visit, { ...shown, problem: problemOf(error) }),
  );
}

interface Shown {
  readonly query: QueueQuery;
  readonly after: string | null;
  readonly problem?: string;
}

async function queuePage(visit: SignedVisit, { query, after, problem }: Shown) {
  const { view, site, services, signed: { caller } } = visit;
  // A form that is refused shows the queue again; filters that are refused show none.
  const page = await listReviews(
    services,
    caller,
    queueRequest(query),
    { limit: CASES_SHOWN, after },
    refuseSearch,
  ).catch((error) => {
    if (problem === undefined || !(error instanceof AppError)) throw error;
    return null;
  });
  const notice = problem === undefined
    ? await noticeOf(visit, queueAddress(query, after === null ? {} : { after }))
    : null;
  return QueuePage({
    view,
    query,
    page,
    toReview: await site.reviews.of(caller),
    after,
    notice,
    ...(problem === undefined ? {} : { problem }),
    saved: await savedFilters(services, caller),
    assignees: await assignees(services, caller),
    target: settingsOf(caller.account, services).review_target,
    now: services.now(),
  });
}

async function labelSelected(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed: { caller } } = visit;
  const after = form.text("after") || null;
  const query = readQueueText(form.text("queue"));
  return await tryForm(c, async () => {
    const ids = form.texts("id") ?? [];
    if (ids.length === 0) throw new AppError("invalid_value", "Select at least one score.");
    const wanted = labelOf(form);
    const { undo, stale } = form.text("shown") === ""
      ? { undo: await labelMany(services, caller, ids, wanted), stale: 0 }
      : await labelShown(services, caller, ids, wanted);
    return seeOther(
      c,
      queueAddress(query, {
        ...(after === null ? {} : { after }),
        ...(stale === 0 ? {} : { stale: String(stale) }),
        ...(undo !== null ? { undo: undo.id } : stale === 0 ? { done: "same" } : {}),
      }),
    );
  }, (error) => queuePage(visit, { query, after, problem: error.message }));
}

async function keepFilter(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  const query = readQueueText(form.text("queue"));
  return await tryForm(c, async () => {
    await saveFilter(services, signed.caller, { name: form.text("name"), query: queueText(query) });
    return seeOther(c, queueAddress(query));
  }, (error) => queuePage(visit, { query, after: null, problem: error.message }));
}

async function dropFilter({ c, services, signed }: SignedVisit, form: Form): Promise<Response> {
  await removeFilter(services, signed.caller, form.text("name"));
  return seeOther(c, queueAddress(readQueueText(form.text("queue"))));
}

async function claim({ c, services, signed }: SignedVisit, form: Form): Promise<Response> {
  const requestId = c.req.param("id") ?? "";
  await takeOver(services, signed.caller, requestId);
  return seeOther(c, backTo(requestId, form));
}

async function assign({ c, services, signed }: SignedVisit, form: Form): Promise<Response> {
  const requestId = c.req.param("id") ?? "";
  await assignCase(services, signed.caller, requestId, form.text("person_id") || null);
  return seeOther(c, backTo(requestId, form));
}

function backTo(requestId: string, form: Form): string {
  const queue = form.text("queue");
  return `/console/scores/${requestId}${queue === "" ? "" : `?queue=${encodeURIComponent(queue)}`}`;
}

/** Opens the case of a score that is to review; null: it is not. */
export async function reviewOf(visit: SignedVisit, score: OpenScore): Promise<ReviewOfScore | null> {
  const { c, services, signed: { caller } } = visit;
  const holders = await openCase(services, caller, score.record, score.label);
  if (holders === null) return null;
  return {
    holders,
    me: actorOf(caller),
    assignees: await assignees(services, caller),
    target: settingsOf(caller.account, services).review_target,
    now: services.now(),
    queue: queueText(readQueueText(c.req.query("queue") ?? queueBefore(c))),
  };
}

/** The order and filters of the queue that led here, as in its address; "": none. */
function queueBefore(c: SignedVisit["c"]): string {
  const before = URL.parse(header(c, "referer") ?? "");
  return before?.pathname === "/console/review" ? before.search : "";
}
