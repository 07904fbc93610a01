/** Judges an agent's request: its signature, the use of its nonce, and the objects that came with it. */
import { hash as digest } from "node:crypto";
import type { Budget } from "../../concurrency/budget.ts";
import type { AgentPolicy, ReplayProtection } from "../../model/agent_policy.ts";
import type { Caller } from "../../model/records.ts";
import { collectAgent } from "../../signals/agent/collect.ts";
import { collectCommerce } from "../../signals/agent/commerce/collect.ts";
import type { SignedRequest } from "../../signals/agent/parse.ts";
import type { ReadyCandidate } from "../../signals/agent/profile.ts";
import {
  sessionId,
  signatureId,
  unverified,
  type Verification,
  verificationOf,
} from "../../signals/agent/score.ts";
import type { Services } from "../context.ts";

/** The part of Services that agents need. */
export type AgentServices = Pick<
  Services,
  "store" | "hasher" | "now" | "clock" | "agentDirectories" | "receipts" | "randomBytes" | "storageLimit"
>;

export interface Judgement {
  readonly request: SignedRequest;
  readonly policy: AgentPolicy;
  readonly verification: Verification;
  /** The protection that was applied, which may be weaker than the policy's. */
  readonly replayProtection: ReplayProtection;
}

/** Characters of the id of a signature or session. Of a longer one its digest is used. */
const MAX_ID = 512;

/** @param options.keepNonces nothing is used up: who is behind the proxy that asks will check the same request */
export async function judge(
  services: AgentServices,
  caller: Caller,
  request: SignedRequest,
  budget: Budget,
  { keepNonces = false }: { readonly keepNonces?: boolean } = {},
): Promise<Judgement> {
  const { agentDirectories, store } = services;
  const context = { account: budget.account.id, now: services.clock.near(createdOf(request)), budget };
  const sources = { directories: agentDirectories };
  const [policy, attempts] = await Promise.all([
    store.agentPolicies.read(caller.account.id),
    collectAgent(request, sources, context),
  ]);
  const judged = verificationOf(attempts, Math.floor(context.now / 1000));
  const { verification, replayProtection } = keepNonces
    ? { verification: judged, replayProtection: "signature-window" as const }
    : await withReplay(services, caller, policy, judged);
  if (request.commerce === null) return { request, policy, verification, replayProtection };
  const commerce = await collectCommerce(request, verification.proof, sources, context);
  const result = { ...verification.result, commerce };
  return { request, policy, verification: { ...verification, result }, replayProtection };
}

/** When the request says that it was signed, in milliseconds since the epoch; 0: it does not say. Not checked. */
export function createdOf({ fields }: SignedRequest): number {
  const created = /;\s*created=(\d{1,12})/.exec(fields.get("signature-input")?.[0] ?? "");
  return created === null ? 0 : 1000 * Number(created[1]);
}

/** A profile may make every nonce one use, and so may the policy. Where a nonce names a session, its uses are counted. */
async function withReplay(
  services: AgentServices,
  caller: Caller,
  policy: AgentPolicy,
  verification: Verification,
): Promise<Pick<Judgement, "verification" | "replayProtection">> {
  const { proof, result } = verification;
  if (proof === null) return { verification, replayProtection: policy.replayProtection };
  const isOnce = proof.profile.nonce === "once" || policy.replayProtection === "nonce";
  const isNew = isOnce ? await isFirstUse(services, caller, proof) : null;
  if (isNew === false) {
    const replayed = unverified("replayed", verification.keyid, proof.profile.name);
    return { verification: replayed, replayProtection: "nonce" };
  }
  const replayProtection = isNew === null ? "signature-window" : "nonce";
  const session = sessionId(proof);
  if (session === null) return { verification, replayProtection };
  const seen = await presentedBefore(services, caller, session, expiryOf(proof));
  const replay = seen === null ? null : { seen };
  return { verification: { ...verification, result: { ...result, replay } }, replayProtection };
}

/** True the first time an account presents the signature; null when the store fails. Test keys have a scope of their own. */
async function isFirstUse(
  services: AgentServices,
  caller: Caller,
  proof: ReadyCandidate,
): Promise<boolean | null> {
  const hash = services.hasher.hash("agent-nonce", bounded(signatureId(proof)));
  try {
    const scope = [caller.account.id, caller.key.mode] as const;
    return await services.store.agentNonces.take(scope, hash, expiryOf(proof), services.now());
  } catch {
    return null;
  }
}

/** Null when the store fails. */
async function presentedBefore(
  services: AgentServices,
  caller: Caller,
  session: string,
  until: number,
): Promise<number | null> {
  const hash = services.hasher.hash("agent-session", bounded(session));
  try {
    const scope = [caller.account.id, caller.key.mode] as const;
    return await services.store.agentSessions.count(scope, hash, until, services.now());
  } catch {
    return null;
  }
}

/** A signature is valid until the end of the second in which it expires. */
function expiryOf({ expires }: ReadyCandidate): number {
  return (expires + 1) * 1000;
}

/** The hasher remembers the texts it has hashed, and what was signed may be long. */
function bounded(id: string): string {
  return id.length <= MAX_ID ? id : digest("sha256", id);
}
