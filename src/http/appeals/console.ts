/** Appeals in the console. */
import { APPEAL_DECISIONS, APPEAL_STATES } from "../../model/appeal.ts";
import { AppError } from "../../model/error.ts";
import { decideAppeal, listAppeals } from "../../service/appeals/appeals.ts";
import { monthOf } from "../../service/report/month.ts";
import type { ConsolePages } from "../console/pages.ts";
import type { Form } from "../site/form.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { AppealsPage } from "./page.tsx";

const SHOWN = 25;

export const appealPages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console/appeals", name: "Appeals", within: true }],
  reads: "appeals.read",
  writes: "appeals.decide",
  pages: {
    "/console/appeals": async (visit) => html(visit.c, await pageOf(visit)),
  },
  forms: {
    "/console/appeals/:id": decide,
  },
};

async function pageOf(visit: SignedVisit, problem?: string) {
  const { c, view, services, signed } = visit;
  const state = APPEAL_STATES.find((name) => name === c.req.query("state")) ?? "open";
  const cursor = c.req.query("after") || null;
  const month = monthOf(c.req.query("month") ?? "");
  const wanted = { state, decidedIn: month, cursor, limit: SHOWN };
  const { appeals, next } = await listAppeals(services, signed.caller, wanted);
  const done = c.req.query("done") !== undefined;
  return AppealsPage({
    view,
    appeals,
    next,
    state,
    month: month?.name ?? null,
    first: cursor === null,
    done,
    problem,
  });
}

async function decide(visit: SignedVisit, form: Form): Promise<Response> {
  const { c, services, signed } = visit;
  return await tryForm(c, async () => {
    const decision = APPEAL_DECISIONS.find((name) => name === form.text("decision"));
    if (decision === undefined) throw new AppError("invalid_value", "Accept or refuse the appeal.");
    const note = form.text("note");
    await decideAppeal(services, signed.caller, c.req.param("id") ?? "", { decision, note });
    return seeOther(c, "/console/appeals?done=1");
  }, (error) => pageOf(visit, problemOf(error)));
}
