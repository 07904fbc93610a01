/** Notices of suspicious log-ins: the links that the user answers with, the text of the mail, and the event `login.suspicious`. */
import type { Familiarity } from "../../model/login/history.ts";
import type { LoginMethod, Suggestion } from "../../model/login/login.ts";
import {
  hasRoom,
  isSuspicious,
  NOTICE_ANSWERS,
  NOTICE_MS,
  type NoticeAnswer,
} from "../../model/login/notice.ts";
import { noticeMail } from "../../model/login/notice_mail.ts";
import type { Caller, RuleApplied } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { type Change, together } from "../../records/change.ts";
import type { StoredLogin } from "../../records/login/attempts.ts";
import { requestTime } from "../../records/scores/request_id.ts";
import { sealed, unsealed } from "../challenge/sealed.ts";
import { idOfScore } from "../challenge/challenge_id.ts";
import type { Services } from "../context.ts";

/** The path of the pages. */
export const NOTICE_PATH = "/login-notice";

interface NoticedLogin {
  readonly login: StoredLogin;
  readonly requestId: string;
  /** As the site sent it: it is in the event and, encrypted, in the links; it is not stored here. */
  readonly userId: string;
  readonly method: LoginMethod | null;
  readonly familiarity: Familiarity;
  readonly findings: readonly { readonly name: string; readonly points: number; readonly text: string }[];
  readonly suggest: Suggestion;
  readonly riskScore: number;
  readonly rule: RuleApplied | null;
  /** Where the links lead to. */
  readonly origin: string;
}

export interface LoginNotice {
  /** As answers and events have it. */
  readonly body: ReturnType<typeof bodyOf>;
  /** To be written with the log-in: it abandons the commit (TOLD_ENOUGH) when others were faster. */
  readonly change: Change;
}

/** Null: there is nothing to tell, or the user was told enough. */
export async function noticeOf(
  services: Services,
  { account, key }: Caller,
  noticed: NoticedLogin,
): Promise<LoginNotice | null> {
  const { store: { loginNotices }, webhooks: { events }, now } = services;
  const { login, requestId, suggest } = noticed;
  if (!isSuspicious({ ...login, suggest }, now())) return null;
  const earlier = await loginNotices.of(account.id, login.user);
  if (!hasRoom(earlier.map((each) => requestTime(each.requestId)), now())) return null;
  const body = bodyOf(services, account.id, noticed);
  const event = {
    account: account.id,
    type: "login.suspicious",
    id: `login_suspicious_${idOfScore(requestId)}`,
    data: dataOf(noticed, body),
  } as const;
  const added = loginNotices.adding(account.id, login.user, requestId);
  return { body, change: key.mode === "live" ? together(added, events.change([event])) : added };
}

function bodyOf(
  services: Services,
  account: string,
  { login, requestId, userId, suggest, origin }: NoticedLogin,
) {
  const link = (answer: NoticeAnswer) =>
    `${origin}${NOTICE_PATH}/${noticeToken(services, { account, requestId, userId, answer })}`;
  const links = { me: link("me"), not_me: link("not_me") };
  const isIn = login.succeeded === true && suggest === "notify";
  return {
    ...links,
    expires_at: timestamp(requestTime(requestId) + NOTICE_MS),
    mail: noticeMail(login, { isIn, links }),
  };
}

function dataOf(
  { login, requestId, userId, method, familiarity, findings, suggest, riskScore, rule }: NoticedLogin,
  notice: ReturnType<typeof bodyOf>,
) {
  return {
    request_id: requestId,
    user_id: userId,
    at: timestamp(login.at),
    suggest,
    risk_score: riskScore,
    succeeded: login.succeeded,
    method,
    country: login.country,
    browser: login.browser,
    os: login.os,
    device: familiarity.device,
    network: familiarity.network,
    findings: findings.map(({ name, points, text }) => ({ name, points, text })),
    rule_applied: rule === null ? null : { id: rule.id, action: rule.action, kind: rule.kind },
    notice,
  };
}

interface NoticeSubject {
  readonly account: string;
  readonly requestId: string;
  readonly userId: string;
  readonly answer: NoticeAnswer;
}

/** Of the list below. */
const VERSION = 1;

/** What a link says, encrypted and authenticated, so that nobody can make, read or change one. */
function noticeToken(
  { loginLinks }: Services,
  { account, requestId, userId, answer }: NoticeSubject,
): string {
  return sealed(loginLinks, [VERSION, account, requestId, userId, answer]);
}

/** Null for whatever was not issued under a secret of the store, and after its time. */
export function readNoticeToken({ loginLinks, now }: Services, token: string): NoticeSubject | null {
  const values = unsealed(loginLinks, token);
  if (values === null || values[0] !== VERSION) return null;
  const [, account, requestId, userId, given] = values;
  const answer = NOTICE_ANSWERS.find((each) => each === given);
  if (typeof account !== "string" || typeof requestId !== "string" || typeof userId !== "string") return null;
  if (answer === undefined || requestTime(requestId) + NOTICE_MS <= now()) return null;
  return { account, requestId, userId, answer };
}
