/** Signatures of Standard Webhooks 1.0.0 (symmetric, `v1`), which Svix also uses: made for what is sent, verified for what arrives. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { InvalidValue } from "../../model/invalid_value.ts";

const PREFIX = "whsec_";
/** Bytes of a secret, as the specification limits them. */
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
const NEW_SECRET_BYTES = 32;
/** How far the clocks of sender and receiver may differ, in seconds. */
const TOLERANCE_SECONDS = 300;
const MAX_ID_LENGTH = 256;
/** A sender signs with at most a few secrets; further signatures are not looked at. */
const MAX_SIGNATURES = 16;
const TIMESTAMP = /^\d{1,12}$/;
/** Header names begin with one of these. */
const HEADER_PREFIXES = ["webhook", "svix"] as const;

interface WebhookMessage {
  /** The same for all attempts to deliver a message. */
  readonly id: string;
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  /** As it is sent. */
  readonly body: string | Uint8Array;
}

/** A message as it arrived, and the signatures with it. */
export interface SignedMessage extends WebhookMessage {
  /** Base64, of the `v1` scheme. */
  readonly signatures: readonly string[];
}

/** A new secret as users see it: `whsec_` and base64. */
export function newWebhookSecret(randomBytes: (length: number) => Uint8Array): string {
  return PREFIX + randomBytes(NEW_SECRET_BYTES).toBase64();
}

/** The bytes of a secret: `whsec_…`, or `v1,whsec_…` as Supabase writes it. */
export function parseWebhookSecret(text: string): Uint8Array | InvalidValue {
  const secret = text.trim();
  if (/^(v1a,|whsk_|whpk_)/.test(secret)) {
    return new InvalidValue(
      "is an asymmetric (v1a) secret, which is not supported; use a symmetric one, v1,whsec_… or whsec_…",
    );
  }
  const encoded = secret.replace(/^v1,/, "");
  if (!encoded.startsWith(PREFIX)) return new InvalidValue("must begin with whsec_ or v1,whsec_");
  const bytes = fromBase64(encoded.slice(PREFIX.length));
  if (bytes === null) return new InvalidValue("must have base64 after whsec_");
  if (bytes.length < MIN_SECRET_BYTES || bytes.length > MAX_SECRET_BYTES) {
    return new InvalidValue(
      `must have ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes after whsec_, in base64; it has ${bytes.length}`,
    );
  }
  return bytes;
}

/** @param secrets bytes; during a rotation several, each of which signs */
export function signatureHeaders(secrets: readonly Uint8Array[], message: WebhookMessage) {
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp),
    "webhook-signature": secrets.map((secret) => `v1,${signatureOf(secret, message).toBase64()}`).join(" "),
  };
}

/**
 * What the headers of a request say about its signature; null when they are missing or cannot be read.
 * @param header the value of a header, by its lower-case name
 */
export function readSigned(
  header: (name: string) => string | undefined,
  body: string | Uint8Array,
): SignedMessage | null {
  for (const prefix of HEADER_PREFIXES) {
    const [id, timestamp, signature] = [
      header(`${prefix}-id`),
      header(`${prefix}-timestamp`),
      header(`${prefix}-signature`),
    ];
    if (!id || !timestamp || !signature) continue;
    if (id.length > MAX_ID_LENGTH || !TIMESTAMP.test(timestamp)) return null;
    return { id, timestamp: Number(timestamp), signatures: signaturesOf(signature), body };
  }
  return null;
}

/** True when the message is neither too old nor of the future. @param now milliseconds since the epoch */
export function isTimely({ timestamp }: Pick<WebhookMessage, "timestamp">, now: number): boolean {
  return Math.abs(Math.floor(now / 1000) - timestamp) <= TOLERANCE_SECONDS;
}

/**
 * True when the message is timely and one of its signatures is by one of the secrets.
 * @param now milliseconds since the epoch
 */
export function isSignedBy(secrets: readonly Uint8Array[], message: SignedMessage, now: number): boolean {
  if (!isTimely(message, now)) return false;
  const given = message.signatures.flatMap((signature) => fromBase64(signature) ?? []);
  return secrets.some((secret) => {
    const expected = signatureOf(secret, message);
    return given.some((bytes) => bytes.length === expected.length && timingSafeEqual(bytes, expected));
  });
}

/** Of `v1,a v1,b`, or `v1,a, v1,b` as Supabase writes it; other schemes are passed over. */
function signaturesOf(header: string): string[] {
  return header.split(" ")
    .filter((part) => part.startsWith("v1,"))
    .slice(0, MAX_SIGNATURES)
    .map((part) => part.slice(3).replace(/,+$/, ""));
}

function signatureOf(secret: Uint8Array, { id, timestamp, body }: WebhookMessage): Uint8Array {
  return new Uint8Array(
    createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body).digest(),
  );
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    return null;
  }
}
