/** What AppSec answers a bouncer: the action, and the status that the bouncer is to give the visitor. */

export interface AppsecAnswer {
  /** Of the answer to the bouncer. */
  readonly status: 200 | 403;
  readonly body: AppsecBody;
}

type AppsecBody =
  | { readonly action: "allow" | "ban" | "captcha"; readonly http_status: number }
  | ChallengeBody;

/** A whole response that the bouncer relays (CrowdSec 1.8). */
interface ChallengeBody {
  readonly action: "challenge";
  readonly http_status: number;
  readonly user_body_content: string;
  readonly user_cookies?: readonly string[];
  readonly user_headers: Readonly<Record<string, readonly string[]>>;
}

export const ALLOW: AppsecAnswer = { status: 200, body: { action: "allow", http_status: 200 } };
export const BAN: AppsecAnswer = { status: 403, body: { action: "ban", http_status: 403 } };
export const CAPTCHA: AppsecAnswer = { status: 403, body: { action: "captcha", http_status: 403 } };
/** Of the connection, or made anew by the bouncer. */
const NOT_RELAYED: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "set-cookie",
  "transfer-encoding",
  "vary",
]);

/** A page of this service as an answer that the bouncer relays. */
export async function relayed(page: Response): Promise<AppsecAnswer> {
  const headers: Record<string, string[]> = {};
  for (const [name, value] of page.headers) {
    if (!NOT_RELAYED.has(name)) headers[canonical(name)] = [value];
  }
  const cookies = page.headers.getSetCookie();
  return {
    status: 403,
    body: {
      action: "challenge",
      http_status: page.status,
      user_body_content: await textOf(page),
      ...(cookies.length === 0 ? {} : { user_cookies: cookies }),
      user_headers: headers,
    },
  };
}

async function textOf(page: Response): Promise<string> {
  const isCompressed = page.headers.get("content-encoding") === "gzip" && page.body !== null;
  return await (isCompressed ? new Response(page.body.pipeThrough(new DecompressionStream("gzip"))) : page)
    .text();
}

/** `Content-Type`, as bouncers written in Go and Lua name headers. */
function canonical(name: string): string {
  return name.split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("-");
}
