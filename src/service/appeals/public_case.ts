/** What a person sees of their own case at the address of an appeal, and what they send. */
import { APPEAL_MS, firstAppealId, MAX_APPEAL_TEXT } from "../../model/appeal.ts";
import type { CustomerLanguage, CustomerReason } from "../../model/customer_reason.ts";
import { DAY_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import type { Account, ScoreRecord } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { StoredAppeal } from "../../records/appeals.ts";
import { requestTime } from "../../records/scores/request_id.ts";
import type { Services } from "../context.ts";
import { mailAddress } from "../mail/mail_address.ts";
import { type Deciding, storedDeciding } from "../score/customer_reason.ts";
import { appealOpened } from "../webhooks/appeal_events.ts";
import { readAppealToken } from "./appeal_token.ts";
import { writtenText } from "./written.ts";

export interface PublicCase {
  readonly scoredAt: number;
  readonly verdict: Exclude<Verdict, "allow">;
  readonly reason: CustomerReason;
  /** Null: none was sent yet. */
  readonly appeal: Pick<StoredAppeal, "state" | "decided" | "openedAt"> | null;
  /** When the page ends. */
  readonly end: number;
}

interface FoundCase {
  readonly shown: PublicCase;
  readonly account: Account;
  readonly record: ScoreRecord;
  readonly deciding: Deciding;
}

/** What is wrong with what was sent; `once`: there is an appeal already, `full`: the account takes no more for now. */
export type AppealProblem = "empty" | "long" | "address" | "once" | "full";

/** Null for all addresses that are none: invented, another store's, expired, or of a score that is gone. */
export async function findCase(services: Services, token: string): Promise<FoundCase | null> {
  const { appeals, store, now } = services;
  const subject = readAppealToken(appeals.tokens, token);
  const account = subject === null ? null : store.accounts.account(subject.account);
  if (subject === null || account === null) return null;
  const at = now();
  const [record, appeal] = await Promise.all([
    store.scores.get(account.id, subject.requestId, at),
    store.appeals.ofScore(account.id, subject.requestId, at),
  ]);
  const deciding = record === null ? null : storedDeciding(record);
  if (record === null || deciding === null || record.verdict === "allow" || record.mode === "test") {
    return null;
  }
  if (appeal === null && account.appeals !== true) return null;
  // The answer can be read for as long as an appeal could be sent.
  const since = appeal === null ? requestTime(record.id) : appeal.decided?.at ?? at;
  const end = Math.min(since + APPEAL_MS, record.expiresAt);
  if (end <= at) return null;
  const shown = { scoredAt: record.at, verdict: record.verdict, reason: deciding.reason, appeal, end };
  return { shown, account, record, deciding };
}

interface Written {
  readonly text: string;
  /** "" for none. */
  readonly replyTo: string;
  readonly language: CustomerLanguage;
}

/** Durable when it resolves to null. @returns what is wrong; then nothing is stored */
export async function fileAppeal(
  services: Services,
  { account, record, deciding, shown }: FoundCase,
  { text, replyTo, language }: Written,
): Promise<AppealProblem | null> {
  if (shown.appeal !== null) return "once";
  const written = cleaned(text);
  if (written === "") return "empty";
  if ([...written].length > MAX_APPEAL_TEXT) return "long";
  const address = addressOf(replyTo);
  if (address === null) return "address";
  const { store, appeals, now, storageLimit } = services;
  const at = now();
  const sealed = appeals.texts.encrypt(
    writtenText({ text: written, replyTo: address === "" ? null : address }),
  );
  if (!await appeals.open.take(store.appeals, account.id)) return "full";
  const { rule, conditions = null } = record;
  const appeal: StoredAppeal = {
    id: `${firstAppealId(at)}${services.randomBytes(ID_BYTES).toHex()}`,
    requestId: record.id,
    openedAt: at,
    language,
    sealed,
    rule: rule?.id ?? conditions?.decided?.id ?? null,
    finding: deciding.finding === null ? null : [deciding.finding.component, deciding.finding.name],
    state: "open",
    decided: null,
    expiresAt: Math.min(record.expiresAt, at + MAX_KEPT_MS),
  };
  const event = appealOpened(services, {
    account: account.id,
    appealId: appeal.id,
    requestId: record.id,
    userId: record.signup?.userId ?? null,
    at,
  });
  const isStored = isAdmitted(storageLimit, account, sealed.length) &&
    await store.appeals.open(account.id, appeal, event);
  if (isStored) return null;
  appeals.open.giveBack(account.id);
  return await store.appeals.ofScore(account.id, record.id, at) === null ? "full" : "once";
}

/** Random ones behind the time of an id. */
const ID_BYTES = 8;
/** As long as a score, whatever its clock said. */
const MAX_KEPT_MS = 180 * DAY_MS;

/** What everybody's customers write is part of what may be stored for a guest. */
function isAdmitted(limit: Services["storageLimit"], account: Account, bytes: number): boolean {
  try {
    limit.admit(account);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
  limit.kept(account, bytes);
  return true;
}

/** Lines end as they are counted; without what controls a terminal or turns the direction of the text around. */
function cleaned(text: string): string {
  return text.toWellFormed().replaceAll("\r\n", "\n").replaceAll(
    /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu,
    "",
  )
    .trim();
}

/** RFC 5321 allows no longer one. */
const MAX_ADDRESS = 254;

/** "" for none; null: mail cannot be sent there. */
function addressOf(text: string): string | null {
  const given = text.trim();
  if (given === "") return "";
  const address = given.length > MAX_ADDRESS ? null : mailAddress(given);
  return address?.slice(address.lastIndexOf("@")).includes(".") ? address : null;
}
