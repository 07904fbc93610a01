/** The challenge of a visitor at a site's proxy: nothing was scored of a sign-up, and nothing is stored until the page is shown. */
import { CHALLENGE_MS, type ChallengeSubject } from "../../model/challenge/challenge.ts";
import { HOUR_MS } from "../../model/duration.ts";
import type { Account } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { networkOf } from "./offer.ts";
import type { ChallengeVisitor } from "./visitor.ts";

/** The same within an hour for one address and browser, so that a page that is loaded again counts once. */
export function edgeChallenge(
  { hasher, now }: Pick<Services, "hasher" | "now">,
  account: Account,
  { address, userAgent }: ChallengeVisitor,
): ChallengeSubject {
  const at = now();
  const who = `edge ${account.id} ${Math.floor(at / HOUR_MS)} ${address?.text ?? ""} ${userAgent}`;
  return {
    account: account.id,
    id: hasher.hash("challenge", who),
    requestId: null,
    action: null,
    hostname: null,
    network: networkOf(address),
    device: null,
    ring: null,
    email: null,
    score: null,
    verdict: "review",
    endsAt: at + CHALLENGE_MS,
  };
}
