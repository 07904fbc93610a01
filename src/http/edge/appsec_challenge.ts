/**
 * The page of a challenge through AppSec: the bouncer relays whole answers, and passes on what the page asks for below
 * `/crowdsec-internal/challenge/` of the site. An allow cannot set a cookie, so the page's own form does.
 */
import { type AppsecAnswer, relayed } from "../../compat/appsec/answer.ts";
import type { VisitorRequest } from "../../compat/appsec/visitor_request.ts";
import { clientSubnet } from "../../model/address/address.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { challengeId, readChallengeId } from "../../service/challenge/challenge_id.ts";
import { edgeChallenge } from "../../service/challenge/edge_challenge.ts";
import { mintPass } from "../../service/challenge/pass_cookie.ts";
import type { Services } from "../../service/context.ts";
import { returnAddress } from "../../service/edge/return_address.ts";
import { languageOf } from "../appeals/language.ts";
import { BODY_LIMIT } from "../body.ts";
import { challengePage, type ChallengeVisit, puzzle, takeAnswer, wantsJson } from "../challenge/answer.ts";
import { withQuery } from "../challenge/public_page.tsx";
import { scriptAnswer } from "../challenge/script.ts";
import type { AppContext } from "../context.ts";
import { httpStatusOf, json } from "../respond.ts";
import { STYLE } from "../site/assets.ts";
import { readForm } from "../site/form.ts";
import { seeOther } from "../site/respond.ts";

const BASE = "/crowdsec-internal/challenge";

/** Per hour and network of a site's visitors: looks at the page and puzzles, and answers. */
const SHOWN_PER_HOUR = 1200;
const SENT_PER_HOUR = 600;

interface Asked {
  readonly services: Services;
  readonly caller: Caller;
  readonly request: VisitorRequest;
}

/** The page in place of what was asked for. Who asks for no page is told by the status that it is another one. */
export async function appsecChallenge(c: AppContext, asked: Asked): Promise<AppsecAnswer> {
  const { request } = asked;
  await limit(asked, "pages", SHOWN_PER_HOUR);
  const visit = visitOf(asked, new URLSearchParams({ to: request.uri }));
  const page = await relayed(await challengePage(c, asked.services, visit));
  const isPage = request.accept.includes("text/html");
  return isPage ? page : { ...page, body: { ...page.body, http_status: 403 } };
}

/** Null: it is not a request of the page. */
export async function internalAnswer(c: AppContext, asked: Asked): Promise<AppsecAnswer | null> {
  const [path = "", query = ""] = asked.request.uri.split("?", 2);
  if (!path.startsWith(`${BASE}/`)) return null;
  try {
    return await relayed(await partOf(c, asked, path.slice(BASE.length + 1), new URLSearchParams(query)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message: detail } = error;
    return await relayed(Response.json({ code, detail }, { status: httpStatusOf(code, "site") }));
  }
}

async function partOf(c: AppContext, asked: Asked, part: string, query: URLSearchParams): Promise<Response> {
  const { services, caller, request } = asked;
  const isSent = request.method === "POST";
  if (part === "script") return scriptAnswer(c);
  if (part === "style") {
    return new Response(STYLE.text, {
      headers: { "content-type": STYLE.type, "cache-control": "public, max-age=3600" },
    });
  }
  const visit = visitOf(asked, query);
  if (part === "page" || part === "altcha") {
    await limit(asked, "pages", SHOWN_PER_HOUR);
    return part === "page" ? await challengePage(c, services, visit) : await puzzle(c, services, visit);
  }
  if (part !== "solve" || !isSent) throw new AppError("not_found", "there is no such page");
  await limit(asked, "answers", SENT_PER_HOUR);
  const form = await readForm(c, BODY_LIMIT);
  const to = targetOf(caller, query);
  return await takeAnswer(c, services, visit, form, (passed) => {
    const response = wantsJson(c) ? json(c, { to }) : seeOther(c, to);
    const isSecure = request.scheme === "https";
    response.headers.set(
      "set-cookie",
      mintPass(services, caller.account, passed, {
        address: request.address,
        before: request.cookie,
        isSecure,
      }),
    );
    return response;
  });
}

function visitOf({ services, caller, request }: Asked, query: URLSearchParams): ChallengeVisit {
  const { account } = caller;
  const { address, headers } = request;
  const visitor = { address, userAgent: headers.get("user-agent") ?? "" };
  // The one of the page; one of another account is none.
  const known = readChallengeId(services, query.get("id") ?? "");
  const subject = known?.account === account.id ? known : edgeChallenge(services, account, visitor);
  const id = challengeId(services, subject);
  const to = targetOf(caller, query);
  return {
    subject,
    visitor,
    language: languageOf(query.get("lang") ?? "", headers.get("accept-language") ?? undefined),
    urls: {
      page: withQuery(`${BASE}/page`, { to, id }),
      puzzle: withQuery(`${BASE}/altcha`, { id }),
      solve: withQuery(`${BASE}/solve`, { id, to }),
      script: `${BASE}/script`,
      style: `${BASE}/style`,
    },
    isEdge: true,
  };
}

function targetOf({ account }: Caller, query: URLSearchParams): string {
  return returnAddress(query.get("to"), account.edgeHosts);
}

/** The bouncer is one client, so its visitors are counted. @throws AppError rate_limited */
async function limit({ services, caller, request }: Asked, action: string, perHour: number): Promise<void> {
  const key = `appsec ${action} ${caller.account.id} ${clientSubnet(request.address)}`;
  const state = await services.pageLimiter.take(key, perHour, services.now());
  if (state.allowed) return;
  throw new AppError("rate_limited", "too many requests", { retryAfter: state.retryAfterSeconds });
}
