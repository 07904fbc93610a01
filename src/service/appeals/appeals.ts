/** `/v1/appeals`: the queue of an account's appeals, and what becomes of one. */
import type { AppealDecision, AppealState } from "../../model/appeal.ts";
import { isAppealId, MAX_APPEAL_NOTE } from "../../model/appeal.ts";
import { originOf } from "../../model/access/audit.ts";
import { actorOf } from "../../model/access/who.ts";
import type { CustomerLanguage, CustomerReason } from "../../model/customer_reason.ts";
import { AppError, type ErrorCode, invalidField, invalidParameter } from "../../model/error.ts";
import { hasControls } from "../../model/printable.ts";
import type { Caller, ScoreRecord } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { StoredAppeal } from "../../records/appeals.ts";
import { type Change, together } from "../../records/change.ts";
import { appealDecided } from "../webhooks/appeal_events.ts";
import { takeWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { labelOutcomes, requireLabels } from "../feedback/outcome.ts";
import { storedDeciding } from "../score/customer_reason.ts";
import { mailAnswer } from "./answer_mail.ts";
import { trustPerson } from "./trust_person.ts";
import { readWritten } from "./written.ts";

/** As the API returns it. */
export interface Appeal {
  readonly appeal_id: string;
  readonly request_id: string;
  readonly user_id: string | null;
  readonly state: AppealState;
  readonly opened_at: string;
  readonly verdict: Verdict | null;
  readonly risk_score: number | null;
  readonly customer_reason: CustomerReason | null;
  readonly text: string | null;
  readonly reply_to: string | null;
  readonly language: CustomerLanguage;
  readonly decided_at: string | null;
  readonly by: string | null;
  readonly by_id: string | null;
  readonly note: string | null;
}

export const MAX_LISTED_APPEALS = 200;

interface Wanted {
  /** Null: all. */
  readonly state: AppealState | null;
  /** Milliseconds since the epoch: decided from then on, and before then; null: at any time, or not at all. */
  readonly decidedIn?: { readonly from: number; readonly to: number } | null;
  /** `next` of the page before; null: the newest. */
  readonly cursor: string | null;
  readonly limit: number;
}

/** The newest first. Test keys see none: only live scores have appeals. @throws AppError rate_limited, invalid_value */
export async function listAppeals(
  services: Services,
  caller: Caller,
  { state, decidedIn = null, cursor, limit }: Wanted,
) {
  if (cursor !== null && !isAppealId(cursor)) throw invalidParameter("cursor", "is not one of this list");
  if (caller.key.mode === "test") return { appeals: [], next: null };
  const account = caller.account.id;
  const { store, now } = services;
  const found: StoredAppeal[] = [];
  let before = cursor;
  // Of the decided ones those of a state are picked out of all.
  for (let isEnd = false; !isEnd && found.length <= limit;) {
    takeWork(services, caller, WORK.searchedScore * (limit + 1));
    const page = await store.appeals.page(account, state, { limit: limit + 1, before }, now());
    isEnd = page.length <= limit;
    before = page.at(-1)?.id ?? null;
    found.push(
      ...page.filter((appeal) =>
        (state === null || appeal.state === state) && (decidedIn === null || wasDecidedIn(appeal, decidedIn))
      ),
    );
  }
  const shown = found.slice(0, limit);
  const records = await store.scores.getMany(account, shown.map(({ requestId }) => requestId), now());
  return {
    appeals: shown.map((appeal) => bodyOf(services, appeal, records.get(appeal.requestId) ?? null)),
    next: found.length > limit ? shown.at(-1)!.id : null,
  };
}

export function wasDecidedIn(
  { decided }: StoredAppeal,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  return decided !== null && decided.at >= from && decided.at < to;
}

/** @throws AppError not_found */
export async function getAppeal(services: Services, caller: Caller, id: string): Promise<Appeal> {
  const { appeal, record } = await find(services, caller, id);
  return bodyOf(services, appeal, record);
}

/**
 * Decides an open appeal, once over all processes. Accepted: its person is trusted, then the score labelled legit in the commit
 * that decides. Durable when it resolves.
 * @throws AppError test_key_refused, account_paused, invalid_value, not_found, conflict, and as labels and rules do
 */
export async function decideAppeal(
  services: Services,
  caller: Caller,
  id: string,
  given: { readonly decision: AppealDecision; readonly note?: string | null | undefined },
): Promise<Appeal> {
  requireLabels(caller);
  const note = given.note?.trim() || null;
  if (note !== null && [...note].length > MAX_APPEAL_NOTE) {
    throw invalidField("/note", `must have at most ${MAX_APPEAL_NOTE} characters`);
  }
  if (note !== null && hasControls(note)) throw invalidField("/note", "must not have control characters");
  const account = caller.account.id;
  return await services.appeals.turns.run(`${account} ${id}`, async () => {
    const { appeal, record } = await find(services, caller, id);
    if (appeal.state !== "open") throw decidedAlready(appeal);
    if (record === null) throw notFound();
    const { decision } = given;
    const who = actorOf(caller);
    const { store, now } = services;
    const trusted = decision === "accepted" ? await trustPerson(services, caller, record) : null;
    const kinds = trusted?.kinds.join(", ") ?? "";
    const decided = { at: now(), by: who.name, byId: who.id, note };
    const audit = store.audit.entry(
      {
        account,
        action: "appeal_decided",
        subjects: [appeal.id, record.id],
        details: { decision },
        changes: { appeal: ["open", decision], ...(kinds === "" ? {} : { trust: ["none", kinds] }) },
        ofEach: true,
      },
      originOf(caller),
    );
    const event = appealDecided(services, {
      account,
      appealId: appeal.id,
      requestId: record.id,
      userId: record.signup?.userId ?? null,
      at: decided.at,
      decision,
      by: who,
      note,
    });
    const deciding = together(
      store.appeals.deciding(account, appeal, { ...decided, state: decision }),
      event,
      audit,
    );
    const commit = trusted === null
      ? store.commit(deciding)
      : labelLegit(services, caller, record.id, deciding);
    const isDecided = await store.appeals.isOpen(commit).catch(async (error) => {
      if (error instanceof AppError && NOTHING_WRITTEN.has(error.code)) await trusted?.undo();
      throw error;
    });
    if (!isDecided) {
      const present = await store.appeals.get(account, id, now());
      // Where another process accepted it, too, the trust is that of its decision.
      if (present?.state !== "accepted") await trusted?.undo();
      throw present === null ? notFound() : decidedAlready(present);
    }
    services.appeals.open.giveBack(account);
    mailAnswer(services, caller.account, appeal, decision);
    return bodyOf(services, { ...appeal, state: decision, decided }, record);
  });
}

/** Errors after which the appeal is open, and its person is not trusted. */
const NOTHING_WRITTEN: ReadonlySet<ErrorCode> = new Set(["rate_limited", "not_found"]);

/** @param also in the same commit @throws AppError not_found, where the score has ended meanwhile */
async function labelLegit(
  services: Services,
  caller: Caller,
  requestId: string,
  also: Change,
): Promise<void> {
  const { recorded } = await labelOutcomes(services, caller, [{ requestId, outcome: "legit", also }]);
  if (recorded === 0) throw notFound();
}

async function find({ store, now }: Services, { account, key }: Caller, id: string) {
  const appeal = isAppealId(id) && key.mode === "live"
    ? await store.appeals.get(account.id, id, now())
    : null;
  if (appeal === null) throw notFound();
  return { appeal, record: await store.scores.get(account.id, appeal.requestId, now()) };
}

function bodyOf({ appeals }: Services, appeal: StoredAppeal, record: ScoreRecord | null): Appeal {
  const { decided } = appeal;
  const written = readWritten(appeals.texts, appeal.sealed);
  return {
    appeal_id: appeal.id,
    request_id: appeal.requestId,
    user_id: record?.signup?.userId ?? null,
    state: appeal.state,
    opened_at: timestamp(appeal.openedAt),
    verdict: record?.verdict ?? null,
    risk_score: record?.score ?? null,
    customer_reason: record === null ? null : storedDeciding(record)?.reason ?? null,
    text: written?.text ?? null,
    reply_to: written?.replyTo ?? null,
    language: appeal.language,
    decided_at: decided === null ? null : timestamp(decided.at),
    by: decided?.by ?? null,
    by_id: decided?.byId ?? null,
    note: decided?.note ?? null,
  };
}

function notFound(): AppError {
  return new AppError("not_found", "your account has no appeal with this id");
}

function decidedAlready({ state, decided }: StoredAppeal): AppError {
  return new AppError("conflict", `${decided?.by ?? "somebody"} has decided this appeal already: ${state}`);
}
