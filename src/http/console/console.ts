/** The console: sign-in and sign-out, the overview, and the pages of every noun. */
import type { Hono } from "hono";
import { AppError } from "../../model/error.ts";
import { morningOf } from "../../service/site/morning.ts";
import { OVERVIEW_SPANS } from "../../service/site/overview.ts";
import { campaignNotice } from "../campaigns/console.ts";
import { originFrom } from "../client_address.ts";
import type { AppEnv } from "../context.ts";
import { OverviewPage } from "./overview_page.tsx";
import type { Form } from "../site/form.ts";
import {
  consoleForm,
  consolePage,
  publicForm,
  publicPage,
  safeNext,
  type SignedVisit,
  tryForm,
  type Visit,
} from "../site/page_handler.ts";
import { SignInPage } from "../pages/sign_in.tsx";
import { html, seeOther } from "../site/respond.ts";
import type { Site } from "../site/site.ts";
import { type ConsolePages, formsOf, pagesOf } from "./pages.ts";

/** Failed sign-ins per hour from one network. */
const FAILED_SIGN_INS = 120;

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
  app.get("/console/sign-in", publicPage(site, showSignIn));
  app.post("/console/sign-in", publicForm(site, signIn));
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

function showSignIn({ c, site, signed }: Visit): Response {
  const next = safeNext(c.req.query("next") ?? "");
  if (signed !== null) return seeOther(c, next);
  const note = c.req.query("left") === "1"
    ? "You have signed out."
    : c.req.query("ended") === "1"
    ? "Your session has expired. Please sign in again."
    : undefined;
  return html(c, SignInPage({ view: site.visitorView(c), next, ...(note === undefined ? {} : { note }) }));
}

async function signIn({ c, site, signed }: Visit, form: Form): Promise<Response> {
  const next = safeNext(form.text("next"));
  if (signed !== null) return seeOther(c, next);
  return await tryForm(
    c,
    async () => {
      const open = () => site.sessions.open(form.text("key").trim(), originFrom(c, "console"));
      const { token } = await site.limitFailures(c, "failed sign-ins", FAILED_SIGN_INS, open);
      site.keepSession(c, token);
      return seeOther(c, next);
    },
    (error) =>
      SignInPage({ view: site.visitorView(c), next, problem: PROBLEMS[error.code] ?? error.message }),
  );
}

const PROBLEMS: Partial<Record<AppError["code"], string>> = {
  key_missing: "Enter your key.",
  key_invalid: "This key is not known. Check that you copied all of it.",
  key_revoked: "This key was revoked. Use another key of your account.",
  key_expired: "This key has expired. Use another key of your account.",
  scope_missing:
    "This key cannot open the console, because it lacks the scope console. Use another key of your account, or ask the operator for one.",
};
