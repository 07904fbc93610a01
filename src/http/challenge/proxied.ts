/**
 * `/winnow/challenge?to=`: the page on a site's own host, which the recipes pass on to this service with the site's key. Who
 * passes gets a cookie of the site, which `/v1/edge/check` reads, and goes back to `to`. Paths have no dots: recipes let only
 * plain ones through.
 */
import type { Hono } from "hono";
import type { Account } from "../../model/records.ts";
import { challengeId, readChallengeId } from "../../service/challenge/challenge_id.ts";
import { edgeChallenge } from "../../service/challenge/edge_challenge.ts";
import { mintPass, readPass } from "../../service/challenge/pass_cookie.ts";
import { returnAddress } from "../../service/edge/return_address.ts";
import { languageOf } from "../appeals/language.ts";
import { BODY_LIMIT } from "../body.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { callerOf } from "../edge/check.ts";
import { shortHeader } from "../header.ts";
import { json } from "../respond.ts";
import { STYLE } from "../site/assets.ts";
import { readForm } from "../site/form.ts";
import { seeOther } from "../site/respond.ts";
import type { Site } from "../site/site.ts";
import { challengePage, type ChallengeVisit, puzzle, takeAnswer, wantsJson } from "./answer.ts";
import { withQuery } from "./public_page.tsx";
import { scriptAnswer } from "./script.ts";

/** As `service/edge` sends visitors to it. */
const PATH = "/winnow/challenge";
/** Per hour and network. */
const SHOWN_PER_HOUR = 1200;
const SENT_PER_HOUR = 600;

interface Proxied {
  readonly account: Account;
  readonly to: string;
  readonly visit: ChallengeVisit;
}

export function mountProxied(app: Hono<AppEnv>, site: Site): void {
  const { services } = site;
  app.get(`${PATH}/script`, scriptAnswer);
  app.get(`${PATH}/style`, () => styleAnswer());
  app.get(PATH, async (c) => {
    const { account, to, visit } = await visitOf(c, site, "challenge pages", SHOWN_PER_HOUR);
    const cookie = shortHeader(c, "cookie") ?? null;
    const passed = readPass(services, account, cookie, visit.visitor.address?.text ?? null);
    if (passed !== null) return seeOther(c, to);
    return await challengePage(c, services, visit);
  });
  app.get(`${PATH}/altcha`, async (c) => {
    const { visit } = await visitOf(c, site, "challenge pages", SHOWN_PER_HOUR);
    return await puzzle(c, services, visit);
  });
  app.post(`${PATH}/solve`, async (c) => {
    const { account, to, visit } = await visitOf(c, site, "challenge answers", SENT_PER_HOUR);
    const form = await readForm(c, BODY_LIMIT);
    return await takeAnswer(c, services, visit, form, (passed) => {
      const { address } = visit.visitor;
      const isSecure = site.options.clients.scheme(c) === "https";
      const cookie = shortHeader(c, "cookie") ?? null;
      const pass = mintPass(services, account, passed, { address, before: cookie, isSecure });
      c.header("set-cookie", pass);
      if (!wantsJson(c)) return seeOther(c, to);
      const response = json(c, { to });
      response.headers.set("set-cookie", pass);
      return response;
    });
  });
}

/** @throws AppError key_missing and others of the proxy's key, rate_limited */
async function visitOf(c: AppContext, site: Site, action: string, perHour: number): Promise<Proxied> {
  c.set("family", "site");
  c.header("x-robots-tag", "noindex");
  const { services, options } = site;
  const { account } = await callerOf(c, services);
  await site.limit(c, action, perHour);
  const visitor = { address: options.clients.visitorOf(c), userAgent: shortHeader(c, "user-agent") ?? "" };
  const to = returnAddress(c.req.query("to") ?? null, account.edgeHosts);
  // The one of the page, for an hour; one of another account is none.
  const known = readChallengeId(services, c.req.query("id") ?? "");
  const subject = known?.account === account.id ? known : edgeChallenge(services, account, visitor);
  const id = challengeId(services, subject);
  const urls = {
    page: withQuery(PATH, { to, id }),
    puzzle: withQuery(`${PATH}/altcha`, { id }),
    solve: withQuery(`${PATH}/solve`, { id, to }),
    script: `${PATH}/script`,
    style: `${PATH}/style`,
  };
  const language = languageOf(c.req.query("lang") ?? "", shortHeader(c, "accept-language"));
  return { account, to, visit: { subject, visitor, language, urls, isEdge: true } };
}

function styleAnswer(): Response {
  return new Response(STYLE.text, {
    headers: {
      "content-type": STYLE.type,
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    },
  });
}
