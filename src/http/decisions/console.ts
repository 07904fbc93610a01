/** Decisions in the console. */
import { DECISION_ORIGINS, DECISION_TYPES } from "../../model/decisions/decision.ts";
import { liftDecision, listDecisions } from "../../service/decisions/list_decisions.ts";
import type { ConsolePages } from "../console/pages.ts";
import { problemOf, type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import { DecisionsPage } from "./page.tsx";

const SHOWN = 50;

export const decisionPages: ConsolePages = {
  menu: [{ group: "Policies", href: "/console/decisions", name: "Decisions", within: true }],
  reads: "decisions.read",
  writes: "decisions.lift",
  pages: {
    "/console/decisions": async (visit) =>
      await tryForm(
        visit.c,
        async () => html(visit.c, await pageOf(visit)),
        (error) => pageOf(visit, { problem: problemOf(error), plain: true }),
      ),
  },
  forms: {
    "/console/decisions/:id/lift": lift,
  },
};

/** @param more.plain without what the address asks for */
async function pageOf(visit: SignedVisit, more: { problem?: string; plain?: true } = {}) {
  const { c, view, services, signed } = visit;
  const query = (name: string) => more.plain ? "" : c.req.query(name) ?? "";
  const wanted = {
    origin: DECISION_ORIGINS.find((name) => name === query("origin")) ?? null,
    type: DECISION_TYPES.find((name) => name === query("type")) ?? null,
    scope: null,
    value: null,
    ip: query("ip").trim() || null,
    cursor: query("after") || null,
    limit: SHOWN,
  };
  const { account } = signed.caller;
  const list = await listDecisions(services, signed.caller, wanted);
  return DecisionsPage({
    view,
    list,
    wanted,
    bouncers: {
      bouncers: await services.bouncers.list(account.id),
      use: await services.bouncers.use(account.id),
      keyName: (id) => services.store.accounts.key(id)?.name ?? "",
    },
    lifted: c.req.query("lifted") !== undefined,
    problem: more.problem,
  });
}

async function lift(visit: SignedVisit): Promise<Response> {
  const { c, services, signed } = visit;
  return await tryForm(c, async () => {
    await liftDecision(services, signed.caller, c.req.param("id") ?? "");
    return seeOther(c, "/console/decisions?lifted=1");
  }, (error) => pageOf(visit, { problem: problemOf(error) }));
}
