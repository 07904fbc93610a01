/** What AppSec answers a bouncer: the action, and the status that the bouncer is to give the visitor. */

export interface AppsecAnswer {
  /** Of the answer to the bouncer. */
  readonly status: 200 | 403;
  readonly body: AppsecBody;
}

interface AppsecBody {
  readonly action: "allow" | "ban" | "captcha";
  readonly http_status: number;
}

export const ALLOW: AppsecAnswer = { status: 200, body: { action: "allow", http_status: 200 } };
export const BAN: AppsecAnswer = { status: 403, body: { action: "ban", http_status: 403 } };
export const CAPTCHA: AppsecAnswer = { status: 403, body: { action: "captcha", http_status: 403 } };
