/** How a page's route is written: who is signed in is known, forms are checked, and what goes wrong is said on a page. */
import { AppError } from "../../model/error.ts";
import type { Services } from "../../service/context.ts";
import type { SignedIn } from "../../service/access/sessions.ts";
import { BODY_LIMIT } from "../body.ts";
import type { AppContext } from "../context.ts";
import { type Form, readForm, requireOwnOrigin } from "./form.ts";
import { MessagePage } from "./pages/message.tsx";
import { html, pageStatus, seeOther } from "./respond.ts";
import type { Site } from "./site.ts";
import type { View } from "./view.ts";

export interface Visit {
  readonly c: AppContext;
  readonly site: Site;
  readonly services: Services;
  readonly view: View;
  readonly signed: SignedIn | null;
}

export interface SignedVisit extends Visit {
  readonly signed: SignedIn;
}

type Answer = Response | Promise<Response>;
type Route = (c: AppContext) => Promise<Response>;

/** A page anyone may see. */
export function publicPage(site: Site, show: (visit: Visit) => Answer): Route {
  return (c) => safely(c, site, async () => await show(await visitOf(c, site)));
}

/** A page of the console: whoever is not signed in is sent to the sign-in page. */
export function consolePage(site: Site, show: (visit: SignedVisit) => Answer): Route {
  return (c) =>
    safely(c, site, async () => {
      const visit = await visitOf(c, site);
      return visit.signed === null ? toSignIn(c) : await show({ ...visit, signed: visit.signed });
    });
}

/** A form anyone may send. @param token false: the form changes nothing, so it needs no token */
export function publicForm(
  site: Site,
  take: (visit: Visit, form: Form) => Answer,
  { token = true } = {},
): Route {
  return (c) =>
    safely(c, site, async () => {
      requireOwnOrigin(c, site.options.baseUrl);
      const visit = await visitOf(c, site);
      const form = await readForm(c, BODY_LIMIT);
      if (token) site.requireToken(c, visit.signed, form.text("csrf"));
      return await take(visit, form);
    });
}

/** A form of the console. @param limit bytes */
export function consoleForm(
  site: Site,
  take: (visit: SignedVisit, form: Form) => Answer,
  limit = BODY_LIMIT,
): Route {
  return (c) =>
    safely(c, site, async () => {
      requireOwnOrigin(c, site.options.baseUrl);
      const { signed, ...visit } = await visitOf(c, site);
      if (signed === null) return toSignIn(c);
      const form = await readForm(c, limit);
      site.requireToken(c, signed, form.text("csrf"));
      return await take({ ...visit, signed }, form);
    });
}

async function visitOf(c: AppContext, site: Site): Promise<Visit> {
  c.set("family", "site");
  const signed = await site.signedIn(c);
  return { c, site, services: site.services, view: site.view(c, signed), signed };
}

/** What goes wrong is said on a page; what is not the caller's mistake is logged too. */
async function safely(c: AppContext, site: Site, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const view = site.view(c, await site.signedIn(c));
    const retry = error.extra.retryAfter;
    if (retry !== undefined) c.header("retry-after", String(retry));
    return html(
      c,
      MessagePage({ view, code: error.code, text: error.message }),
      pageStatus(error.code),
    );
  }
}

function toSignIn(c: AppContext): Response {
  const wanted = c.req.method === "GET" ? `?next=${encodeURIComponent(pathAndQuery(c))}` : "";
  return seeOther(c, `/console/sign-in${wanted}`);
}

function pathAndQuery(c: AppContext): string {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
}

/** A path of the console, or the console itself: a link never leads away from here. */
export function safeNext(next: string): string {
  const url = next.startsWith("/console") ? URL.parse(next, "http://here.invalid") : null;
  if (url?.host !== "here.invalid" || !/^\/console(\/|$)/.test(url.pathname)) return "/console";
  return url.pathname + url.search;
}
