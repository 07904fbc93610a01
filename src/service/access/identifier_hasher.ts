/** Hashes identifiers for storage: HMAC-SHA-256 under the service's secret, truncated to 128 bits, base64url. */
import { hash } from "node:crypto";
import type { ComponentKind } from "../../model/component.ts";
import { TwoGenerationCache } from "../../concurrency/two_generation_cache.ts";
import { KeyedHash } from "./keyed_hash.ts";

/**
 * What is hashed: keeps equal texts of different meaning apart. Hashes are stored or sent to browsers, so these texts never
 * change. The value says what becomes of stored hashes when the secret is rotated:
 * - `moves`: what is stored under the value's earlier hash is found, and moves to the present one when the value comes again;
 * - `compared`: callers compare with the hashes under all secrets;
 * - `ends`: it is short-lived and begins again.
 */
const SCOPES = {
  /** The identity of a scored value: sightings, reputation, linkage, labels of addresses. Score records keep theirs. */
  ip: "moves",
  email: "moves",
  phone: "moves",
  domain: "moves",
  device: "moves",
  /** What else a rule can name: the network, system or parent domains of a value. In score records. */
  also: "compared",
  /** Linkage of sign-ups: the /24 or /48. Counts of an hour. */
  subnet: "moves",
  /** Rings of sign-ups: the address without its digits. */
  "email-pattern": "moves",
  /** The block of a phone number, a fact of scores: they keep it, and conditions that name it do not match later ones. */
  "phone-block": "ends",
  /** Rings and velocity of sign-ups: the referral or invitation code. */
  referral: "moves",
  /** Linkage of sign-ups: the domain. Counts of an hour. */
  host: "moves",
  /** The customer's own id of an event: leads to the newest score. */
  transaction: "moves",
  /** The address of somebody who signed up for an account: kept with the account. */
  "account-email": "ends",
  /** The address of a person of an account: hashed again when the service starts. */
  "person-email": "compared",
  /** Salts of passwords: kept with them. */
  "password-salt": "ends",
  /** Between the password and the code of a sign-in: ten minutes. */
  "sign-in": "ends",
  /** What a browser shows that somebody signed in with before. */
  "known-browser": "ends",
  /** The /24 or /48 that an account signed up from: compared with those of other accounts. */
  "signup-network": "compared",
  /** The identifier of a verified agent: its requests of the last hour. */
  agent: "ends",
  /** A signature that an account accepted: it must not be accepted again under another hash. */
  "agent-nonce": "moves",
  /** The signature of a nonce for an e-mail verification token: valid for two hours. */
  "email-nonce": "compared",
  /** The nonce of an agent's session: how often it was presented, for some minutes. */
  "agent-session": "ends",
  /** The customer's reference of a user who logs in: what is known of earlier log-ins. */
  "login-user": "moves",
  /** Where somebody logs in from, and with what: a user's places are new again after the secret was replaced. */
  "login-place": "ends",
  /** A probed address: its answer, kept for a week. */
  mailbox: "moves",
  /** The domain of a probed address. */
  mailbox_domain: "moves",
  /** The operator of its mail servers: groups the probes that wait. */
  mailbox_group: "ends",
  /** An Idempotency-Key of an account, and what was sent with it: compared for a day. */
  idempotency: "compared",
  /** A value of an account, as answers name it: answers give the new ones. */
  ref: "ends",
  /** Where a search of an account continues. */
  cursor: "ends",
  /** The token of a session's forms. */
  csrf: "ends",
  /** The token of forms before sign-in. */
  "csrf-visitor": "ends",
  /** The signature of the token that `/fp.js` carries: valid for a day. */
  "page-token": "compared",
  /** An address from which sign-ups or log-ins were refused: ten minutes. */
  refusals: "ends",
  /** Whom and what sends are counted by: 16 days. */
  guard: "ends",
  /** Of challenges: what shares a price, mailed codes and where they went, visitors of a proxy; a day at most. */
  challenge: "ends",
  /** The secret of an account under which puzzles are signed: good for minutes. */
  "challenge-puzzle": "compared",
  /** Limits of visitors: the /24 or /48. */
  "visitor-network": "ends",
} as const satisfies Record<ComponentKind, string> & Record<string, "moves" | "compared" | "ends">;

type HashScope = keyof typeof SCOPES;

/** More than the requests in progress need between hashing a value and asking for its earlier hashes. */
const MAX_EARLIER_HASHES = 40_000;
/** Characters of a hash: 128 bits. */
export const HASH_CHARS = 22;
/** Characters of a hash that is only compared with others of one score: 9 bytes. */
export const SHORT_HASH_CHARS = 12;
const NONE: readonly string[] = [];

export class IdentifierHasher {
  readonly #keyed: KeyedHash;
  /** Under earlier secrets, newest first. */
  readonly #previous: readonly KeyedHash[];
  /** By the present hash. */
  readonly #earlier = new TwoGenerationCache<readonly string[]>(MAX_EARLIER_HASHES);

  /** @param previous earlier secrets that stored data is still hashed under, newest first */
  constructor(secret: string, previous: readonly string[] = []) {
    this.#keyed = new KeyedHash(secret);
    this.#previous = previous.map((earlier) => new KeyedHash(earlier));
  }

  /** Not cached: looking for a text among many costs as much. */
  hash(scope: HashScope, identity: string): string {
    const text = `${scope}\u0000${identity}`;
    const hashed = hashOf(this.#keyed, text);
    if (this.#previous.length > 0 && SCOPES[scope] === "moves") this.#remember(hashed, text);
    return hashed;
  }

  /** The hashes under all secrets, the present one first: for comparing with stored ones. */
  hashes(scope: HashScope, identity: string): readonly string[] {
    const text = `${scope}\u0000${identity}`;
    return [hashOf(this.#keyed, text), ...this.#underEarlier(text)];
  }

  /** The hashes under earlier secrets of a text that was hashed a moment ago, in a scope that moves. */
  earlier(hash: string): readonly string[] {
    return this.#earlier.get(hash) ?? NONE;
  }

  /** Short hashes of what a rule can name besides the value itself: its network, system or parent domains. */
  relatedHashes(texts: readonly string[]): readonly string[] {
    return texts.length === 0 ? NONE : texts.map((text) => this.#keyed.of(`also\u0000${text}`, 9));
  }

  /** As `relatedHashes` for one text, under all secrets. */
  relatedHashesOf(text: string): readonly string[] {
    return this.hashes("also", text).map((hash) => hash.slice(0, SHORT_HASH_CHARS));
  }

  #remember(hashed: string, text: string): void {
    if (this.#earlier.get(hashed) === undefined) this.#earlier.set(hashed, this.#underEarlier(text));
  }

  #underEarlier(text: string): readonly string[] {
    return this.#previous.map((keyed) => hashOf(keyed, text));
  }
}

function hashOf(keyed: KeyedHash, text: string): string {
  return keyed.of(text, 18).slice(0, HASH_CHARS);
}

/** SHA-256 of an API key or session token, hex: what is stored and looked up. */
export function keyHash(key: string): string {
  return hash("sha256", key);
}
