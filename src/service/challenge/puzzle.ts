/**
 * The puzzle in ALTCHA's wire format (version 2), through altcha-lib without its deterministic mode, which takes any counter
 * beside the right key: here the key is derived from the counter that was sent. A puzzle is good for ten minutes, for its
 * challenge and network, once.
 */
import { type Challenge, createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { ANSWER_MS, type ChallengeSubject, isOtherNetwork } from "../../model/challenge/challenge.ts";
import { costOf, KEY_PREFIX } from "../../model/challenge/price.ts";
import { asObject, isObject, type JsonObject, parseJson, stringMember } from "../../model/json.ts";
import type { Services } from "../context.ts";
import { networkOf } from "./offer.ts";
import { type Answered, noteWrong, passChallenge } from "./pass.ts";
import { showChallenge } from "./show.ts";
import type { ChallengeVisitor } from "./visitor.ts";

const ALGORITHM = "PBKDF2/SHA-256";
const KEY_BYTES = 32;
/** Of the field `altcha`. */
const MAX_CHARS = 4000;

export async function makePuzzle(
  services: Services,
  subject: ChallengeSubject,
  visitor: ChallengeVisitor,
): Promise<Challenge> {
  const { level } = await showChallenge(services, subject, visitor);
  const network = networkOf(visitor.address);
  return await createChallenge({
    algorithm: ALGORITHM,
    cost: costOf(level),
    keyLength: KEY_BYTES,
    keyPrefix: KEY_PREFIX,
    deriveKey,
    expiresAt: Math.floor((services.now() + ANSWER_MS) / 1000),
    data: { challenge: subject.id, ...(network === null ? {} : { network }) },
    hmacSignatureSecret: secretsOf(services, subject)[0]!,
  });
}

/** Of an account: a puzzle of another one has another signature. The present one first. */
function secretsOf({ hasher }: Services, { account }: ChallengeSubject): readonly string[] {
  return hasher.hashes("challenge-puzzle", account);
}

/** @param text the field `altcha`: base64 of challenge and solution */
export async function solvePuzzle(
  services: Services,
  subject: ChallengeSubject,
  visitor: ChallengeVisitor,
  text: string,
  isEdge: boolean,
): Promise<Answered> {
  const sent = readSolution(text);
  if (sent === null) return "wrong";
  const { challenge: { parameters }, data } = sent;
  const at = services.now();
  const expiresAt = typeof parameters.expiresAt === "number" ? parameters.expiresAt * 1000 : 0;
  // What it says of itself is believed only with its signature, below; until then it can only be refused.
  if (expiresAt <= at) return "late";
  if (stringMember(data, "challenge") !== subject.id) return "wrong";
  if (isOtherNetwork(stringMember(data, "network"), networkOf(visitor.address))) return "network";
  if (!await isSolved(services, subject, sent)) {
    await noteWrong(services, subject);
    return "wrong";
  }
  const nonce = { nonce: parameters.nonce, end: expiresAt, now: at };
  return await passChallenge(services, subject, visitor, { kind: "altcha", nonce, isEdge });
}

async function isSolved(services: Services, subject: ChallengeSubject, sent: Sent): Promise<boolean> {
  for (const hmacSignatureSecret of secretsOf(services, subject)) {
    try {
      const { challenge, solution } = sent;
      const { verified, invalidSignature } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
      });
      if (verified) return true;
      if (invalidSignature !== true) return false;
    } catch {
      return false; // not what a solver sends
    }
  }
  return false;
}

interface Sent {
  readonly challenge: Challenge;
  readonly solution: { readonly counter: number; readonly derivedKey: string };
  readonly data: JsonObject;
}

/** Null when it has not the members of a solution; what they are is verified with the signature. */
function readSolution(text: string): Sent | null {
  if (text.length > MAX_CHARS) return null;
  let json: unknown;
  try {
    json = parseJson(Uint8Array.fromBase64(text));
  } catch {
    return null;
  }
  const root = asObject(json);
  const challenge = asObject(root?.challenge);
  const solution = asObject(root?.solution);
  const parameters = asObject(challenge?.parameters);
  const { counter, derivedKey } = solution ?? {};
  const isWhole = isObject(parameters) && typeof parameters.nonce === "string" &&
    typeof challenge?.signature === "string" && typeof counter === "number" &&
    typeof derivedKey === "string" &&
    asObject(parameters.data) !== null;
  if (!isWhole) return null;
  return {
    // The other members count only with the signature over all of them.
    challenge: challenge as unknown as Challenge,
    solution: { counter, derivedKey },
    data: asObject(parameters.data)!,
  };
}
