/** AI agents: verify who sent a request, then apply the customer's policy to it. */
import { hash as digest } from "node:crypto";
import { Budget } from "../../concurrency/budget.ts";
import type { AgentPolicy, ReplayProtection } from "../../model/agent_policy.ts";
import type { Caller } from "../../model/records.ts";
import type { SignatureHint } from "../../scoring/explain.ts";
import { collectAgent } from "../../signals/agent/collect.ts";
import { type AgentRequestInput, parseAgentRequest, type SignedRequest } from "../../signals/agent/parse.ts";
import { type AgentDecision, decideAgent } from "../../signals/agent/policy.ts";
import type { ReadyCandidate } from "../../signals/agent/profile.ts";
import { type Reason, REASON_NAMES, REASONS, type ReasonText } from "../../signals/agent/reasons.ts";
import {
  type AgentResult,
  signatureId,
  unverified,
  type Verification,
  verificationOf,
} from "../../signals/agent/score.ts";
import { signatureHint } from "../../signals/agent/actor.ts";
import type { CellUpdate } from "../../store/commit/cell.ts";
import type { Services } from "../context.ts";
import { charge, requireActive } from "../access/quota.ts";

/** How long a response waits for key directories; clients time out after 5 s. A slower fetch continues for the next call. */
const WAIT_MS = 4_500;
/** Characters of the id of a signature. Of a longer one its digest is used. */
const MAX_ID = 512;

/** The part of Services that agents need. */
export type AgentServices = Pick<Services, "store" | "hasher" | "now" | "agentDirectories">;

/** Where a reason is explained to the agent's operator. */
export type DocsLink = (anchor: string) => string;

/** The agent's part of a scored sign-up. */
export interface AgentVerification extends AgentDecision {
  readonly result: AgentResult;
  /** The actor that the signature suggests; null without a signature. */
  readonly hint: SignatureHint | null;
  /** The count of its requests: for the commit of the sign-up. */
  readonly cells: readonly CellUpdate[];
}

interface Judgement {
  readonly request: SignedRequest;
  readonly policy: AgentPolicy;
  readonly verification: Verification;
  /** The protection that was applied, which may be weaker than the policy's. */
  readonly replayProtection: ReplayProtection;
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
  kept: KeptWith<VerifiedAgent> = nothing,
): Promise<VerifiedAgent> {
  return await withCharge(services, caller, input, async (judged, bill) => {
    const body = verifiedBody(judged, docs);
    await bill(kept(body));
    return body;
  });
}

export type VerifiedAgent = ReturnType<typeof verifiedBody>;

function verifiedBody({ verification, replayProtection }: Judgement, docs: DocsLink) {
  const { result } = verification;
  return {
    verified: result.verified,
    reason: verification.reason,
    keyid: verification.keyid,
    agent: result.host,
    host: result.host,
    claimed_name: result.claimed_name,
    purpose: result.purpose,
    expires_in: result.expires_in,
    replay_protection: replayProtection,
    docs: docs(verification.reason),
  };
}

/**
 * The authorization result; one lookup.
 * @throws {AppError} invalid_value, account_paused, quota_exceeded; a failed request costs nothing
 */
export async function authorizeAgent(
  services: AgentServices,
  caller: Caller,
  input: AgentRequestInput,
  docs: DocsLink,
  kept: KeptWith<AuthorizedAgent> = nothing,
): Promise<AuthorizedAgent> {
  return await withCharge(services, caller, input, async (judged, bill) => {
    const hour = await hourlyCount(services, caller, judged.verification.identifier);
    await bill([...hour.cells, ...kept(authorizedBody(judged, hour.expected, docs))]);
    return authorizedBody(judged, hour.count(), docs);
  });
}

export type AuthorizedAgent = ReturnType<typeof authorizedBody>;

function authorizedBody(
  { verification, policy, request }: Judgement,
  requests_last_hour: number | null,
  docs: DocsLink,
) {
  return {
    ...decideAgent(policy, verification.reason, { ...verification.result, method: request.method }),
    agent: verification.result,
    requests_last_hour,
    docs: docs(verification.reason),
  };
}

/**
 * The agent's part of a sign-up. Not billed: a sign-up is billed by its components.
 * @param budget how long key directories may take
 * @throws {AppError} invalid_value naming a place below /agent
 */
