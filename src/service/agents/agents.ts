/** AI agents: verify who sent a request, then apply the customer's policy to it. */
import { Budget } from "../../concurrency/budget.ts";
import type { Caller } from "../../model/records.ts";
import type { SignatureHint } from "../../scoring/explain.ts";
import { type AgentRequestInput, parseAgentRequest } from "../../signals/agent/parse.ts";
import { type AgentDecision, decideAgent } from "../../signals/agent/policy.ts";
import { type Reason, REASON_NAMES, REASONS, type ReasonText } from "../../signals/agent/reasons.ts";
import type { AgentResult } from "../../signals/agent/score.ts";
import { coverageOf, NO_COVERAGE } from "../../signals/agent/coverage.ts";
import { signatureHint } from "../../signals/agent/actor.ts";
import { type Change, NO_CHANGE, together } from "../../records/change.ts";
import { charge, requireActive } from "../access/quota.ts";
import { newDecisionId, receiptFor, storedDecision } from "./decisions.ts";
import { type AgentServices, judge, type Judgement } from "./judge.ts";

/** How long a response waits for key directories; clients time out after 5 s. A slower fetch continues for the next call. */
const WAIT_MS = 4_500;

/** Where a reason is explained to the agent's operator. */
export type DocsLink = (anchor: string) => string;

/** The agent's part of a scored sign-up. */
export interface AgentVerification extends AgentDecision {
  readonly result: AgentResult;
  /** The actor that the signature suggests; null without a signature. */
  readonly hint: SignatureHint | null;
  /** The count of its requests, and the decision under the sign-up's request id: for the commit of the sign-up. */
  change(requestId: string): Change;
}

/**
 * The verification result; one lookup.
 * @throws {AppError} invalid_value, account_paused, quota_exceeded; a failed request costs nothing
 */
export async function verifyAgent(
  services: AgentServices,
  caller: Caller,
  input: AgentRequestInput,
  docs: DocsLink,
  kept?: KeptWith<VerifiedAgent>,
): Promise<VerifiedAgent> {
  return await withCharge(services, caller, input, async (judged, bill) => {
    const body = verifiedBody(judged, docs);
    await bill(kept?.(body));
    return body;
  });
}

export type VerifiedAgent = ReturnType<typeof verifiedBody>;

function verifiedBody({ request, verification, replayProtection }: Judgement, docs: DocsLink) {
  const { result, proof } = verification;
  const { covered, notCovered } = proof === null ? NO_COVERAGE : coverageOf(proof.components, request);
  return {
    verified: result.verified,
    reason: verification.reason,
    profile: result.profile,
    keyid: verification.keyid,
    agent: result.host,
    host: result.host,
    claimed_name: result.claimed_name,
    purpose: result.purpose,
    expires_in: result.expires_in,
    replay_protection: replayProtection,
    covered,
    not_covered: notCovered,
    replay: result.replay,
    commerce: result.commerce,
    docs: docs(verification.reason),
  };
}

/** What an authorization asks for besides a decision. */
interface AuthorizeOptions {
  readonly docs: DocsLink;
  /** The service's address: the issuer of the receipt. Null: no receipt is asked for. */
  readonly issuer: string | null;
}

/**
 * The authorization result; one lookup. Its decision is stored under its request id.
 * @throws {AppError} invalid_value, account_paused, quota_exceeded, rate_limited; a failed request costs nothing
 */
export async function authorizeAgent(
  services: AgentServices,
  caller: Caller,
  input: AgentRequestInput,
  { docs, issuer }: AuthorizeOptions,
  kept?: KeptWith<AuthorizedAgent>,
): Promise<AuthorizedAgent> {
  return await withCharge(services, caller, input, async (judged, bill) => {
    const hour = await hourlyCount(services, caller, judged.verification.identifier);
    const decided = decide(judged);
    const requestId = newDecisionId(services);
    const receipt = issuer === null
      ? null
      : await receiptFor(services, caller, requestId, judged, decided.decision, issuer);
    const bodyWith = (requests_last_hour: number | null) => ({
      ...decided,
      agent: judged.verification.result,
      requests_last_hour,
      ...(receipt === null ? {} : { receipt }),
      docs: docs(judged.verification.reason),
      request_id: requestId,
    });
    const stored = storedDecision(services, caller, requestId, judged, decided, "authorize");
    await bill(together(hour.change, kept?.(bodyWith(hour.expected)), stored));
    return bodyWith(hour.count());
  }, () => services.storageLimit.takeScores(caller, 1));
}

