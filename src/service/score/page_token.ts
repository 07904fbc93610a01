/**
 * The token that `/fp.js` carries: when and from which network a page loaded it, signed under the service's secret. It is the
 * same for one network within some minutes, names no person, and is stored nowhere.
 */
import { type Address, clientSubnet } from "../../model/address/address.ts";
import { HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";

export const PAGE_TOKEN_STATES = ["valid", "expired", "invalid"] as const;

export interface PageToken {
  /** `expired`: it was made here, but not within the last day, or another clock was set. */
  readonly state: typeof PAGE_TOKEN_STATES[number];
  /** The hash of the /24 or /48, as `isFromNetwork` compares it; null when it is not known. */
  readonly network: string | null;
}

/** How long a network keeps its token. */
const TOKEN_STEP_MS = 10 * MINUTE_MS;
const VALID_MS = 24 * HOUR_MS;
/** Of clocks of other nodes. */
const AHEAD_MS = 15 * MINUTE_MS;
/** Characters of the network's hash: 96 bits. */
const NETWORK_CHARS = 16;
const FORM = /^([0-9a-z]{1,9})\.([\w-]{16})?\.([\w-]{22})$/;
const INVALID: PageToken = { state: "invalid", network: null };

/** @param address of the browser; null when it is not known */
export function issuePageToken(hasher: IdentifierHasher, address: Address | null, now: number): string {
  const network = address === null
    ? ""
    : hasher.hash("subnet", clientSubnet(address)).slice(0, NETWORK_CHARS);
  const step = Math.floor(now / TOKEN_STEP_MS).toString(36);
  return `${step}.${network}.${hasher.hash("page-token", `${step}.${network}`)}`;
}

export function readPageToken(hasher: IdentifierHasher, text: string, now: number): PageToken {
  const parts = FORM.exec(text);
  if (parts === null) return INVALID;
  const [, step = "", network = "", signature = ""] = parts;
  if (!hasher.hashes("page-token", `${step}.${network}`).includes(signature)) return INVALID;
  const age = now - parseInt(step, 36) * TOKEN_STEP_MS;
  const state = age >= -AHEAD_MS && age <= VALID_MS ? "valid" : "expired";
  return { state, network: network === "" ? null : network };
}

/** @param subnet the hash of a /24 or /48 */
export function isFromNetwork({ network }: PageToken, subnet: string | null): boolean {
  return network !== null && subnet !== null && subnet.startsWith(network);
}
