/** `POST /v1/score/login`: how far a log-in differs from the user's earlier ones, and what fails around it. One lookup. */
import { all } from "../../concurrency/awaitable.ts";
import type { Address } from "../../model/address/address.ts";
import { hasLoggedIn, type UserHistory, withLogin } from "../../model/login/history.ts";
import type { LoginMethod, LoginPlace, Suggestion } from "../../model/login/login.ts";
import { beginsChain } from "../../model/login/takeover.ts";
import type { RuleApplied } from "../../model/records.ts";
import { verdictOfRule } from "../../model/rules/rule.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Verdict } from "../../model/verdict.ts";
import { type Change, together } from "../../records/change.ts";
import type { StoredLogin } from "../../records/login/attempts.ts";
import { TOLD_ENOUGH } from "../../records/login/notices.ts";
import { unlessAbandoned } from "../../records/state.ts";
import { CONFIRMED_DEVICE, LOGIN_WEIGHTS, type ScoredLogin } from "../../scoring/login.ts";
import { charge, requireActive } from "../access/quota.ts";
import { processingTime, type ScoringContext, type Services } from "../context.ts";
import { ruleOfUser, strongestOf } from "../rules/applied_rule.ts";
import type { Decision } from "../score/decision.ts";
import { scoreComponent } from "../score/score_component.ts";
import { attackEvent } from "./attack_event.ts";
import { userHash } from "./identity.ts";
import { isStrange, type JudgedLogin, judgeLogin } from "./judge_login.ts";
import { type LoginNotice, noticeOf } from "./notices.ts";

/** The names of all findings. */
export const LOGIN_FINDINGS = Object.keys(LOGIN_WEIGHTS) as (keyof typeof LOGIN_WEIGHTS)[];

export interface LoginInput {
  readonly userId: string;
  readonly address: Address | null;
  /** Hex, lower case. */
  readonly deviceId: string | null;
  /** "" is unknown. */
  readonly userAgent: string;
  readonly method: LoginMethod | null;
  readonly succeeded: boolean | null;
  readonly passwordLeaked: boolean | null;
  /** Milliseconds since the epoch; null: now. */
  readonly at: number | null;
  /** Where the links of a notice lead to. */
  readonly origin: string;
}

const VERDICTS: Readonly<Record<Suggestion, Verdict>> = {
  allow: "allow",
  notify: "allow",
  step_up: "review",
  deny: "block",
};

const SUGGESTED: Readonly<Record<Verdict, Suggestion>> = { allow: "allow", review: "step_up", block: "deny" };

/** @throws AppError account_paused, quota_exceeded; a failed request costs nothing */
export async function scoreLogin(services: Services, context: ScoringContext, input: LoginInput) {
  const { caller } = context;
  requireActive(caller);
  const { account, key: { mode } } = caller;
  const paid = await charge(services.store, caller, 1, services.now());
  let billed = 0;
  try {
    const user = userHash(services.hasher, mode, input.userId);
    const known = services.store.loginUsers.get(account.id, user);
    // Who has logged in before does so from where they did.
    const scoring = { ...context, recurs: known !== null };
    const reading = all([
      input.address === null ? null : scoreComponent(services, scoring, "ip", input.address),
      known,
      services.logins.of(account.id, mode),
      ruleOfUser(services, caller, input.userId),
    ]);
    const [ip, history, window, userRule] = reading instanceof Promise ? await reading : reading;
    const at = input.at ?? services.now();
    const place = placeOf(services, input, ip);
    const { succeeded, passwordLeaked } = input;
    const judged = judgeLogin({ user, place, history, succeeded, passwordLeaked, at }, window);
    const rule = ruleOf(ip, userRule);
    const requestId = services.store.loginAttempts.newId();
    const login: StoredLogin = {
      ...place,
      mode,
      at,
      user,
      succeeded: input.succeeded,
      isStrange: isStrange(judged.familiarity),
      score: judged.score,
    };
    const suggest = suggestionOf(judged, rule);
    const riskScore = riskScoreOf(judged, rule);
    const notice = suggest === "allow"
      ? null
      : await noticeOf(services, caller, { ...input, ...judged, login, requestId, suggest, riskScore, rule });
    services.storageLimit.takeScores(caller, 1);
    const bodyWith = (told: LoginNotice | null) =>
      bodyOf(input, history, judged, { rule, requestId, started: context.started, notice: told });
    const commit = (told: LoginNotice | null) =>
      services.store.commit(together(
        paid.billed(1),
        services.store.loginAttempts.put(account.id, requestId, login),
        remembered(services, account.id, login, history, { ...judged, suggest }),
        context.single?.answered(bodyWith(told)),
        told?.change,
      ));
    const isTold = notice !== null && await unlessAbandoned(commit(notice), TOLD_ENOUGH);
    if (!isTold) await commit(null);
    billed = 1;
    services.logins.note(account.id, requestId, login);
    // The log-in is stored; what cannot be told of it now is told of the next one.
    if (window?.isSiteAttacked(at) === true) await attackEvent(services, caller, at).catch(() => {});
    if (suggest === "deny" && mode === "live" && input.address !== null) {
      await services.decisions.refused(account, input.address.text, "login").catch(() => {});
    }
    return bodyWith(isTold ? notice : null);
  } finally {
    paid.settle(billed);
  }
}

