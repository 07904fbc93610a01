/**
 * The routes of `/login-notice/<token>`. Who has the address is the user: no session, no cookie, no script. Programs that look
 * at mail open links, so that a GET changes nothing.
 */
import type { Hono } from "hono";
import { answerNotice, findNotice } from "../../service/login/notice_answer.ts";
import { NOTICE_PATH } from "../../service/login/notices.ts";
import { languageOf } from "../appeals/language.ts";
import type { AppEnv } from "../context.ts";
import { shortHeader } from "../header.ts";
import type { Form } from "../site/form.ts";
import { publicForm, publicPage, type Visit } from "../site/page_handler.ts";
import { html, seeOther, withoutScripts } from "../site/respond.ts";
import type { Site } from "../site/site.ts";
import { NoNoticePage, NoticePage } from "./public_page.tsx";

/** Per hour and network: pages of notices that are there, and answers. */
const SHOWN_PER_HOUR = 600;
const SENT_PER_HOUR = 60;

export function mountLoginNotices(app: Hono<AppEnv>, site: Site): void {
  app.get(`${NOTICE_PATH}/:token`, publicPage(site, async (visit) => withoutScripts(await show(visit))));
  app.post(
    `${NOTICE_PATH}/:token`,
    publicForm(site, async (visit, form) => withoutScripts(await take(visit, form)), { token: false }),
  );
}

async function show({ c, site, services }: Visit): Promise<Response> {
  c.header("x-robots-tag", "noindex");
  const language = languageOf(c.req.query("lang") ?? "", shortHeader(c, "accept-language"));
  const found = await findNotice(services, c.req.param("token") ?? "");
  if (found === null) return html(c, NoNoticePage({ language }), 404);
  const { shown } = found;
  if (await site.isWithin(c, "login notices", SHOWN_PER_HOUR)) {
    return html(c, NoticePage({ language, shown }));
  }
  return html(c, NoticePage({ language, shown, problem: "often" }), 429);
}

async function take({ c, site, services }: Visit, form: Form): Promise<Response> {
  c.header("x-robots-tag", "noindex");
  const language = languageOf(form.text("lang"), shortHeader(c, "accept-language"));
  const token = c.req.param("token") ?? "";
  const found = await findNotice(services, token);
  if (found === null) return html(c, NoNoticePage({ language }), 404);
  const { shown } = found;
  if (!await site.isWithin(c, "login answers", SENT_PER_HOUR)) {
    return html(c, NoticePage({ language, shown, problem: "often" }), 429);
  }
  if (shown.given === null && await answerNotice(services, found)) {
    return seeOther(c, `${NOTICE_PATH}/${token}?lang=${language}`);
  }
  // What was answered a moment ago, here or with the other link.
  const latest = await findNotice(services, token);
  return html(c, NoticePage({ language, shown: latest?.shown ?? shown, problem: "once" }), 409);
}
