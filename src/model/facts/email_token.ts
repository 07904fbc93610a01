/** E-mail verification tokens (draft-hardt-email-verification): what a request gives, and what is known of it. */

/** As a request gives it. */
export interface EmailTokenClaim {
  readonly token: string;
  /** The nonce that the page was made with; null: it was minted here for the session. */
  readonly nonce: string | null;
  /** The page's origin, as `https://app.example.com`. */
  readonly origin: string;
  /** What a minted nonce is bound to; null: the nonce is the site's own. */
  readonly session: string | null;
}

/** Shorter ones are never cut: a longer token is malformed. */
export const MAX_EMAIL_TOKEN_CHARS = 16 * 1024;
export const MAX_NONCE_CHARS = 512;
export const MAX_SESSION_CHARS = 512;

/** Why a token proves nothing. `invalid`: something in it is wrong. `unknown`: it could not be checked, or its issuer is not one to rely on. */
export const EMAIL_TOKEN_REASONS = {
  malformed_token: "invalid",
  unsupported_alg: "invalid",
  bad_type: "invalid",
  audience_mismatch: "invalid",
  nonce_mismatch: "invalid",
  token_expired: "invalid",
  token_not_yet_valid: "invalid",
  token_replayed: "invalid",
  sd_hash_mismatch: "invalid",
  kb_signature_invalid: "invalid",
  email_mismatch: "invalid",
  email_not_verified: "invalid",
  issuer_mismatch: "invalid",
  evt_signature_invalid: "invalid",
  issuer_discovery_failed: "unknown",
  issuer_not_allowed: "unknown",
  issuer_unreachable: "unknown",
  metadata_invalid: "unknown",
  key_not_found: "unknown",
} as const satisfies Readonly<Record<string, "invalid" | "unknown">>;

export type EmailTokenReason = keyof typeof EMAIL_TOKEN_REASONS;

/** Those of a signature that is false: somebody made the token who had no key for it. */
export const FALSE_SIGNATURES: readonly EmailTokenReason[] = [
  "kb_signature_invalid",
  "evt_signature_invalid",
];

export type EmailTokenAnswer =
  | {
    readonly status: "verified";
    readonly reason: null;
    /** The host of the issuer. */
    readonly issuer: string;
    /** The address forwards, and the site does not see the person's own. */
    readonly isPrivateEmail: boolean;
  }
  | {
    readonly status: "invalid" | "unknown";
    readonly reason: EmailTokenReason;
    /** As DNS names it; null: it was not asked, or names none. */
    readonly issuer: string | null;
  };

export function refusedToken(reason: EmailTokenReason, issuer: string | null = null): EmailTokenAnswer {
  return { status: EMAIL_TOKEN_REASONS[reason], reason, issuer };
}
