/**
 * What a site's captcha plug-in asks: the contract of reCAPTCHA, hCaptcha and Turnstile, in which the site's server proves
 * itself with a secret and shows the token that the visitor's page got.
 */
import { isObject } from "../model/json.ts";

/** Only codes of the contract: plug-ins show texts by them. */
type SiteverifyError =
  | "missing-input-secret"
  | "invalid-input-secret"
  | "missing-input-response"
  | "invalid-input-response"
  | "timeout-or-duplicate"
  | "bad-request"
  | "internal-error";

interface SiteverifyRequest {
  /** An API key. */
  readonly secret: string;
  /** The token. */
  readonly response: string;
  /** The visitor's address as the site's server saw it; null: it was not sent. */
  readonly remoteip: string | null;
}

/** Characters of a field. */
const MAX_FIELD = 2048;

/**
 * Other fields (`sitekey`, `idempotency_key`) are not read: a key belongs to one account, and a token counts once.
 * @param sent the body: JSON of any type, or the fields of a form, of which a repeated one is a list
 */
export function readSiteverify(sent: unknown): SiteverifyRequest | { readonly errors: SiteverifyError[] } {
  if (!isObject(sent)) return { errors: ["bad-request"] };
  const [secret, response, remoteip] = [sent.secret, sent.response, sent.remoteip ?? sent.remoteIp]
    .map(textOf);
  if (secret === undefined || response === undefined || remoteip === undefined) {
    return { errors: ["bad-request"] };
  }
  const errors: SiteverifyError[] = [];
  if (secret === null) errors.push("missing-input-secret");
  if (response === null) errors.push("missing-input-response");
  if (secret === null || response === null) return { errors };
  return { secret, response, remoteip };
}

/** Null: it was not given; undefined: it is no text that could be meant. */
function textOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string" || value.length > MAX_FIELD) return undefined;
  return value.trim() === "" ? null : value.trim();
}

/** What the token stood for. */
interface Verified {
  /** False: the sign-up behind it is a block. */
  readonly success: boolean;
  readonly passedAt: string;
  readonly hostname: string | null;
  readonly action: string | null;
  /** 0 to 100, after the challenge; null: the challenge was of no score. */
  readonly risk: number | null;
}

/** `score` is that of reCAPTCHA v3, where 1 is good; without a risk there is none, as of a plain captcha. */
export function siteverifyBody({ success, passedAt, hostname, action, risk }: Verified) {
  return {
    success,
    challenge_ts: passedAt,
    hostname,
    action,
    ...(risk === null ? {} : { score: Math.round(100 - risk) / 100 }),
    "error-codes": [] as readonly SiteverifyError[],
  };
}

export function siteverifyRefusal(errors: readonly SiteverifyError[]) {
  return { success: false, "error-codes": errors };
}
