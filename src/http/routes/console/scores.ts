/** Scores in the console: the list, a single score, its label. */
import type { Hono } from "hono";
import { COMPONENT_KINDS } from "../../../model/component.ts";
import { AppError } from "../../../model/error.ts";
import { listScores, openScore } from "../../../service/site/scores.ts";
import { labelOutcomes } from "../../../service/feedback/outcome.ts";
import type { AppEnv } from "../../context.ts";
import { ScorePage } from "../../site/console/score.tsx";
import { ScoresPage } from "../../site/console/scores.tsx";
import type { Form } from "../../site/form.ts";
import { consoleForm, consolePage, type SignedVisit } from "../../site/page_handler.ts";
import { html, seeOther } from "../../site/respond.ts";
import type { Site } from "../../site/site.ts";

const VERDICTS = ["allow", "review", "block"] as const;

export function mountConsoleScores(app: Hono<AppEnv>, site: Site): void {
  app.get("/console/scores", consolePage(site, showList));
  app.get("/console/scores/:id", consolePage(site, showOne));
  app.post("/console/scores/:id/label", consoleForm(site, label, { scope: "feedback" }));
}

async function showList({ c, view, services, signed }: SignedVisit): Promise<Response> {
  const filter = {
    verdict: VERDICTS.find((verdict) => verdict === c.req.query("verdict")) ?? null,
    component: COMPONENT_KINDS.find((kind) => kind === c.req.query("component")) ?? null,
  };
  const after = c.req.query("after") ?? null;
  const page = await listScores(services, signed.caller, filter, after);
  return html(c, ScoresPage({ view, filter, page, first: after === null }));
}

async function showOne({ c, view, services, signed }: SignedVisit): Promise<Response> {
  const { record, label } = await openScore(services, signed.caller, c.req.param("id") ?? "");
  return html(c, ScorePage({ view, record, label, labelled: c.req.query("labelled") === "1" }));
}

async function label({ c, services, signed }: SignedVisit, form: Form): Promise<Response> {
  const requestId = c.req.param("id") ?? "";
  const word = form.text("outcome");
  if (word !== "fraud" && word !== "legit" && word !== "none") {
    throw new AppError("invalid_value", "Label a score as fraud or legit.");
  }
  const outcome = word === "none" ? null : word;
  const { recorded } = await labelOutcomes(services, signed.caller, [{ requestId, outcome }]);
  if (recorded === 0) {
    throw new AppError("not_found", "Your account has no score with this request id.");
  }
  return seeOther(c, `/console/scores/${requestId}?labelled=1`);
}
