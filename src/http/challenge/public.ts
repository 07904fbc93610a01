/** The routes of `/challenge/<id>`, `/challenge.js`, and of `/winnow/challenge` behind a site's proxy. No session is read. */
import type { Hono } from "hono";
import { type ChallengeSubject, TOKEN_MS } from "../../model/challenge/challenge.ts";
import { AppError } from "../../model/error.ts";
import { timestamp } from "../../model/timestamp.ts";
import { readChallengeId } from "../../service/challenge/challenge_id.ts";
import { CHALLENGE_PATH } from "../../service/challenge/offer.ts";
import type { Passed } from "../../service/challenge/pass.ts";
import type { ChallengeVisitor } from "../../service/challenge/visitor.ts";
import { returnAddress } from "../../service/edge/return_address.ts";
import { languageOf } from "../appeals/language.ts";
import { BODY_LIMIT } from "../body.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { shortHeader } from "../header.ts";
import { json } from "../respond.ts";
import { STYLE } from "../site/assets.ts";
import { readForm } from "../site/form.ts";
import { html, seeOther } from "../site/respond.ts";
import type { Site } from "../site/site.ts";
import { ANY_ORIGIN, challengePage, type ChallengeVisit, puzzle, takeAnswer, wantsJson } from "./answer.ts";
import { mountProxied } from "./proxied.ts";
import { NoChallengePage, PassedPage, withQuery } from "./public_page.tsx";
import { scriptAnswer } from "./script.ts";
import { WORDS } from "./words.ts";

/** Per hour and network: looks at challenges and puzzles of them, and answers. */
const SHOWN_PER_HOUR = 1200;
const SENT_PER_HOUR = 600;

const SCRIPT_PATH = "/challenge.js";

export function mountChallenges(app: Hono<AppEnv>, site: Site): void {
  app.get(SCRIPT_PATH, scriptAnswer);
  app.get(`${CHALLENGE_PATH}/:id`, (c) => withinLimit(c, site, "challenge pages", SHOWN_PER_HOUR, show));
  app.get(
    `${CHALLENGE_PATH}/:id/altcha`,
    (c) =>
      withinLimit(c, site, "challenge pages", SHOWN_PER_HOUR, (visit) => puzzle(c, site.services, visit)),
  );
  app.post(
    `${CHALLENGE_PATH}/:id/solve`,
    (c) =>
      withinLimit(c, site, "challenge answers", SENT_PER_HOUR, async (visit) => {
        const form = await readForm(c, BODY_LIMIT);
        return await takeAnswer(c, site.services, visit, form, (passed) =>
          answerPassed(c, site, visit, passed));
      }),
  );
  mountProxied(app, site);

  function show(visit: ChallengeVisit, c: AppContext): Promise<Response> {
    return challengePage(c, site.services, visit);
  }
}

/** @param work what to do of a challenge that there is, for a network that has not used up its hour */
async function withinLimit(
  c: AppContext,
  site: Site,
  action: string,
  perHour: number,
  work: (visit: ChallengeVisit, c: AppContext) => Promise<Response>,
): Promise<Response> {
  c.set("family", "site");
  c.header("x-robots-tag", "noindex");
  const id = c.req.param("id") ?? "";
  const language = languageOf(c.req.query("lang") ?? "", shortHeader(c, "accept-language"));
  const subject = readChallengeId(site.services, id);
  const to = subject === null ? null : returnTo(site, subject, c.req.query("to") ?? null);
  const page = `${CHALLENGE_PATH}/${id}`;
  const urls = {
    page: withQuery(page, { to }),
    puzzle: `${page}/altcha`,
    solve: withQuery(`${page}/solve`, { to }),
    script: SCRIPT_PATH,
    style: STYLE.url,
  };
  if (subject === null) {
    if (wantsJson(c)) throw new AppError("not_found", "there is no such challenge, or its time is over");
    return html(c, NoChallengePage({ language, urls }), 404);
  }
  try {
    await site.limit(c, action, perHour);
  } catch (error) {
    if (!(error instanceof AppError) || wantsJson(c)) throw error;
    c.header("retry-after", String(error.extra.retryAfter ?? 3600));
    return html(c, NoChallengePage({ language, urls, problem: WORDS[language].problems.often }), 429);
  }
  const visitor = visitorOf(c, site);
  return withTarget(await work({ subject, visitor, language, urls, isEdge: false }, c), to);
}

function visitorOf(c: AppContext, site: Site): ChallengeVisitor {
  site.options.clients.noteUndeclaredProxy(c);
  return { address: site.options.clients.of(c), userAgent: shortHeader(c, "user-agent") ?? "" };
}

/** Where the person goes back to: a URL of a host of the account, or of the one that the challenge was made for; else null. */
function returnTo(
  { services }: Site,
  { account, hostname }: ChallengeSubject,
  wanted: string | null,
): string | null {
  const hosts = services.store.accounts.account(account)?.edgeHosts ?? [];
  const to = returnAddress(wanted, hostname === null ? hosts : [...hosts, hostname]);
  // A path would be one of this service.
  return to.startsWith("/") ? null : to;
}

/** Browsers apply form-action to the redirect after a form, too. */
function withTarget(response: Response, to: string | null): Response {
  const policy = response.headers.get("content-security-policy");
  if (to !== null && policy !== null) {
    const { origin } = new URL(to);
    const wider = policy.replace("form-action 'self'", `form-action 'self' ${origin}`);
    response.headers.set("content-security-policy", wider);
  }
  return response;
}

function answerPassed(
  c: AppContext,
  site: Site,
  { subject, language, urls }: ChallengeVisit,
  passed: Passed,
): Response {
  const { token, kind, passedAt } = passed;
  if (wantsJson(c)) {
    return json(c, { token, kind, expires_at: timestamp(passedAt + TOKEN_MS) }, 200, ANY_ORIGIN);
  }
  const to = returnTo(site, subject, c.req.query("to") ?? null);
  if (to === null) return html(c, PassedPage({ language, urls, token }));
  const url = new URL(to);
  url.searchParams.set("challenge_token", token);
  return seeOther(c, url.href);
}
