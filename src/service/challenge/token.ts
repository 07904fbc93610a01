/** The token of a challenge that was passed: good for five minutes, once, for the account, action, network and score that it was made for. */
import {
  type ChallengeKind,
  type ChallengeSubject,
  isOtherNetwork,
  type PassedChallenge,
  TOKEN_MS,
} from "../../model/challenge/challenge.ts";
import type { DeviceClass } from "../../model/challenge/figures.ts";
import { parseAddress } from "../../model/address/address.ts";
import type { Account } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { networkOf } from "./offer.ts";
import { sealed, unsealed } from "./sealed.ts";
import { deviceClassOf } from "./visitor.ts";

const PREFIX = "wct_";
const VERSION = 1;
const NONCE_BYTES = 12;
/** Of clocks of other nodes. */
const AHEAD_MS = 60_000;

interface Passing {
  readonly kind: ChallengeKind;
  readonly passedAt: number;
  readonly tookMs: number;
  /** Of the visitor. */
  readonly network: string | null;
  readonly device: DeviceClass;
}

export function mintToken(
  { challenges, randomBytes }: Pick<Services, "challenges" | "randomBytes">,
  { account, id, requestId, action, hostname, network: offered, score, verdict }: ChallengeSubject,
  { kind, passedAt, tookMs, network, device }: Passing,
): string {
  const nonce = randomBytes(NONCE_BYTES).toHex();
  const packed = [
    VERSION,
    account,
    nonce,
    passedAt,
    id,
    requestId,
    action,
    hostname,
    offered,
    network,
    score,
    verdict,
    kind,
    tookMs,
    device,
  ];
  return PREFIX + sealed(challenges.tokens, packed);
}

type Packed = readonly [
  version: number,
  account: string,
  nonce: string,
  passedAt: number,
  id: string,
  requestId: string | null,
  action: string | null,
  hostname: string | null,
  offered: string | null,
  network: string | null,
  score: number | null,
  verdict: ChallengeSubject["verdict"],
  kind: ChallengeKind,
  tookMs: number,
  device: DeviceClass,
];

interface Redeeming {
  /** What the site takes it for; absent: whatever it was made for. */
  readonly action?: string | null | undefined;
  /** Of the person, as the site sees it. */
  readonly address?: string | null | undefined;
  /** Of the person's browser; only a phone's token from a desktop and the other way round are refused. */
  readonly userAgent?: string | null | undefined;
}

type Redeemed =
  | { readonly ok: true; readonly challenge: PassedChallenge }
  | { readonly ok: false; readonly error: "invalid" | "expired_or_used" };

/** Takes a token, once over all processes; one that is refused is not used up. Durable when it resolves. */
export async function redeemToken(
  { challenges, store, now }: Pick<Services, "challenges" | "store" | "now">,
  account: Account,
  token: string,
  { action = null, address = null, userAgent = null }: Redeeming = {},
): Promise<Redeemed> {
  const values = token.startsWith(PREFIX) ? unsealed(challenges.tokens, token.slice(PREFIX.length)) : null;
  if (values === null || values[0] !== VERSION) return { ok: false, error: "invalid" };
  // Authenticated, and of this version: it is what `mintToken` wrote.
  const packed = values as unknown as Packed;
  const [, owner, nonce, passedAt, id, requestId, madeFor, hostname, offered, network] = packed;
  const [score, verdict, kind, tookMs, device] = packed.slice(10) as [
    Packed[10],
    Packed[11],
    Packed[12],
    Packed[13],
    Packed[14],
  ];
  const parsed = address === null ? null : parseAddress(address);
  const from = networkOf(parsed);
  const shown = userAgent === null ? "other" : deviceClassOf(userAgent);
  const isOthers = owner !== account.id ||
    (action !== null && madeFor !== null && action !== madeFor) ||
    isOtherNetwork(network, from) || isOtherNetwork(offered, from) ||
    (shown !== "other" && device !== "other" && shown !== device);
  if (isOthers) return { ok: false, error: "invalid" };
  const at = now();
  const end = passedAt + TOKEN_MS;
  const isGood = end > at && passedAt <= at + AHEAD_MS &&
    await store.challenges.use(account.id, { nonce, end: end + AHEAD_MS, now: at });
  if (!isGood) return { ok: false, error: "expired_or_used" };
  const challenge = {
    id,
    requestId,
    action: madeFor,
    hostname,
    network,
    score,
    verdict,
    kind,
    passedAt,
    tookMs,
  };
  return { ok: true, challenge };
}
