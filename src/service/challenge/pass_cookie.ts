/** The cookie of a visitor who passed a challenge at the edge: encrypted, of one account and network, for some hours. */
import { type ChallengeKind, isOtherNetwork, PASS_MS } from "../../model/challenge/challenge.ts";
import { type Address, parseAddress } from "../../model/address/address.ts";
import type { Account } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { networkOf } from "./offer.ts";
import { sealed, unsealed } from "./sealed.ts";

const COOKIE = "winnow_pass";
const VERSION = 1;
/** Of clocks of other nodes. */
const AHEAD_MS = 60_000;
/** Of one name, of which the first is read: a browser sends the one of the longest path first. */
const MAX_COOKIE_CHARS = 16_384;

interface EdgePass {
  readonly kind: ChallengeKind;
  /** Milliseconds since the epoch. */
  readonly passedAt: number;
}

/** The value of Set-Cookie. @param isSecure the visitor came over https */
export function mintPass(
  { challenges }: Pick<Services, "challenges">,
  account: Account,
  { kind, passedAt }: EdgePass,
  address: Address | null,
  isSecure: boolean,
): string {
  const value = sealed(challenges.passes, [VERSION, account.id, kind, passedAt, networkOf(address)]);
  const ends = `Max-Age=${PASS_MS / 1000}`;
  return `${COOKIE}=${value}; Path=/; ${ends}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** From memory. Null: there is none, or it is of another account or network, or has ended. @param cookie the header */
export function readPass(
  { challenges, now }: Pick<Services, "challenges" | "now">,
  account: Account,
  cookie: string | null,
  address: string | null,
): EdgePass | null {
  const value = cookie === null || cookie.length > MAX_COOKIE_CHARS
    ? undefined
    : new RegExp(`(?:^|;)\\s*${COOKIE}=([\\w-]+)\\s*(?:;|$)`).exec(cookie)?.[1];
  const values = value === undefined ? null : unsealed(challenges.passes, value);
  if (values === null || values[0] !== VERSION) return null;
  // Authenticated, and of this version: it is what `mintPass` wrote.
  const [, owner, kind, passedAt, network] = values as unknown as [
    number,
    string,
    ChallengeKind,
    number,
    string | null,
  ];
  const from = networkOf(address === null ? null : parseAddress(address));
  const age = now() - passedAt;
  const isGood = owner === account.id && age >= -AHEAD_MS && age < PASS_MS && !isOtherNetwork(network, from);
  return isGood ? { kind, passedAt } : null;
}