export interface AuthorizedAgent extends AgentDecision {
  readonly agent: AgentResult;
  readonly requests_last_hour: number | null;
  readonly receipt?: string;
  readonly docs: string;
  readonly request_id: string;
}

function decide({ policy, verification, request }: Judgement): AgentDecision {
  return decideAgent(policy, verification.reason, { ...verification.result, method: request.method });
}

/**
 * The agent's part of a sign-up. Not billed: a sign-up is billed by its components.
 * @param budget how long key directories may take
 * @throws {AppError} invalid_value naming a place below /agent
 */
export async function judgeAgent(
  services: AgentServices,
  request: { readonly caller: Caller; readonly fromMemory?: true },
  input: AgentRequestInput,
  budget: Budget = new Budget(WAIT_MS, request.caller.account),
): Promise<AgentVerification> {
  const signed = parseAgentRequest(input, "/agent");
  const keepNonces = request.fromMemory === true;
  const judged = await judge(services, request.caller, signed, budget, { keepNonces });
  const { verification } = judged;
  const hour = await hourlyCount(services, request.caller, verification.identifier);
  const decided = decide(judged);
  return {
    ...decided,
    result: verification.result,
    hint: signatureHint(verification.reason, verification.result),
    change: (requestId) =>
      together(hour.change, storedDecision(services, request.caller, requestId, judged, decided, "signup")),
  };
}

/** Keeps the result, in the commit of its bill. */
type KeptWith<Body> = (body: Body) => Change | undefined;

type Bill = (also?: Change) => Promise<void>;

/**
 * Reserves one lookup for the work. `bill` writes it, together with what else is to be stored.
 * @param admit what may refuse a request that is read, before anything of it is used up
 */
async function withCharge<T>(
  services: AgentServices,
  caller: Caller,
  input: AgentRequestInput,
  answer: (judged: Judgement, bill: Bill) => Promise<T>,
  admit: () => void = () => {},
): Promise<T> {
  requireActive(caller);
  const request = parseAgentRequest(input);
  const charged = await charge(services.store, caller, 1, services.now());
  let billed = 0;
  try {
    admit();
    const budget = new Budget(WAIT_MS, caller.account);
    return await answer(await judge(services, caller, request, budget), async (also) => {
      const change = together(charged.billed(1), also);
      if (change !== NO_CHANGE) await services.store.commit(change);
      billed = 1;
    });
  } finally {
    charged.settle(billed);
  }
}

/** Every reason in the order of evaluation, for the page that explains them to an agent's operator. */
export function reasonDocs(): readonly (ReasonText & { readonly reason: Reason })[] {
  return REASON_NAMES.map((reason) => ({ reason, ...REASONS[reason] }));
}

interface HourlyCount {
  /** To be written with the request's bill; nothing for test keys. */
  readonly change: Change;
  /** Including this request, as far as is known before; another one may come between. */
  readonly expected: number | null;
  /** Including this request, after the change is written; null when unknown. */
  count(): number | null;
}

/**
 * `requests_last_hour`: requests of an agent to an account, counted by authorizations and scored sign-ups.
 * @param identifier of the verified agent; null when none was verified
 */
async function hourlyCount(
  services: AgentServices,
  caller: Caller,
  identifier: string | null,
): Promise<HourlyCount> {
  if (identifier === null) return { change: NO_CHANGE, expected: null, count: () => null };
  const { agentActivity } = services.store;
  const account = caller.account.id;
  const agent = services.hasher.hash("agent", identifier);
  const now = services.now();
  const before = await agentActivity.count(account, agent, now).catch(() => null);
  const expected = before === null ? null : before + 1;
  if (caller.key.mode === "test") return { change: NO_CHANGE, expected, count: () => expected };
  let counted: number | null = null;
  const change = agentActivity.counting(account, agent, now, (count) => counted = count);
  return { change, expected, count: () => counted };
}
