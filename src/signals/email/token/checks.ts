/** What is checked of a token without asking anybody, and what is checked with the issuer's keys. Pure. */
import type { EmailTokenClaim, EmailTokenReason } from "../../../model/facts/email_token.ts";
import { type JsonObject, stringMember } from "../../../model/json.ts";
import { type EmailInput, MAX_EMAIL_LENGTH, parseEmail } from "../parse.ts";
import { isSignedWith, keyFits, meansAlgorithm, sha256 } from "./jws.ts";
import type { EmailToken } from "./parse.ts";

/** Seconds. */
const MAX_AGE = 300;
const AHEAD = 60;

/** How a nonce that was minted here for the session of a site is recognised. */
type IsMinted = (nonce: string, session: string) => boolean;

/** Checks 3 to 5, in this order: what the page knows, the browser's signature, the address. @param now milliseconds */
export async function offlineProblem(
  token: EmailToken,
  claim: EmailTokenClaim,
  input: EmailInput,
  now: number,
  isMinted: IsMinted,
): Promise<EmailTokenReason | null> {
  const { evt, kb, presented } = token;
  if (originOf(kb.aud) === null || originOf(kb.aud) !== originOf(claim.origin)) return "audience_mismatch";
  if (!isExpectedNonce(kb.nonce, claim, isMinted)) return "nonce_mismatch";
  const late = ageProblem(kb.iat, now);
  if (late !== null) return late;
  if (kb.sdHash !== await sha256(presented)) return "sd_hash_mismatch";
  if (!await isSignedWith(kb, kb.alg, kb.key)) return "kb_signature_invalid";
  if (!isSameAddress(evt.email, input)) return "email_mismatch";
  return evt.emailVerified ? null : "email_not_verified";
}

/** Of check 7, what needs no keys. @param now milliseconds */
export function issuedProblem({ evt }: EmailToken, now: number): EmailTokenReason | null {
  const late = ageProblem(evt.iat, now);
  if (late !== null) return late;
  return evt.exp !== null && now / 1000 >= evt.exp + AHEAD ? "token_expired" : null;
}

/** Whether one of the keys signed it; null: none of them could have, by its id or kind. */
export async function isSignedByIssuer(
  { evt }: EmailToken,
  keys: readonly JsonObject[],
): Promise<boolean | null> {
  const possible = keys.filter((key) =>
    (evt.kid === null || stringMember(key, "kid") === evt.kid) && keyFits(evt.alg, key)
  );
  for (const key of possible) if (await isSignedWith(evt, evt.alg, key)) return true;
  return possible.length === 0 ? null : false;
}

/** Whether the issuer says that it signs so. */
export function isAdvertised({ evt }: EmailToken, algorithms: readonly string[]): boolean {
  return algorithms.some((name) => meansAlgorithm(evt.alg, name));
}

/**
 * The hash by which a use of the token is remembered: of what the browser signed. The signature is left out, because one of
 * ECDSA can be written in a second way without the key.
 */
export function useOf({ kb }: EmailToken): Promise<string> {
  return sha256(kb.signed);
}

/** Until when the token could be used again, in milliseconds: as long as check 3 lets it pass. */
export function usableUntil({ kb }: EmailToken): number {
  return (kb.iat + MAX_AGE + AHEAD) * 1000;
}

function isExpectedNonce(
  presented: string,
  { nonce, session }: EmailTokenClaim,
  isMinted: IsMinted,
): boolean {
  // An empty nonce binds the token to nothing.
  if (presented === "" || (nonce !== null && presented !== nonce)) return false;
  return session === null ? nonce !== null : isMinted(presented, session);
}

function ageProblem(iat: number, now: number): EmailTokenReason | null {
  const age = now / 1000 - iat;
  if (age > MAX_AGE) return "token_expired";
  return age < -AHEAD ? "token_not_yet_valid" : null;
}

/** Null when the text is no origin: it has a path, a query, a user name. A trailing slash is none. */
function originOf(text: string): string | null {
  const url = /^https?:\/\/[^\s/?#@\\]+\/?$/i.test(text) ? URL.parse(text) : null;
  return url === null ? null : url.origin;
}

/** Neither case nor the spelling of an international domain matters. */
function isSameAddress(asserted: string, input: EmailInput): boolean {
  if (asserted.length > MAX_EMAIL_LENGTH) return false;
  const email = parseEmail(asserted);
  if (email.mailbox === null || input.mailbox === null) return false;
  return email.host === input.host &&
    email.mailbox.local.text.toLowerCase() === input.mailbox.local.text.toLowerCase();
}
