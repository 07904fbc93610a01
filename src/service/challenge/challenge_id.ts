/** The id of a challenge: all that is known of it, encrypted, so that an offer stores nothing. */
import type { ChallengeSubject } from "../../model/challenge/challenge.ts";
import type { Services } from "../context.ts";
import { sealed, unsealed } from "./sealed.ts";

/** Of the list below. */
const VERSION = 1;

export function challengeId({ challenges }: Pick<Services, "challenges">, subject: ChallengeSubject): string {
  const { account, id, requestId, action, hostname, network, device, ring, email, score, verdict, endsAt } =
    subject;
  // That of a score is its request id.
  const request = requestId === null ? null : requestId === requestIdOf(id) ? 0 : requestId;
  return sealed(challenges.ids, [
    VERSION,
    account,
    id,
    endsAt,
    request,
    action,
    hostname,
    network,
    device,
    ring,
    email,
    score,
    verdict,
  ]);
}

type Packed = readonly [
  version: number,
  account: string,
  id: string,
  endsAt: number,
  request: string | 0 | null,
  action: string | null,
  hostname: string | null,
  network: string | null,
  device: string | null,
  ring: string | null,
  email: string | null,
  score: number | null,
  verdict: ChallengeSubject["verdict"],
];

/** Null for an id that was not made here, has ended, or is of an account that is gone or paused. */
export function readChallengeId(
  { challenges, store, now }: Pick<Services, "challenges" | "store" | "now">,
  text: string,
): ChallengeSubject | null {
  const values = unsealed(challenges.ids, text);
  if (values === null || values[0] !== VERSION) return null;
  // Authenticated, and of this version: it is what `challengeId` wrote.
  const [, account, id, endsAt, request, action, hostname, network, device, ring, email, score, verdict] =
    values as unknown as Packed;
  if (endsAt <= now() || store.accounts.account(account)?.paused !== false) return null;
  const requestId = request === 0 ? requestIdOf(id) : request;
  return { account, id, requestId, action, hostname, network, device, ring, email, score, verdict, endsAt };
}

function requestIdOf(id: string): string {
  const parts = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)];
  return `req_${parts.join("-")}`;
}

/** What it has in the store and in a token. */
export function idOfScore(requestId: string): string {
  return requestId.slice(4).replaceAll("-", "");
}
