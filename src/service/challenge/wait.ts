/** The waiting form, for browsers without JavaScript: sealed into it is when it was shown, and how long to wait. */
import { ANSWER_MS, type ChallengeSubject, isOtherNetwork } from "../../model/challenge/challenge.ts";
import { waitOf } from "../../model/challenge/price.ts";
import type { StoredChallenge } from "../../records/challenges.ts";
import type { Services } from "../context.ts";
import { networkOf } from "./offer.ts";
import { type Answered, passChallenge } from "./pass.ts";
import { sealed, unsealed } from "./sealed.ts";
import type { ChallengeVisitor } from "./visitor.ts";

const NONCE_BYTES = 12;
const VERSION = 1;

interface WaitingForm {
  /** Its field `start`. */
  readonly start: string;
  readonly seconds: number;
}

export function waitingForm(
  { challenges, now, randomBytes }: Services,
  { account, id }: ChallengeSubject,
  { level }: StoredChallenge,
  { address }: ChallengeVisitor,
): WaitingForm {
  const wait = waitOf(level);
  const nonce = randomBytes(NONCE_BYTES).toHex();
  const start = sealed(challenges.starts, [VERSION, account, id, now(), wait, networkOf(address), nonce]);
  return { start, seconds: wait / 1000 };
}

/** Refused before its time, and ten minutes later; a form is good once. */
export async function sendWaitingForm(
  services: Services,
  subject: ChallengeSubject,
  visitor: ChallengeVisitor,
  start: string,
  isEdge: boolean,
): Promise<Answered> {
  const values = unsealed(services.challenges.starts, start);
  if (values === null || values[0] !== VERSION) return "wrong";
  // Authenticated, and of this version: it is what `waitingForm` wrote.
  const [, account, id, shownAt, wait, network, nonce] = values as unknown as [
    number,
    string,
    string,
    number,
    number,
    string | null,
    string,
  ];
  if (account !== subject.account || id !== subject.id) return "wrong";
  if (isOtherNetwork(network, networkOf(visitor.address))) return "network";
  const at = services.now();
  if (at < shownAt + wait) return "early";
  const end = shownAt + ANSWER_MS;
  if (at >= end) return "late";
  const used = { nonce, end, now: at };
  return await passChallenge(services, subject, visitor, { kind: "wait", nonce: used, isEdge });
}
