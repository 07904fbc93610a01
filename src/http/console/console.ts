/** The console: sign-in and sign-out, the overview, and the pages of every noun. */
import type { Hono } from "hono";
import { AppError } from "../../model/error.ts";
import { morningOf } from "../../service/site/morning.ts";
import { OVERVIEW_SPANS } from "../../service/site/overview.ts";
import { campaignNotice } from "../campaigns/console.ts";
import type { AppEnv } from "../context.ts";
import { OverviewPage } from "./overview_page.tsx";
import { mountJoin } from "../people/join.ts";
import { mountSignIn } from "../people/sign_in.ts";
import { consoleForm, consolePage, type SignedVisit } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import type { Site } from "../site/site.ts";
import { type ConsolePages, formsOf, pagesOf } from "./pages.ts";

/** The overview, and signing out. */
export const homePages: ConsolePages = {
  menu: [{ group: "Scores", href: "/console", name: "Overview" }],
  reads: "sessions.open",
  pages: {
    "/console": async (visit) => {
      const { c, site, view, services, signed } = visit;
      const span = OVERVIEW_SPANS.find((days) => String(days) === c.req.query("days")) ?? OVERVIEW_SPANS[0];
      const [overview, morning, notice] = await Promise.all([
        site.overviews.of(signed.caller, span),
        morningOf(services, signed.caller, site),
        campaignNotice(visit, "/console"),
      ]);
      return html(c, OverviewPage({ view, span, overview, morning, notice }));
    },
  },
  writes: "sessions.open",
  forms: {
    "/console/sign-out": (visit) => signOut(visit, visit.site.sessions.end(visit.signed)),
    "/console/sign-out-everywhere": {
      take: (visit) => signOut(visit, visit.site.sessions.endAll(visit.signed)),
      action: "sessions.end",
    },
  },
};

export function mountConsole(app: Hono<AppEnv>, site: Site, all: readonly ConsolePages[]): void {
  mountSignIn(app, site);
  mountJoin(app, site);
  app.get("/console/", (c) => seeOther(c, "/console"));
  for (const noun of all) {
    for (const { path, handler, action } of pagesOf(noun)) app.get(path, consolePage(site, handler, action));
    for (const { path, handler, ...options } of formsOf(noun)) {
      app.post(path, consoleForm(site, handler, options));
    }
  }
  app.get(
    "/console/*",
    consolePage(site, () => {
      throw new AppError("not_found", "This console page does not exist.");
    }, "sessions.open"),
  );
}

async function signOut({ c, site }: SignedVisit, ended: Promise<unknown>): Promise<Response> {
  await ended;
  site.dropSession(c);
  return seeOther(c, "/console/sign-in?left=1");
}
