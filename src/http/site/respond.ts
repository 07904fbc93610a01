/** Page responses with their headers. */
import type { AppError, ErrorCode } from "../../model/error.ts";
import type { AppContext } from "../context.ts";
import { httpStatusOf, markRefused } from "../respond.ts";

/** No inline script or style, nothing from another host, no frame, no plug-in. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  // With `no-referrer` browsers send `Origin: null` with forms, which are then refused as foreign.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
};

/** A whole page. @param page the `<html>` element */
export function html(c: AppContext, page: unknown, status = 200): Response {
  return send(c, `<!doctype html>\n${String(page)}`, status);
}

/** The policy of a page that has no script. */
export function withoutScripts(response: Response): Response {
  const policy = POLICY.replace("script-src 'self'; ", "").replace("connect-src 'self'; ", "");
  response.headers.set("content-security-policy", policy);
  return response;
}

/** A part of a page, which a script inserts. */
export function fragment(c: AppContext, piece: unknown, status = 200): Response {
  return send(c, String(piece), status);
}

/** The redirect after a form. */
export function seeOther(c: AppContext, location: string): Response {
  c.header("cache-control", "no-store");
  return c.body(null, 303, {
    location,
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": HEADERS["referrer-policy"],
  });
}

function send(c: AppContext, text: string, status: number): Response {
  c.header("cache-control", "no-store");
  return c.body(text, status as 200, HEADERS);
}

/** A page that shows an error. */
export function errorPage(c: AppContext, error: AppError, page: unknown): Response {
  markRefused(c, error.code);
  const { retryAfter } = error.extra;
  if (retryAfter !== undefined) c.header("retry-after", String(retryAfter));
  return html(c, page, pageStatus(error.code));
}

/** The status of an error page. A paused account is signed in but not allowed, so it is not a 401. */
export function pageStatus(code: ErrorCode): number {
  return code === "account_paused" ? 403 : httpStatusOf(code, "site");
}
