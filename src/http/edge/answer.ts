/** What a proxy is told of a visitor. Statuses mean what proxies make of them: 204 pass, 307 and 401 a challenge, 403 blocked. */
import { returnAddress } from "../../service/edge/return_address.ts";
import type { Visitor, VisitorVerdict } from "../../service/edge/judge_visitor.ts";
import { SAFE_HEADERS } from "../respond.ts";
import type { ProxyKind } from "./visit.ts";

/** The page that recipes pass on to this service, on the site's own host. */
const CHALLENGE = "/winnow/challenge";

export function edgeAnswer(kind: ProxyKind, visitor: Visitor, judged: VisitorVerdict): Response {
  const headers = {
    ...SAFE_HEADERS,
    "winnow-verdict": judged.verdict,
    "winnow-request-id": judged.requestId,
    ...(judged.score === null ? {} : { "winnow-score": String(judged.score) }),
  };
  if (judged.verdict === "allow") return new Response(null, { status: 204, headers });
  if (judged.verdict === "block") {
    const page = { ...headers, "content-type": "text/html; charset=utf-8" };
    return new Response(blockedPage(judged.requestId), { status: 403, headers: page });
  }
  const challenge = `${CHALLENGE}?to=${encodeURIComponent(returnAddress(visitor.uri))}`;
  const asked = { ...headers, "winnow-challenge": challenge };
  if (kind === "nginx") return new Response(null, { status: 401, headers: asked });
  // What a form sent is for the site, not for the page of the challenge: 303 makes the browser come with GET.
  const status = /^(?:GET|HEAD)$/i.test(visitor.method) ? 307 : 303;
  return new Response(null, { status, headers: { ...asked, location: challenge } });
}

/** Nothing can be said: the visitor passes. */
export function edgeOpen(): Response {
  return new Response(null, { status: 204, headers: { ...SAFE_HEADERS, "winnow-verdict": "unavailable" } });
}

/** The recipe is wrong, which its operator must see: not a status that decides about visitors. */
export function edgeMisused(why: string): Response {
  const headers = { ...SAFE_HEADERS, "content-type": "text/plain; charset=utf-8" };
  return new Response(`Winnow: ${why}\n`, { status: 500, headers });
}

function blockedPage(requestId: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Access denied</title>
<h1>Access denied</h1>
<p>This site does not accept requests from your connection at the moment.</p>
<p>If you think that this is a mistake, tell the site's operator this number: <code>${requestId}</code></p>
</html>
`;
}
