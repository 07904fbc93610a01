/**
 * The closed list of verification reasons in the order of evaluation, with the class that decides each one's default and
 * the texts that the documentation shows to the agent's operator. A reason that means "could not decide" is never `invalid`.
 */

/** `unsigned`: no signature claims the profile. `unverifiable`: it could not be checked. `invalid`: it is wrong. */
export type ReasonClass = "unsigned" | "invalid" | "unverifiable" | "verified";

export interface ReasonText {
  readonly class: ReasonClass;
  readonly meaning: string;
  /** What the agent's operator has to change. */
  readonly fix: string;
}

export const REASONS = {
  not_web_bot_auth: {
    class: "unsigned",
    meaning: "The request carries no signature with the tag web-bot-auth.",
    fix:
      'Sign the request according to RFC 9421 and give the signature the parameter tag="web-bot-auth" (a String, in quotes).',
  },
  malformed_signature: {
    class: "invalid",
    meaning: "Signature-Input or Signature cannot be parsed, or they do not match each other.",
    fix:
      "Both fields are Dictionaries (RFC 9651) of at most 16 KiB with the same label, used once. The input is an inner list of Strings, created and expires are Integers, keyid, alg, nonce and tag are Strings, and the signature is a Byte Sequence between colons in the standard base64 alphabet.",
  },
  missing_parameter: {
    class: "invalid",
    meaning: "created, expires or keyid is absent or empty.",
    fix: "Send all three parameters on every signature; keyid is the key's RFC 7638 thumbprint.",
  },
  unsupported_algorithm: {
    class: "unverifiable",
    meaning: "The alg parameter or the type of the key is not supported.",
    fix:
      'Use an Ed25519 key with alg="ed25519" or no alg. Also accepted: rsa-pss-sha512 with a salt of 64 bytes, ecdsa-p256-sha256, ecdsa-p384-sha384 and rsa-v1_5-sha256, spelled exactly like this. hmac-sha256 is never accepted.',
  },
  not_yet_valid: {
    class: "invalid",
    meaning: "created is more than 60 seconds in the future.",
    fix: "Set the signer's clock; created is in seconds since 1970, not milliseconds.",
  },
  expired: {
    class: "invalid",
    meaning: "expires has passed.",
    fix: "Sign each request when it is sent, and check the signer's clock.",
  },
  window_too_long: {
    class: "invalid",
    meaning: "expires is more than 24 hours after created.",
    fix: "Use a short window; a few minutes are enough for a request that is signed when it is sent.",
  },
  insufficient_coverage: {
    class: "invalid",
    meaning: "The signature covers neither @authority nor @target-uri.",
    fix:
      'Cover at least "@authority"; also covering "@method" and "@path" limits what a copied signature can be used for.',
  },
  signature_agent_missing: {
    class: "unverifiable",
    meaning: "There is no Signature-Agent header, so it is unknown where the key is published.",
    fix: 'Send Signature-Agent: sig1="https://your.domain" and cover "signature-agent";key="sig1".',
  },
  signature_agent_not_covered: {
    class: "invalid",
    meaning: "The signature does not cover the Signature-Agent header.",
    fix:
      'Add "signature-agent";key="…" with your member\'s key (or "signature-agent" for the String form) to the covered components.',
  },
  signature_agent_invalid: {
    class: "invalid",
    meaning: "The covered Signature-Agent value is not one usable https URL.",
    fix:
      "The value is a String with an absolute https URL, without user name and fragment, and with no parameter but type (directory, jwks_uri or cimd); type=directory takes an origin without a path.",
  },
  signature_agent_blocked: {
    class: "unverifiable",
    meaning: "The host or port of the Signature-Agent URL, or an address it resolves to, is not allowed.",
    fix:
      "Publish the directory under a public domain name on port 443 that resolves to public addresses only.",
  },
  invalid_component: {
    class: "invalid",
    meaning: "A covered component does not exist in this request or cannot be built from it.",
    fix:
      "Cover each component once, in lower case, and only what reaches the site unchanged: fields that a proxy removes, @status, ;req and ;tr cannot be checked on a request.",
  },
  directory_unavailable: {
    class: "unverifiable",
    meaning:
      "The key directory could not be fetched: no connection, no answer in time, or a status other than 200.",
    fix:
      "Serve the directory itself with status 200 and without redirects; when the apex domain redirects, name the final host in Signature-Agent.",
  },
  directory_invalid: {
    class: "unverifiable",
    meaning: "The fetched document is not a key directory.",
    fix:
      "Serve a JSON object with a keys array, at most 1 MiB and 100 keys, as application/http-message-signatures-directory+json. A card of type cimd names its own URL as client_id and has jwks or jwks_uri, not both.",
  },
  unknown_key: {
    class: "unverifiable",
    meaning: "No usable key in the directory has the keyid as its RFC 7638 thumbprint.",
    fix:
      'Send the thumbprint (SHA-256, base64url without padding) as keyid, and publish that key with use "sig" or without use. A kid in the directory is ignored.',
  },
  key_not_active: {
    class: "invalid",
    meaning: "The key is not active now, by its nbf or exp in the directory.",
    fix: "Correct nbf and exp (seconds since 1970) or sign with the current key.",
  },
  test_key: {
    class: "invalid",
    meaning: "The key is an example key whose private key is published in a standard.",
    fix: "Create your own key; anyone can sign with the example keys of RFC 9421 and RFC 8037.",
  },
  weak_key: {
    class: "invalid",
    meaning: "The key is too weak to prove anything, or its private key is published.",
    fix:
      "Create a new Ed25519 key, or an RSA key of at least 2048 bits, and publish the public members only (never d).",
  },
  algorithm_mismatch: {
    class: "invalid",
    meaning: "The alg parameter, the key's type and the key's own alg do not agree.",
    fix:
      "Omit alg from the signature and the published key, or give the same algorithm, one that suits the key, in both.",
  },
  signature_failed: {
    class: "invalid",
    meaning: "The signature does not match this request under the published key.",
    fix:
      "Compare the signature base: method, URL and covered fields as the site received them, parameters in the order sent, single line feeds, none at the end. ECDSA signatures are r and s concatenated, not DER.",
  },
  replayed: {
    class: "invalid",
    meaning: "The site accepts each signature once, and this one was used before.",
    fix: "Sign every request separately, with a new nonce.",
  },
  verified: {
    class: "verified",
    meaning: "The signature is valid for the published key and the request.",
    fix: "No change is needed.",
  },
} as const satisfies Record<string, ReasonText>;

export type Reason = keyof typeof REASONS;

/** A reason other than success. */
export type Refusal = Exclude<Reason, "verified">;

export function reasonClass(reason: Reason): ReasonClass {
  return REASONS[reason].class;
}
