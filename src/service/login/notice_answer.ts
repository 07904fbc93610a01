/** What a person sees of a log-in at the address of a notice, and what they answer. */
import { ANSWERED, type NoticeAnswer } from "../../model/login/notice.ts";
import type { NoticeFacts } from "../../model/login/notice_mail.ts";
import type { Account } from "../../model/records.ts";
import { type Change, NO_CHANGE, together } from "../../records/change.ts";
import type { StoredLogin } from "../../records/login/attempts.ts";
import { ANSWERED_BEFORE } from "../../records/login/notices.ts";
import { unlessAbandoned } from "../../records/state.ts";
import type { Services } from "../context.ts";
import { readNoticeToken } from "./notices.ts";
import { learn } from "./outcomes.ts";
import { takeoverEvent } from "./takeover_event.ts";

export interface ShownNotice {
  /** That of the link. */
  readonly answer: NoticeAnswer;
  readonly facts: NoticeFacts;
  /** Null: it waits for an answer. */
  readonly given: NoticeAnswer | null;
}

interface FoundNotice {
  readonly shown: ShownNotice;
  readonly account: Account;
  readonly login: StoredLogin;
  readonly requestId: string;
  readonly userId: string;
}

/** Null for all addresses that are none: invented, another store's, expired, or of a log-in that was erased. */
export async function findNotice(services: Services, token: string): Promise<FoundNotice | null> {
  const { store, now } = services;
  const subject = readNoticeToken(services, token);
  const account = subject === null ? null : store.accounts.account(subject.account);
  if (subject === null || account === null) return null;
  const { requestId, userId, answer } = subject;
  const login = await store.loginAttempts.get(account.id, requestId, now());
  if (login === null) return null;
  const notices = await store.loginNotices.of(account.id, login.user);
  const notice = notices.find((each) => each.requestId === requestId);
  if (notice === undefined) return null;
  return { shown: { answer, facts: login, given: notice.answer }, account, login, requestId, userId };
}

/** Durable when it resolves; false: another press, of whichever process, was faster. */
export async function answerNotice(
  services: Services,
  { shown: { answer }, account, login, requestId, userId }: FoundNotice,
): Promise<boolean> {
  const answered = services.store.loginNotices.answering(account.id, login.user, requestId, answer);
  const told = answer === "not_me" ? notMe(services, account, { login, requestId, userId }) : NO_CHANGE;
  const learned = learn(services, account, login, ANSWERED[answer], together(answered, told));
  return await unlessAbandoned(learned, ANSWERED_BEFORE);
}

function notMe(
  services: Services,
  account: Account,
  { login, requestId, userId }: Pick<FoundNotice, "login" | "requestId" | "userId">,
): Change {
  return takeoverEvent(services, {
    account: account.id,
    mode: login.mode,
    userId,
    cause: "not_me",
    at: services.now(),
    loginAt: login.at,
    requestId,
    login,
  });
}
