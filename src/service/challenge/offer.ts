/** Challenges that are offered: with a score that is a review, by `POST /v1/challenges`, and to visitors of a proxy. */
import {
  CHALLENGE_MS,
  type ChallengeKind,
  type ChallengeSubject,
  PAGE_KINDS,
} from "../../model/challenge/challenge.ts";
import { type Address, clientSubnet, parseAddress } from "../../model/address/address.ts";
import { isGlobalUnicast } from "../../model/address/special_purpose.ts";
import { type Account, standingOf } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { Services } from "../context.ts";
import { mailAddress } from "../mail/mail_address.ts";
import { challengeId, idOfScore } from "./challenge_id.ts";

/** As answers show it. */
export interface OfferedChallenge {
  readonly id: string;
  readonly url: string;
  /** RFC 3339. */
  readonly expires_at: string;
  readonly kinds: readonly ChallengeKind[];
}

interface Wanted {
  readonly account: Account;
  /** Null: of no score. */
  readonly requestId: string | null;
  readonly action: string | null;
  readonly hostname: string | null;
  /** Of the person, as the site saw it. */
  readonly address: string | null;
  readonly deviceHash?: string | null;
  readonly ring?: string | null;
  /** Where a code may be sent. */
  readonly email?: string | null;
  readonly score: number | null;
  readonly verdict: Verdict | null;
}

/** Random bytes of the id of one that belongs to no score. */
const ID_BYTES = 12;

/** The path of the page. */
export const CHALLENGE_PATH = "/challenge";

/**
 * Stores nothing.
 * @param origin of this service as the request named it, where WINNOW_BASE_URL is not set
 */
export function offerChallenge(
  services: Pick<Services, "challenges" | "mail" | "now" | "randomBytes" | "baseUrl">,
  { account, requestId, action, hostname, address, deviceHash, ring, email, score, verdict }: Wanted,
  origin: string | null = null,
): OfferedChallenge {
  const parsed = address === null ? null : parseAddress(address);
  const subject: ChallengeSubject = {
    account: account.id,
    id: requestId === null ? services.randomBytes(ID_BYTES).toHex() : idOfScore(requestId),
    requestId,
    action,
    hostname,
    network: networkOf(parsed),
    device: deviceHash ?? null,
    ring: ring ?? null,
    email: email == null || !sendsCodes(services, account) ? null : mailAddress(email),
    score,
    verdict,
    endsAt: services.now() + CHALLENGE_MS,
  };
  const id = challengeId(services, subject);
  return {
    id,
    url: `${services.baseUrl ?? origin ?? ""}${CHALLENGE_PATH}/${id}`,
    expires_at: timestamp(subject.endsAt),
    kinds: kindsOf(subject),
  };
}

function kindsOf({ email }: Pick<ChallengeSubject, "email">): readonly (typeof PAGE_KINDS[number])[] {
  return PAGE_KINDS.filter((kind) => kind !== "code" || email !== null);
}

/** A private address is a proxy's, or of the machine itself: it is not a visitor's network. */
export function networkOf(address: Address | null): string | null {
  return address !== null && isGlobalUnicast(address) ? clientSubnet(address) : null;
}

/** With an account of their own, strangers could have mail sent to anybody. */
export function sendsCodes({ mail }: Pick<Services, "mail">, account: Account): boolean {
  return mail !== null && standingOf(account) === "member";
}
