/** The routes of `/appeal/<token>`. Who has the address is the person: no session, no cookie, no script. */
import type { Hono } from "hono";
import { APPEAL_PATH } from "../../service/appeals/offer.ts";
import { type AppealProblem, fileAppeal, findCase } from "../../service/appeals/public_case.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { shortHeader } from "../header.ts";
import type { Form } from "../site/form.ts";
import { publicForm, publicPage, type Visit } from "../site/page_handler.ts";
import { html, seeOther } from "../site/respond.ts";
import type { Site } from "../site/site.ts";
import { languageOf } from "./language.ts";
import { AppealPage, NoAppealPage } from "./public_page.tsx";
import { WORDS } from "./words.ts";

/** Per hour and network: pages of appeals that are there, and appeals that are sent. */
const SHOWN_PER_HOUR = 600;
const SENT_PER_HOUR = 60;

export function mountAppeals(app: Hono<AppEnv>, site: Site): void {
  app.get(`${APPEAL_PATH}/:token`, publicPage(site, show));
  app.post(`${APPEAL_PATH}/:token`, publicForm(site, take, { token: false }));
}

async function show({ c, site, services }: Visit): Promise<Response> {
  unlisted(c);
  const language = languageOf(c.req.query("lang") ?? "", shortHeader(c, "accept-language"));
  const found = await findCase(services, c.req.param("token") ?? "");
  if (found === null) return html(c, NoAppealPage({ language }), 404);
  if (!await site.isWithin(c, "appeal pages", SHOWN_PER_HOUR)) return tooOften(c, language, found.shown);
  return html(c, AppealPage({ language, shown: found.shown }));
}

async function take({ c, site, services }: Visit, form: Form): Promise<Response> {
  unlisted(c);
  const language = languageOf(form.text("lang"), shortHeader(c, "accept-language"));
  const token = c.req.param("token") ?? "";
  const found = await findCase(services, token);
  if (found === null) return html(c, NoAppealPage({ language }), 404);
  if (!await site.isWithin(c, "appeals", SENT_PER_HOUR)) return tooOften(c, language, found.shown);
  const sent = { text: form.text("text"), replyTo: form.text("reply_to") };
  const problem = await fileAppeal(services, found, { ...sent, language });
  if (problem === null) return seeOther(c, `${APPEAL_PATH}/${token}?lang=${language}`);
  // What another one of the person's windows sent a moment ago.
  const shown = problem === "once" ? (await findCase(services, token))?.shown ?? found.shown : found.shown;
  const { field, status } = PROBLEMS[problem];
  const text = WORDS[language].problems[problem];
  return html(c, AppealPage({ language, shown, sent, problem: { field, text } }), status);
}

const PROBLEMS: Readonly<
  Record<AppealProblem, { readonly field: "text" | "reply_to" | null; readonly status: number }>
> = {
  empty: { field: "text", status: 400 },
  long: { field: "text", status: 400 },
  address: { field: "reply_to", status: 400 },
  once: { field: null, status: 409 },
  full: { field: null, status: 429 },
};

/** The address is a secret between the account and the person. */
function unlisted(c: AppContext): void {
  c.header("x-robots-tag", "noindex");
}

function tooOften(
  c: AppContext,
  language: ReturnType<typeof languageOf>,
  shown: Parameters<typeof AppealPage>[0]["shown"],
): Response {
  const problem = { field: null, text: WORDS[language].problems.often };
  return html(c, AppealPage({ language, shown, problem }), 429);
}