export async function judgeAgent(
  services: AgentServices,
  asked: { readonly caller: Caller },
  input: AgentRequestInput,
  budget: Budget = new Budget(WAIT_MS, asked.caller.account),
): Promise<AgentVerification> {
  const signed = parseAgentRequest(input, "/agent");
  const { request, policy, verification } = await judge(services, asked.caller, signed, budget);
  const hour = await hourlyCount(services, asked.caller, verification.identifier);
  return {
    ...decideAgent(policy, verification.reason, { ...verification.result, method: request.method }),
    result: verification.result,
    hint: signatureHint(verification.reason, verification.result),
    cells: hour.cells,
  };
}

/** Cells that keep the result, in the commit of its bill. */
type KeptWith<Body> = (body: Body) => readonly CellUpdate[];

const nothing = () => [];

type Bill = (cells?: readonly CellUpdate[]) => Promise<void>;

/** Reserves one lookup for the work. `bill` writes it, together with further cells. */
async function withCharge<T>(
  services: AgentServices,
  caller: Caller,
  input: AgentRequestInput,
  answer: (judged: Judgement, bill: Bill) => Promise<T>,
): Promise<T> {
  requireActive(caller);
  const request = parseAgentRequest(input);
  const charged = await charge(services.store, caller, 1, services.now());
  let billed = 0;
  try {
    const budget = new Budget(WAIT_MS, caller.account);
    return await answer(await judge(services, caller, request, budget), async (cells = []) => {
      const add = charged.adds(1);
      if (add.length > 0 || cells.length > 0) await services.store.writer.write({ add, cells });
      billed = 1;
    });
  } finally {
    charged.settle(billed);
  }
}

async function judge(
  services: AgentServices,
  caller: Caller,
  request: SignedRequest,
  budget: Budget,
): Promise<Judgement> {
  const { agentDirectories, store } = services;
  const context = { account: caller.account.id, now: services.now(), budget };
  const [policy, attempts] = await Promise.all([
    store.agentPolicies.read(caller.account.id),
    collectAgent(request, { directories: agentDirectories }, context),
  ]);
  const verification = verificationOf(attempts, Math.floor(context.now / 1000));
  const judged = { request, policy, verification };
  if (policy.replayProtection !== "nonce" || verification.proof === null) {
    return { ...judged, replayProtection: policy.replayProtection };
  }
  const isNew = await isFirstUse(services, caller, verification.proof);
  if (isNew === null) return { ...judged, replayProtection: "signature-window" };
  return isNew
    ? { ...judged, replayProtection: "nonce" }
    : { ...judged, verification: unverified("replayed", verification.keyid), replayProtection: "nonce" };
}

/** True the first time an account presents the signature; null when the store fails. Test keys have a scope of their own. */
async function isFirstUse(
  services: AgentServices,
  caller: Caller,
  proof: ReadyCandidate,
): Promise<boolean | null> {
  const id = signatureId(proof);
  // The hasher remembers the texts it has hashed, and what was signed may be long.
  const hash = services.hasher.hash("agent-nonce", id.length <= MAX_ID ? id : digest("sha256", id));
  // A signature is valid until the end of the second in which it expires.
  const expiresAt = (proof.expires + 1) * 1000;
  const scope = [caller.account.id, caller.key.mode];
  try {
    return await services.store.agentNonces.take(scope, hash, expiresAt, services.now());
  } catch {
    return null;
  }
}

/** Every reason in the order of evaluation, for the page that explains them to an agent's operator. */
export function reasonDocs(): readonly (ReasonText & { readonly reason: Reason })[] {
  return REASON_NAMES.map((reason) => ({ reason, ...REASONS[reason] }));
}

interface HourlyCount {
  /** To be written with the request's bill; none for test keys. */
  readonly cells: readonly CellUpdate[];
  /** Including this request, as far as is known before; another one may come between. */
  readonly expected: number | null;
  /** Including this request, after the cells are written; null when unknown. */
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
  if (identifier === null) return { cells: [], expected: null, count: () => null };
  const { agentActivity } = services.store;
  const account = caller.account.id;
  const agent = services.hasher.hash("agent", identifier);
  const now = services.now();
  const before = await agentActivity.count(account, agent, now).catch(() => null);
  const expected = before === null ? null : before + 1;
  if (caller.key.mode === "test") return { cells: [], expected, count: () => expected };
  let counted: number | null = null;
  const cell = agentActivity.update(account, agent, now, (count) => counted = count);
  return { cells: [cell], expected, count: () => counted };
}
