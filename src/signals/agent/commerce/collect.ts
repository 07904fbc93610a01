/** Checks what can be checked of a request's commerce objects. The only outside evidence is the key of the identity token. */
import { asObject, type JsonObject, stringMember } from "../../../model/json.ts";
import { type AgentContext, type AgentSources, lookupWithin } from "../collect.ts";
import type { SignedRequest } from "../parse.ts";
import type { ReadyCandidate } from "../profile.ts";
import { claimProblem, type IdToken, readIdToken } from "./id_token.ts";
import type { CommerceResult, CommerceStatus } from "./status.ts";

/** @param proof the signature of the request that verified; null: none did */
export async function collectCommerce(
  request: SignedRequest,
  proof: ReadyCandidate | null,
  sources: AgentSources,
  context: AgentContext,
): Promise<CommerceResult | null> {
  const consumer = asObject(request.commerce?.consumer);
  const payment = asObject(request.commerce?.payment);
  if (consumer === null && payment === null) return null;
  return {
    consumer: consumer === null
      ? null
      : bindingProblem(consumer, proof) ?? await consumerStatus(consumer, request, proof!, sources, context),
    payment: payment === null ? null : bindingProblem(payment, proof) ?? "present_not_verified",
  };
}

/** Why an object does not belong to the signed message; null when its nonce and key id are the message's. */
function bindingProblem(object: JsonObject, proof: ReadyCandidate | null): CommerceStatus | null {
  if (proof === null) return "request_not_verified";
  if (proof.profile.keys === "signature-agent") return "profile_has_no_objects";
  const [nonce, kid] = [stringMember(object, "nonce"), stringMember(object, "kid")];
  if (nonce === null || kid === null) return "object_malformed";
  if (nonce !== proof.nonce) return "nonce_mismatch";
  return kid === proof.keyid ? null : "key_mismatch";
}

async function consumerStatus(
  consumer: JsonObject,
  request: SignedRequest,
  proof: ReadyCandidate,
  sources: AgentSources,
  context: AgentContext,
): Promise<CommerceStatus> {
  // An implementation in use spells it with a capital.
  const token = consumer["idToken"] ?? consumer["IdToken"];
  if (token === undefined || token === null) return "present_not_verified";
  const read = typeof token === "string" ? readIdToken(token) : "token_malformed";
  if (typeof read === "string") return read;
  const now = Math.floor(context.now / 1000);
  return await signatureProblem(read, proof, sources, { ...context, now }) ??
    claimProblem(read.claims, request.target.authority, now) ?? "verified";
}

/** @param context with `now` in seconds */
async function signatureProblem(
  token: IdToken,
  { target }: ReadyCandidate,
  { directories }: AgentSources,
  { account, budget, now }: AgentContext,
): Promise<CommerceStatus | null> {
  const sought = { target, keyid: token.keyid };
  const pending = directories.lookup(target, token.keyid, account, budget);
  const answer = await lookupWithin(pending, sought, directories, budget);
  if (!answer.ok) return "token_key_unavailable";
  const { key } = answer;
  if (key === null || key.problem(now) !== null) return "token_key_unknown";
  if (key.algorithm(token.algorithm) === null) return "token_signature_failed";
  return await key.verifies(token.algorithm, token.signature, token.signed) === true
    ? null
    : "token_signature_failed";
}
