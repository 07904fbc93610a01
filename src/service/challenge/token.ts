/** The token of a challenge that was passed: good for five minutes, once, for the account, action, network and score that it was made for. */
import { type ChallengeKind, type ChallengeSubject } from "../../model/challenge/challenge.ts";
import type { DeviceClass } from "../../model/challenge/figures.ts";
import type { Services } from "../context.ts";
import { sealed } from "./sealed.ts";

const PREFIX = "wct_";
const VERSION = 1;
const NONCE_BYTES = 12;

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
