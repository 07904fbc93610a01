/** What became of log-ins that were asked about: the user's history learns from it. */
import { AppError } from "../../model/error.ts";
import { isFamiliar, type UserHistory, withLogin, withoutPlace } from "../../model/login/history.ts";
import type { LoginOutcome } from "../../model/login/login.ts";
import { VICTIM_MS } from "../../model/login/takeover.ts";
import type { Account, Caller } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import { type Change, NO_CHANGE, together } from "../../records/change.ts";
import type { StoredLogin } from "../../records/login/attempts.ts";
import { SUGGESTED_FROM } from "../../scoring/login.ts";
import { takeWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";

interface LoginOutcomeEntry {
  readonly requestId: string;
  readonly outcome: LoginOutcome;
}

interface LoginOutcomeResult {
  readonly request_id: string;
  readonly status: "recorded" | "not_found";
  readonly our_score: number | null;
  readonly our_verdict: Verdict | null;
  readonly disagreement: null;
}

/**
 * In the order of the entries; what is told twice changes nothing more, but for a failed second factor, which is one more failure.
 * @throws AppError account_paused, rate_limited
 */
export async function recordLoginOutcomes(
  services: Services,
  caller: Caller,
  entries: readonly LoginOutcomeEntry[],
): Promise<LoginOutcomeResult[]> {
  if (caller.account.paused) throw new AppError("account_paused");
  takeWork(services, caller, WORK.label * entries.length);
  const results: LoginOutcomeResult[] = [];
  for (const { requestId, outcome } of entries) {
    const login = await services.store.loginAttempts.get(caller.account.id, requestId, services.now());
    const known = login !== null && login.mode === caller.key.mode ? login : null;
    if (known !== null) await learn(services, caller.account, known, outcome);
    results.push({
      request_id: requestId,
      status: known === null ? "not_found" : "recorded",
      our_score: known?.score ?? null,
      our_verdict: known === null ? null : verdictOf(known.score),
      disagreement: null,
    });
  }
  return results;
}

function verdictOf(score: number): Verdict {
  return score >= SUGGESTED_FROM.deny ? "block" : score >= SUGGESTED_FROM.step_up ? "review" : "allow";
}

/** Durable when it resolves. @param also in the same commit */
export async function learn(
  services: Services,
  account: Account,
  login: StoredLogin,
  outcome: LoginOutcome,
  also: Change = NO_CHANGE,
): Promise<void> {
  const { store, logins, now } = services;
  const before = await store.loginUsers.get(account.id, login.user);
  const at = now();
  const change = store.loginUsers.changing(
    account.id,
    login.user,
    before,
    (current) => historyAfter(current, login, outcome, at),
  );
  if (outcome !== "mfa_failed") {
    await store.commit(together(change, also));
    if (outcome === "reset") (await logins.of(account.id, login.mode))?.forgive(login.user);
    return;
  }
  const failure = { ...login, at, succeeded: false };
  const id = store.loginAttempts.newId();
  await store.commit(together(change, store.loginAttempts.put(account.id, id, failure), also));
  logins.note(account.id, id, failure);
}

/** Null: nothing is known of the user. */
function historyAfter(
  current: UserHistory | null,
  login: StoredLogin,
  outcome: LoginOutcome,
  at: number,
): UserHistory | null {
  switch (outcome) {
    case "mfa_passed":
    case "owner_confirmed":
      return confirmed(current, login, outcome === "owner_confirmed");
    case "mfa_failed":
      return withoutChain(isRemembered(current, login) ? withoutPlace(current!, login) : current, login);
    case "reset":
      return current === null ? null : { ...current, victimUntil: null };
    case "takeover": {
      const kept = current === null ? withLogin(null, login, login.at) : current;
      return { ...withoutPlace(kept, login), victimUntil: at + VICTIM_MS };
    }
  }
}

function confirmed(current: UserHistory | null, login: StoredLogin, byOwner: boolean): UserHistory {
  const history = isRemembered(current, login)
    ? {
      ...current!,
      rows: current!.rows.map((row) => isFamiliar(row, login) ? { ...row, isConfirmed: true } : row),
    }
    : withLogin(current, login, login.at, { isConfirmed: true });
  return byOwner ? { ...history, victimUntil: null, strangeAt: null } : withoutChain(history, login);
}

/** Who passed or failed a second factor begins no chain. */
function withoutChain<T extends UserHistory | null>(history: T, { at }: StoredLogin): T {
  return history?.strangeAt === seconds(at) ? { ...history, strangeAt: null } : history;
}

function isRemembered(history: UserHistory | null, login: StoredLogin): boolean {
  return history !== null &&
    history.rows.some((row) => isFamiliar(row, login) && row.last >= seconds(login.at));
}

/** Histories have whole seconds. */
function seconds(time: number): number {
  return Math.floor(time / 1000) * 1000;
}
