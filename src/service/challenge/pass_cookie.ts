/** The cookie of a visitor who passed a challenge at the edge: encrypted, of one account, for some hours, where it was passed. */
import { type ChallengeKind, PASS_MS } from "../../model/challenge/challenge.ts";
import { type Address, parseAddress } from "../../model/address/address.ts";
import type { Account } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { networkOf } from "./offer.ts";
import { sealed, unsealed } from "./sealed.ts";

const COOKIE = "winnow_pass";
const VERSION = 2;
/** Of clocks of other nodes. */
const AHEAD_MS = 60_000;
/** Of one name, of which the first is read: a browser sends the one of the longest path first. */
const MAX_COOKIE_CHARS = 16_384;

interface EdgePass {
  readonly kind: ChallengeKind;
  /** Milliseconds since the epoch. */
  readonly passedAt: number;
}

/** A pass and where it holds: the /24 or /48 that it was passed from; null: unknown, and it holds everywhere. */
interface PlacedPass extends EdgePass {
  readonly network: string | null;
}

/**
 * The value of Set-Cookie. It holds one network of each family, because many browsers use both in turn.
 * @param before the request's cookie header
 * @param isSecure the visitor came over https
 */
export function mintPass(
  services: Pick<Services, "challenges" | "now">,
  account: Account,
  { kind, passedAt }: EdgePass,
  { address, before, isSecure }: {
    readonly address: Address | null;
    readonly before: string | null;
    readonly isSecure: boolean;
  },
): string {
  const network = networkOf(address);
  const others = passesOf(services, account, before).filter((pass) =>
    network !== null && pass.network !== null && isOtherFamily(network, pass.network)
  );
  const passes = [{ kind, passedAt, network }, ...others.slice(0, 1)];
  const packed = passes.flatMap((pass) => [pass.kind, pass.passedAt, pass.network]);
  const value = sealed(services.challenges.passes, [VERSION, account.id, ...packed]);
  const ends = `Max-Age=${PASS_MS / 1000}`;
  return `${COOKIE}=${value}; Path=/; ${ends}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** From memory. Null: there is none, or it is of another account or network, or has ended. @param cookie the header */
export function readPass(
  services: Pick<Services, "challenges" | "now">,
  account: Account,
  cookie: string | null,
  address: string | null,
): EdgePass | null {
  const from = networkOf(address === null ? null : parseAddress(address));
  const good = passesOf(services, account, cookie).find(({ network }) =>
    network === null || from === null || network === from
  );
  return good === undefined ? null : { kind: good.kind, passedAt: good.passedAt };
}

/** Of the account, that have not ended. */
function passesOf(
  { challenges, now }: Pick<Services, "challenges" | "now">,
  account: Account,
  cookie: string | null,
): readonly PlacedPass[] {
  const value = cookie === null || cookie.length > MAX_COOKIE_CHARS
    ? undefined
    : new RegExp(`(?:^|;)\\s*${COOKIE}=([\\w-]+)\\s*(?:;|$)`).exec(cookie)?.[1];
  const values = value === undefined ? null : unsealed(challenges.passes, value);
  if (values === null || values[0] !== VERSION || values[1] !== account.id) return [];
  const passes: PlacedPass[] = [];
  for (let at = 2; at < values.length; at += 3) {
    // Authenticated, and of this version: it is what `mintPass` wrote.
    const [kind, passedAt, network] = values.slice(at) as [ChallengeKind, number, string | null];
    const age = now() - passedAt;
    if (age >= -AHEAD_MS && age < PASS_MS) passes.push({ kind, passedAt, network });
  }
  return passes;
}

function isOtherFamily(one: string, other: string): boolean {
  return one.includes(":") !== other.includes(":");
}
