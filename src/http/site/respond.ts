/** Pages out, with the headers every page has. */
import type { ErrorCode } from "../../model/error.ts";
import type { AppContext } from "../context.ts";
import { statusOf } from "../respond.ts";

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

/** A piece of a page, for a script that puts it in place. */
export function fragment(c: AppContext, piece: unknown, status = 200): Response {
  return send(c, String(piece), status);
}

/** After a form: the browser asks for the page itself. */
export function seeOther(c: AppContext, location: string): Response {
  c.header("cache-control", "no-store");
  return c.body(null, 303, { location });
}

function send(c: AppContext, text: string, status: number): Response {
  c.header("cache-control", "no-store");
  return c.body(text, status as 200, HEADERS);
}

/** The status of a page that shows an error. A paused account is signed in and may not: that is no 401. */
export function pageStatus(code: ErrorCode): number {
  return code === "account_paused" ? 403 : statusOf(code, "site");
}
