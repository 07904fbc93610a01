/**
 * Security event tokens (RFC 8417) as Shared Signals sends them (SSF 1.0, RISC 1.0, CAEP 1.0), and in the older shape of
 * Google's Cross-Account Protection: what is wrong with one, and what its events say of an account. Pure.
 */
import { DAY_MS, MINUTE_MS } from "../duration.ts";
import { asObject, isObject, type JsonObject, stringMember } from "../json.ts";

/** RFC 8935 section 2.4. */
export const EVENT_ERRORS = [
  "invalid_request",
  "invalid_key",
  "invalid_issuer",
  "invalid_audience",
  "authentication_failed",
] as const;
export type EventError = typeof EVENT_ERRORS[number];

/** The token is refused; the message describes why, without anything of the token. */
export class EventRefused extends Error {
  override readonly name = "EventRefused";
  readonly err: EventError;

  constructor(err: EventError, description: string) {
    super(description);
    this.err = err;
  }
}

/** Of a hook that receives security events. */
export interface EventSource {
  /** As in the tokens. */
  readonly issuer: string;
  /** A token is for us when it names one of them. */
  readonly audience: readonly string[];
  readonly jwksUri: string;
  /** `external_id` of a sign-up is this and the subject's `sub`. */
  readonly externalIdPrefix: string;
}

/** What an event says of an account. `changed`: its credentials were. */
export type EventEffect = "fraud" | "victim" | "enabled" | "changed";

/** What a sign-up can have of the account. */
export interface EventSubject {
  readonly kind: "email" | "phone" | "external_id";
  readonly text: string;
}

export interface ToldEvent {
  readonly effect: EventEffect;
  /** The account, by the first that is known here; empty: by nothing that could be. */
  readonly subjects: readonly EventSubject[];
}

export interface SecurityEvents {
  /** Unique for the issuer. */
  readonly jti: string;
  /** When it was issued, in milliseconds since the epoch. */
  readonly at: number;
  /** Events that say something of an account; others have no effect here. */
  readonly told: readonly ToldEvent[];
}

const MAX_AGE_MS = 7 * DAY_MS;
/** By how much the sender's clock may be ahead. */
const TOLERANCE_MS = 5 * MINUTE_MS;
const MAX_JTI_CHARS = 256;
/** Events of a token of the older shape, and identifiers of one account. */
const MAX_EVENTS = 20;
const MAX_ALIASES = 10;
const MAX_SUBJECT_CHARS = 400;

const RISC = "https://schemas.openid.net/secevent/risc/event-type/";
const CAEP = "https://schemas.openid.net/secevent/caep/event-type/";
const OLD_VERIFICATION = `${RISC}verification`;

/**
 * @param now milliseconds since the epoch
 * @throws EventRefused
 */
export function readSecurityEvents(
  header: JsonObject,
  claims: JsonObject,
  source: EventSource,
  now: number,
): SecurityEvents {
  requireSource(claims, source);
  const at = issuedAt(claims, now);
  const jti = stringMember(claims, "jti");
  if (!jti || jti.length > MAX_JTI_CHARS) throw invalid(`jti must have 1 to ${MAX_JTI_CHARS} characters`);
  const events = eventsOf(claims);
  if (hasOldShape(claims, events)) requireOldShape(header, events);
  else requireShape(header, claims, events);
  const told = events.flatMap(([type, event]) => {
    const effect = effectOf(type, event);
    if (effect === null) return [];
    const subject = asObject(claims["sub_id"]) ?? asObject(event["subject"]) ?? {};
    return [{ effect, subjects: subjectsOf(subject, source) }];
  });
  return { jti, at, told };
}

function requireSource(claims: JsonObject, { issuer, audience }: EventSource): void {
  const iss = stringMember(claims, "iss");
  if (iss === null) throw invalid("iss is missing or no string");
  if (iss !== issuer) throw new EventRefused("invalid_issuer", "iss is not the issuer of this hook");
  const aud = Object.hasOwn(claims, "aud") ? claims["aud"] : [];
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (named.some((each) => typeof each !== "string")) throw invalid("aud must be a string or strings");
  if (!named.some((each) => audience.includes(each as string))) {
    throw new EventRefused("invalid_audience", "aud names no audience of this hook");
  }
}

function issuedAt({ iat }: JsonObject, now: number): number {
  if (typeof iat !== "number" || !Number.isFinite(iat)) throw invalid("iat is missing or no number");
  const at = Math.floor(1000 * iat);
  if (at < now - MAX_AGE_MS) throw invalid("iat is more than a week ago");
  if (at > now + TOLERANCE_MS) throw invalid("iat is in the future");
  return at;
}

