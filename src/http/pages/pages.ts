/** The public pages: the landing page with its try box, sign-up, and the assets. */
import type { Hono } from "hono";
import { AppError } from "../../model/error.ts";
import { scoreAnonymously } from "../../service/site/anonymous_score.ts";
import { originFrom } from "../client_address.ts";
import type { AppEnv } from "../context.ts";
import { header } from "../header.ts";
import { AGENT_HELP, readHelp } from "../agents/help.ts";
import { assetResponse } from "../site/assets.ts";
import type { Form } from "../site/form.ts";
import { fieldOf, problemOf, publicForm, publicPage, tryForm, type Visit } from "../site/page_handler.ts";
import { mountAppeals } from "../appeals/public.ts";
import { mountLoginNotices } from "../login/public.ts";
import { mountChallenges } from "../challenge/public.ts";
import { AgentDeniedPage } from "../agents/denied.tsx";
import { LandingPage, TRY_EXAMPLE } from "./landing.tsx";
import { SignupClosedPage, SignupPage, WelcomePage } from "./signup.tsx";
import { TryProblem, TryResult } from "./try_result.tsx";
import { fragment, html, pageStatus, seeOther } from "../site/respond.ts";
import type { Site } from "../site/site.ts";
import { mountConsole } from "../console/console.ts";
import { CONSOLE } from "../nouns.ts";
import { mountDocs } from "../docs/docs.ts";

/** Tries per hour: from one network, and in total. */
const TRIES = 60;
const ALL_TRIES = 3000;

export function mountPages(app: Hono<AppEnv>, site: Site, openApi: () => object): void {
  app.get("/assets/:name", (c) => {
    const response = assetResponse(c.req.path);
    if (response === null) throw new AppError("not_found", "there is no such file");
    return response;
  });
  app.get("/favicon.ico", () => new Response(null, { status: 204 }));
  app.get("/", publicPage(site, ({ c, view }) => html(c, LandingPage({ view, tried: TRY_EXAMPLE }))));
  app.post("/", publicForm(site, tryScore, { token: false }));
  app.get("/signup", publicPage(site, showSignup));
  app.post("/signup", publicForm(site, signUp));
  app.get(AGENT_HELP, publicPage(site, showAgentHelp));
  mountAppeals(app, site);
  mountLoginNotices(app, site);
  mountChallenges(app, site);
  mountConsole(app, site, CONSOLE);
  mountDocs(app, site, openApi);
}

async function tryScore(visit: Visit, form: Form): Promise<Response> {
  const { c, site, view } = visit;
  const tried = { ip: form.text("ip"), email: form.text("email"), phone: form.text("phone") };
  const [piece, status] = await tryResult(visit, tried);
  return header(c, "x-fragment") === "1"
    ? fragment(c, piece, status)
    : html(c, LandingPage({ view: site.view(c, visit.signed) ?? view, tried, children: piece }), status);
}

async function tryResult({ c, site, services }: Visit, tried: { ip: string; email: string; phone: string }) {
  try {
    await site.limit(c, "tries", TRIES);
    await site.limitAll("tries", ALL_TRIES);
    return [TryResult({ result: await scoreAnonymously(services, tried, c.env.started) }), 200] as const;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.extra.retryAfter !== undefined) c.header("retry-after", String(error.extra.retryAfter));
    return [TryProblem({ text: sentence(error) }), pageStatus(error.code)] as const;
  }
}

function showAgentHelp({ c, view }: Visit): Response {
  const help = readHelp(c.req.query());
  if (help === null) return seeOther(c, "/docs/agents#reasons");
  c.header("x-robots-tag", "noindex");
  return html(c, AgentDeniedPage({ view, ...help }));
}

function showSignup({ c, site, view, signed }: Visit): Response {
  if (signed !== null) return seeOther(c, "/console");
  if (!site.signUp.open) return html(c, SignupClosedPage({ view }), 403);
  return html(c, signupPage(c, site, { name: "", email: "" }));
}

async function signUp({ c, site, signed }: Visit, form: Form): Promise<Response> {
  if (signed !== null) return seeOther(c, "/console");
  const given = { name: form.text("name"), email: form.text("email") };
  return await tryForm(c, async () => {
    const address = site.options.clients.of(c);
    const made = await site.signUp.create(given, address, c.env.started, originFrom(c, "console"));
    const opened = await site.sessions.open(made.live.secret, originFrom(c, "console"));
    site.keepSession(c, opened.token);
    return html(c, WelcomePage({ view: site.view(c, opened.signed), made }), 201);
  }, (error) => {
    if (!site.signUp.open) return SignupClosedPage({ view: site.view(c, null) });
    return signupPage(c, site, { ...given, problem: { field: fieldOf(error), text: problemOf(error) } });
  });
}

function signupPage(c: Visit["c"], site: Site, form: Parameters<typeof SignupPage>[0]["form"]) {
  return SignupPage({ view: site.visitorView(c), form, monthlyLookups: site.options.monthlyLookups });
}

/** `email: must not be empty` as a sentence. */
function sentence(error: AppError): string {
  const names: Record<string, string> = {
    ip: "The IP address",
    email: "The e-mail address",
    phone: "The phone number",
  };
  const first = error.extra.errors?.[0];
  const name = first !== undefined && "parameter" in first ? names[first.parameter] : undefined;
  return name === undefined ? error.message : `${name} ${first!.detail}.`;
}
