/** The address of the page of a challenge. */
import type { OfferedChallenge } from "../../service/challenge/offer.ts";
import type { ValidRequest } from "../endpoint.ts";

export function challengeBody({ c }: Pick<ValidRequest, "c">, challenge: OfferedChallenge): OfferedChallenge {
  return challenge.url.startsWith("/")
    ? { ...challenge, url: new URL(c.req.url).origin + challenge.url }
    : challenge;
}