/** Only a log-in that succeeded is the user's. */
function remembered(
  { store }: Services,
  account: string,
  login: StoredLogin,
  before: UserHistory | null,
  { familiarity, suggest }: JudgedLogin,
): Change | undefined {
  if (login.succeeded !== true || suggest === "deny") return undefined;
  const isNewDevice = beginsChain(before, familiarity, login.at);
  if (suggest === "step_up") {
    // It is not the user's yet, and a site without a second factor lets it in.
    const begun = (current: UserHistory | null) =>
      current === null ? null : { ...current, strangeAt: login.at };
    return isNewDevice ? store.loginUsers.changing(account, login.user, before, begun) : undefined;
  }
  return store.loginUsers.changing(
    account,
    login.user,
    before,
    (current) => withLogin(current, login, login.at, { isNewDevice }),
  );
}

function placeOf(services: Services, input: LoginInput, ip: Decision<"ip"> | null): LoginPlace {
  const component = ip?.evaluation.component ?? null;
  const { loginPlaces } = services;
  return {
    ...loginPlaces.address(input.address),
    asn: component?.asn ?? null,
    country: component?.fields.geo.country ?? null,
    network: component?.networkKind ?? null,
    device: loginPlaces.device(input.deviceId),
    ...loginPlaces.agent(input.userAgent),
  };
}

/** Rules of the account about the address or the user decide. */
function ruleOf(ip: Decision<"ip"> | null, userRule: RuleApplied | null): RuleApplied | null {
  return strongestOf([ip?.rule ?? null, userRule].filter((rule) => rule !== null));
}

/** A rule of the account decides. */
function suggestionOf({ suggest }: ScoredLogin, rule: RuleApplied | null): Suggestion {
  return rule === null ? suggest : SUGGESTED[verdictOfRule(rule.action)];
}

interface Ending {
  readonly rule: RuleApplied | null;
  readonly requestId: string;
  readonly started: number;
  readonly notice: LoginNotice | null;
}

function riskScoreOf({ score }: ScoredLogin, rule: RuleApplied | null): number {
  return rule === null ? score : verdictOfRule(rule.action) === "block" ? 100 : 0;
}

function bodyOf(
  input: LoginInput,
  history: UserHistory | null,
  judged: JudgedLogin,
  { rule, requestId, started, notice }: Ending,
) {
  const { familiarity, travel, around, findings, isTrusted } = judged;
  const ruled = rule === null ? null : verdictOfRule(rule.action);
  const suggest = suggestionOf(judged, rule);
  const riskScore = riskScoreOf(judged, rule);
  const signals = findings.map(({ text }) => `login: ${text}`);
  return {
    user_id: input.userId,
    account: {
      known_since: hasLoggedIn(history) ? timestamp(history.since) : null,
      logins: history?.logins ?? 0,
      device: familiarity.device,
      network: familiarity.network,
      travel_kmh: travel?.kmh ?? null,
      last_login: hasLoggedIn(history) ? timestamp(history.last) : null,
      failures_10m: around?.user.recent ?? null,
      suggest,
    },
    site: {
      attack: around?.isSiteAttacked ?? null,
      users_failing_here: input.address === null ? null : around?.failing.address.users ?? null,
    },
    notice: notice?.body ?? null,
    findings: findings.map(({ name, points, text }) => ({ name, points, text })),
    trust: isTrusted ? [{ name: "confirmed_device", ...CONFIRMED_DEVICE }] : [],
    top_signals: signals,
    summary: summaryOf(riskScore, suggest, rule, findings.map(({ text }) => text)),
    risk_score: riskScore,
    verdict: ruled ?? VERDICTS[suggest],
    ...(rule === null ? {} : { rule_applied: rule }),
    request_id: requestId,
    processing_time_sec: processingTime(started),
  };
}

const ADVICE: Readonly<Record<Suggestion, string>> = {
  allow: "let the user in",
  notify: "let the user in and tell them",
  step_up: "ask for a second factor",
  deny: "refuse the log-in",
};

function summaryOf(
  riskScore: number,
  suggest: Suggestion,
  rule: RuleApplied | null,
  texts: readonly string[],
): string {
  const advice = `${ADVICE[suggest][0]!.toUpperCase()}${ADVICE[suggest].slice(1)} (${riskScore})`;
  if (rule !== null) return `${advice}: by your rule for ${rule.kind} ${rule.value}.`;
  return texts.length === 0 ? `${advice}: nothing unusual.` : `${advice}: ${texts.join("; ")}.`;
}
