/**
 * An agent's signature on a request to an account's site, by the keys in memory. A directory that is not is fetched meanwhile,
 * for the agent's next request; a signature is not used up, because the site behind the proxy may check it too.
 */
import { Budget } from "../../concurrency/budget.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import { collectAgent } from "../../signals/agent/collect.ts";
import { parseAgentRequest, type SignedRequest } from "../../signals/agent/parse.ts";
import { decideAgent } from "../../signals/agent/policy.ts";
import { REASONS } from "../../signals/agent/reasons.ts";
import { verificationOf } from "../../signals/agent/score.ts";
import { createdOf } from "../agents/judge.ts";
import type { Services } from "../context.ts";

/** The part of a visitor's request that a signature covers. */
interface VisitingRequest {
  readonly method: string;
  readonly host: string | null;
  readonly uri: string;
  readonly scheme: "http" | "https";
  readonly headers: Headers;
}

/** Null: there is no signature, or it could be neither confirmed nor refuted. */
export async function judgeVisitingAgent(
  services: Services,
  { account }: Caller,
  visitor: VisitingRequest,
): Promise<{ readonly verdict: Verdict; readonly why: string } | null> {
  const request = signedRequest(visitor);
  if (request === null) return null;
  const { agentDirectories, store, clock } = services;
  // Visitors' agents have an account's share of the fetches of their own, so that they never use up that of its keys.
  const asker = `${account.id} edge`;
  const context = {
    account: asker,
    now: clock.near(createdOf(request)),
    budget: new Budget(0, { ...account, id: asker }),
  };
  const policy = await store.agentPolicies.read(account.id);
  const attempts = await collectAgent(request, { directories: agentDirectories }, context);
  const { reason, result } = verificationOf(attempts, Math.floor(context.now / 1000));
  const { class: kind } = REASONS[reason];
  if (kind !== "verified" && kind !== "invalid") return null;
  const decided = decideAgent(policy, reason, { ...result, method: request.method });
  return { verdict: decided.decision === "deny" ? "block" : decided.decision, why: decided.reason };
}

/** Null for a request without a signature, and for one that cannot be read as signed. */
function signedRequest({ headers, host, uri, scheme, method }: VisitingRequest): SignedRequest | null {
  if (headers.get("signature-input") === null || host === null) return null;
  try {
    return parseAgentRequest({
      url: `${scheme}://${host}${uri}`,
      method,
      headers: Object.fromEntries(headers),
    });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
