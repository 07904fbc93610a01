/** The console: sign-in and sign-out, and the pages without forms. */
import type { Hono } from "hono";
import { AppError } from "../../model/error.ts";
import type { SignedIn } from "../../service/access/sessions.ts";
import { newestLabels } from "../../service/site/outcomes.ts";
import { OVERVIEW_SPANS } from "../../service/site/overview.ts";
import { coverageReport } from "../../service/coverage.ts";
import { sourcesReport } from "../../service/feed_report.ts";
import { originFrom } from "../client_address.ts";
import type { AppEnv } from "../context.ts";
import { outcomeSummaryQuery } from "../feedback/summary_schema.ts";
import { validQuery } from "../validate.ts";
import { OutcomesPage } from "../feedback/page.tsx";
import { OverviewPage } from "./overview_page.tsx";
import { SourcesPage } from "./sources_page.tsx";
import type { Form } from "../site/form.ts";
import {
  consoleForm,
  consolePage,
  publicForm,
  publicPage,
  safeNext,
  tryForm,
  type Visit,
} from "../site/page_handler.ts";
import { SignInPage } from "../pages/sign_in.tsx";
import { html, seeOther } from "../site/respond.ts";
import type { Site } from "../site/site.ts";
import { mountConsoleLabels } from "../cases/console/labels.ts";
import { mountConsoleRings } from "../cases/console/rings.ts";
import { mountConsoleValues } from "../cases/console/values.ts";
import { mountConsoleAgents } from "../agents/console.ts";
import { mountConsoleAudit } from "../account/audit_console.ts";
import { mountConsoleBacktest } from "./backtest.ts";
import { mountConsoleHooks } from "../hooks/console.ts";
import { mountConsoleKeys } from "../account/keys_console.ts";
import { mountConsoleRules } from "../rules/console.ts";
import { mountConsoleScores } from "../cases/console/scores.ts";
import { mountConsoleSettings } from "../account/settings_console.ts";
import { mountConsoleWebhooks } from "../webhooks/console.ts";

/** Failed sign-ins per hour from one network. */
const FAILED_SIGN_INS = 120;

export function mountConsole(app: Hono<AppEnv>, site: Site): void {
  app.get("/console/sign-in", publicPage(site, showSignIn));
  app.post("/console/sign-in", publicForm(site, signIn));
  const signOut = (end: (signed: SignedIn) => Promise<unknown>) =>
    consoleForm(site, async ({ c, signed }) => {
      await end(signed);
      site.dropSession(c);
      return seeOther(c, "/console/sign-in?left=1");
    }, { scope: "console" });
  app.post("/console/sign-out", signOut((signed) => site.sessions.end(signed)));
  app.post("/console/sign-out-everywhere", signOut((signed) => site.sessions.endAll(signed)));
  app.get("/console/", (c) => seeOther(c, "/console"));
  app.get(
    "/console",
    consolePage(site, async ({ c, view, signed }) => {
      const span = OVERVIEW_SPANS.find((days) => String(days) === c.req.query("days")) ?? OVERVIEW_SPANS[0];
      const [overview, toReview] = await Promise.all([
        site.overviews.of(signed.caller, span),
        site.reviews.of(signed.caller),
      ]);
      return html(c, OverviewPage({ view, span, overview, toReview }));
    }),
  );
  app.get(
    "/console/outcomes",
    consolePage(site, async ({ c, view, services, signed }) => {
      const { days } = validQuery(outcomeSummaryQuery, c.req.query());
      const [summary, labels] = await Promise.all([
        services.outcomeSummaries.get(signed.caller.account.id, days),
        newestLabels(services, signed.caller, days),
      ]);
      return html(c, OutcomesPage({ view, summary, labels }));
    }),
  );
  app.get(
    "/console/sources",
    consolePage(site, ({ c, view, services }) => {
      const statuses = services.feeds.statuses();
      const [sources, coverage] = [sourcesReport(statuses), coverageReport(statuses)];
      return html(c, SourcesPage({ view, sources, coverage, data: services.dataVersion() }));
    }),
  );
  mountConsoleScores(app, site);
  mountConsoleLabels(app, site);
  mountConsoleRings(app, site);
  mountConsoleValues(app, site);
  mountConsoleRules(app, site);
  mountConsoleAgents(app, site);
  mountConsoleBacktest(app, site);
  mountConsoleKeys(app, site);
  mountConsoleHooks(app, site);
  mountConsoleWebhooks(app, site);
  mountConsoleAudit(app, site);
  mountConsoleSettings(app, site);
  app.get(
    "/console/*",
    consolePage(site, () => {
      throw new AppError("not_found", "This console page does not exist.");
    }),
  );
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
