/** Decisions about agents' requests: kept for 180 days, read back by their request id, and attested by receipts. */
import type { AgentAction } from "../../model/agent_policy.ts";
import { AppError } from "../../model/error.ts";
import { type Caller, RETENTION_MS } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { AgentDecision } from "../../signals/agent/policy.ts";
import type { AgentResult } from "../../signals/agent/score.ts";
import { requestIdFrom, type StoredAgentDecision } from "../../records/agents/decisions.ts";
import type { Change } from "../../records/change.ts";
import { isRequestId } from "../../records/scores/request_id.ts";
import { mayOpen } from "../access/seen_mode.ts";
import type { AgentServices, Judgement } from "./judge.ts";
import { requestDigest } from "./receipts.ts";

/** Characters of a key id. */
const MAX_KEYID = 200;

/** A new request id that begins with its time (RFC 9562, version 7), as those of scores do. */
export function newDecisionId({ now, randomBytes }: Pick<AgentServices, "now" | "randomBytes">): string {
  const random = randomBytes(10).toHex();
  const variant = (8 + (parseInt(random[3]!, 16) & 3)).toString(16);
  return `${requestIdFrom(now())}${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${
    random.slice(7, 19)
  }`;
}

/** To be written with the bill of the request. */
export function storedDecision(
  services: AgentServices,
  caller: Caller,
  requestId: string,
  { request, verification }: Judgement,
  { decision, matched, reason }: AgentDecision,
  via: StoredAgentDecision["via"],
): Change {
  return services.store.agentDecisions.put(caller.account.id, requestId, {
    at: services.now(),
    mode: caller.key.mode,
    via,
    method: request.method,
    decision,
    matched,
    reason,
    agent: verification.result,
    keyid: verification.keyid.slice(0, MAX_KEYID),
    sealed: services.receipts.sealed(requestDigest(request)),
  });
}

/** @throws AppError not_found when there is none, it is another account's, or its 180 days are over */
export async function readDecision(services: AgentServices, caller: Caller, requestId: string) {
  const stored = await find(services, caller, requestId);
  return {
    request_id: requestId,
    decided_at: timestamp(stored.at),
    expires_at: timestamp(stored.at + RETENTION_MS),
    via: stored.via,
    mode: stored.mode,
    method: stored.method,
    decision: stored.decision,
    matched: stored.matched,
    reason: stored.reason,
    agent: agentOf(stored),
    keyid: stored.keyid,
    request_digest: services.receipts.opened(stored.sealed),
  };
}

/**
 * The receipt of a decision.
 * @param issuer the service's address
 * @throws AppError not_found as `readDecision`
 */
export async function readReceipt(
  services: AgentServices,
  caller: Caller,
  requestId: string,
  issuer: string,
): Promise<string> {
  const stored = await find(services, caller, requestId);
  const digest = services.receipts.opened(stored.sealed);
  if (digest === null) {
    throw new AppError("not_found", "the request's digest is lost: its secret was dropped");
  }
  return await receiptOf(services, { ...stored, agent: agentOf(stored) }, requestId, issuer, digest);
}

/** The receipt of a decision that is about to be stored. */
export function receiptFor(
  services: AgentServices,
  caller: Caller,
  requestId: string,
  { request, verification }: Judgement,
  decision: AgentAction,
  issuer: string,
): Promise<string> {
  const facts = { at: services.now(), mode: caller.key.mode, decision, agent: verification.result };
  return receiptOf(services, facts, requestId, issuer, requestDigest(request));
}

interface ReceiptFacts {
  readonly at: number;
  readonly mode: "live" | "test";
  readonly decision: AgentAction;
  readonly agent: AgentResult;
}

function receiptOf(
  { receipts }: AgentServices,
  { at, mode, decision, agent }: ReceiptFacts,
  requestId: string,
  issuer: string,
  digest: string,
): Promise<string> {
  return receipts.sign({
    iss: issuer,
    iat: Math.floor(at / 1000),
    jti: requestId,
    decision,
    reason: agent.signature_reason,
    profile: agent.profile,
    host: agent.host,
    request_digest: digest,
    mode,
  });
}

async function find(
  { store, now }: AgentServices,
  caller: Caller,
  requestId: string,
): Promise<StoredAgentDecision> {
  // Not every text is a key of the store.
  const stored = isRequestId(requestId)
    ? await store.agentDecisions.get(caller.account.id, requestId, now())
    : null;
  if (stored !== null && mayOpen(caller, stored.mode)) return stored;
  throw new AppError("not_found", "there is no decision about an agent with this request_id in your account");
}

/** Stored as `storedDecision` made it. */
export function agentOf({ agent }: StoredAgentDecision): AgentResult {
  return agent as AgentResult;
}