type TypedEvent = readonly [type: string, event: JsonObject];

function eventsOf(claims: JsonObject): readonly TypedEvent[] {
  const events = Object.hasOwn(claims, "events") ? asObject(claims["events"]) : null;
  if (events === null) throw invalid("events is missing or no object");
  const entries = Object.entries(events);
  if (entries.length === 0) throw invalid("events is empty");
  if (entries.length > MAX_EVENTS) throw invalid(`events has more than ${MAX_EVENTS} members`);
  return entries.map(([type, event]) => {
    if (isObject(event)) return [type, event];
    throw invalid("an event is no object");
  });
}

/** The subject is inside the events, or there is none in what only tries the connection. */
function hasOldShape(claims: JsonObject, events: readonly TypedEvent[]): boolean {
  return !Object.hasOwn(claims, "sub_id") &&
    events.every(([type, event]) => isObject(event["subject"]) || type === OLD_VERIFICATION);
}

function requireOldShape({ typ }: JsonObject, events: readonly TypedEvent[]): void {
  if (typ !== undefined && !isEventType(typ) && !(typeof typ === "string" && typ.toUpperCase() === "JWT")) {
    throw invalid("typ is not secevent+jwt");
  }
  for (const [type, { subject }] of events) {
    if (type !== OLD_VERIFICATION && stringMember(asObject(subject)!, "subject_type") === null) {
      throw invalid("a subject has no subject_type");
    }
  }
}

function requireShape({ typ }: JsonObject, claims: JsonObject, events: readonly TypedEvent[]): void {
  if (!isEventType(typ)) throw invalid("typ is not secevent+jwt");
  if (events.length !== 1) throw invalid("events must have exactly one member");
  for (const name of ["sub", "exp"]) {
    if (Object.hasOwn(claims, name)) throw invalid(`${name} must be absent`);
  }
  const subject = asObject(claims["sub_id"]);
  if (subject === null || stringMember(subject, "format") === null) {
    throw invalid("sub_id is missing or has no format");
  }
}

function isEventType(typ: unknown): boolean {
  return typeof typ === "string" && /^(application\/)?secevent\+jwt$/i.test(typ);
}

function effectOf(type: string, event: JsonObject): EventEffect | null {
  switch (type) {
    case `${RISC}account-disabled`:
      if (event["reason"] === "bulk-account") return "fraud";
      return event["reason"] === "hijacking" ? "victim" : null;
    case `${RISC}credential-compromise`:
      return "victim";
    case `${RISC}account-enabled`:
      return "enabled";
    case `${CAEP}credential-change`:
      return "changed";
    default:
      return null;
  }
}

/** What names the account (RFC 9493), in the order in which it is looked for. */
function subjectsOf(subject: JsonObject, source: EventSource): readonly EventSubject[] {
  const format = (stringMember(subject, "format") ?? stringMember(subject, "subject_type") ?? "")
    .replaceAll("-", "_");
  if (format === "aliases") {
    const { identifiers } = subject;
    return (Array.isArray(identifiers) ? identifiers.slice(0, MAX_ALIASES) : [])
      .flatMap((each) => namedBy(asObject(each) ?? {}, source));
  }
  if (format === "complex") return namedBy(asObject(subject["user"]) ?? {}, source);
  return namedBy(subject, source);
}

function namedBy(subject: JsonObject, { issuer, externalIdPrefix }: EventSource): EventSubject[] {
  const format = stringMember(subject, "format") ?? stringMember(subject, "subject_type");
  switch (format?.replaceAll("-", "_")) {
    case "email":
      return named("email", stringMember(subject, "email"));
    case "phone_number":
    case "phone":
      return named("phone", stringMember(subject, "phone_number") ?? stringMember(subject, "phone"));
    case "iss_sub":
    case "id_token_claims": {
      const sub = stringMember(subject, "sub");
      // The same `sub` is another account of another issuer.
      const isOwn = withoutSlash(stringMember(subject, "iss") ?? "") === withoutSlash(issuer);
      return sub && isOwn ? named("external_id", externalIdPrefix + sub) : [];
    }
    default:
      return [];
  }
}

/** Google's identity tokens and security events differ in it. */
function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, "");
}

function named(kind: EventSubject["kind"], text: string | null): EventSubject[] {
  return text === null || text === "" || text.length > MAX_SUBJECT_CHARS ? [] : [{ kind, text }];
}

function invalid(description: string): EventRefused {
  return new EventRefused("invalid_request", description);
}
