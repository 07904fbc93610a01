/** Wraps the handlers of pages and forms: finds the session, checks forms, and renders errors as pages. */
import { type Action, requireAction, requirePage } from "../../model/access/action.ts";
import { AppError } from "../../model/error.ts";
import type { Services } from "../../service/context.ts";
import type { SignedIn } from "../../service/access/sessions.ts";
import { takeWork, WORK } from "../../service/access/work.ts";
import { BODY_LIMIT } from "../body.ts";
import { originFrom } from "../client_address.ts";
import type { AppContext } from "../context.ts";
import { type Form, readForm, requireOwnOrigin } from "./form.ts";
import { MessagePage } from "../pages/message.tsx";
import { errorPage, seeOther } from "./respond.ts";
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
/** A page of the console. */
export type ShowPage = (visit: SignedVisit) => Answer;
/** A form of the console. */
export type TakeForm = (visit: SignedVisit, form: Form) => Answer;
type Route = (c: AppContext) => Promise<Response>;

/** A page for everyone. */
export function publicPage(site: Site, show: (visit: Visit) => Answer): Route {
  return (c) => withErrorPage(c, site, async () => await show(await visitOf(c, site)));
}

/** A page of the console. Redirects to the sign-in page without a session. @param action what reading it is */
export function consolePage(site: Site, show: ShowPage, action: Action): Route {
  return (c) =>
    withErrorPage(c, site, async () => {
      const { signed, ...visit } = await visitOf(c, site);
      if (signed === null) return toSignIn(c);
      requirePage(signed.caller, action);
      return await show({ ...visit, signed });
    });
}

/** A form for everyone. @param token false for a form that changes nothing and needs no CSRF token */
export function publicForm(
  site: Site,
  take: (visit: Visit, form: Form) => Answer,
  { token = true } = {},
): Route {
  return (c) =>
    withErrorPage(c, site, async () => {
      requireOwnOrigin(c, site.services.baseUrl);
      const visit = await visitOf(c, site);
      const form = await readForm(c, BODY_LIMIT);
      if (token) site.requireToken(c, visit.signed, form.text("csrf"));
      return await take(visit, form);
    });
}

export interface ConsoleFormOptions {
  /** What the visitor must be allowed to do. */
  readonly action: Action;
  /** Bytes. */
  readonly limit?: number;
}

/** A form of the console. */
export function consoleForm(
  site: Site,
  take: TakeForm,
  { action, limit = BODY_LIMIT }: ConsoleFormOptions,
): Route {
  return (c) =>
    withErrorPage(c, site, async () => {
      requireOwnOrigin(c, site.services.baseUrl);
      const { signed, ...visit } = await visitOf(c, site);
      if (signed === null) return toSignIn(c);
      requireAction(signed.caller, action);
      const form = await readForm(c, limit);
      site.requireToken(c, signed, form.text("csrf"));
      site.services.storageLimit.admit(signed.caller.account);
      site.services.storageLimit.kept(signed.caller.account, 0);
      return await take({ ...visit, signed }, form);
    });
}

async function visitOf(c: AppContext, site: Site): Promise<Visit> {
  c.set("family", "site");
  site.options.clients.noteUndeclaredProxy(c);
  const found = await site.signedIn(c);
  const signed = found === null
    ? null
    : { ...found, caller: { ...found.caller, origin: originFrom(c, "console") } };
  if (c.env.trail !== undefined) c.env.trail.caller = signed?.caller ?? null;
  if (signed !== null) {
    c.set("caller", signed.caller);
    takeWork(site.services, signed.caller, WORK.page);
    await c.env.load.claim(signed.caller.account.id);
  }
  return { c, site, services: site.services, view: site.view(c, signed), signed };
}

/** Renders an AppError as a page; others go to the router's error handler. */
async function withErrorPage(c: AppContext, site: Site, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const view = site.view(c, await site.signedIn(c));
    return errorPage(c, error, MessagePage({ view, code: error.code, text: error.message }));
  }
}

/** Does the work of a form. After an AppError it shows the page of `failed`, usually the form again with the problem. */
export async function tryForm(
  c: AppContext,
  work: () => Answer,
  failed: (error: AppError) => unknown,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return errorPage(c, error, await failed(error));
  }
}

/** What is wrong with the one field that the error is about, or the whole message. */
export function problemOf(error: AppError): string {
  return error.extra.errors?.[0]?.detail ?? error.message;
}

/** The field that the error is about, or "". */
export function fieldOf(error: AppError): string {
  const first = error.extra.errors?.[0];
  return first !== undefined && "parameter" in first ? first.parameter : "";
}

function toSignIn(c: AppContext): Response {
  const wanted = c.req.method === "GET" ? `?next=${encodeURIComponent(pathAndQuery(c))}` : "";
  return seeOther(c, `/console/sign-in${wanted}`);
}

function pathAndQuery(c: AppContext): string {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
}

/** The path if it is in the console, otherwise `/console`: a crafted link cannot redirect to another site. */
export function safeNext(next: string): string {
  const url = next.startsWith("/console") ? URL.parse(next, "http://here.invalid") : null;
  if (url?.host !== "here.invalid" || !/^\/console(\/|$)/.test(url.pathname)) return "/console";
  return url.pathname + url.search;
}
