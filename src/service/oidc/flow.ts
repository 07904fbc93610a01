/**
 * A sign-in between the way to the provider and the way back: it is kept in a cookie of the browser that began it, encrypted
 * and authenticated, so that any process can finish it, and no other browser.
 */
import { isWithin } from "../../concurrency/clock_rules.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import { isObject, parseJson, stringMember } from "../../model/json.ts";
import type { Seal } from "../../records/seal.ts";

export const FLOW_MS = 10 * MINUTE_MS;
/** Longer cookies are not ours. */
const MAX_CHARS = 3_000;
/** Longer pages to continue to are left out. */
const MAX_NEXT_CHARS = 1_000;

export interface Flow {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
  readonly redirectUri: string;
  /** The page to continue to. */
  readonly next: string;
}

type Random = (bytes: number) => Uint8Array;

export function newFlow(random: Random, redirectUri: string, next: string): Flow {
  const secret = () => random(32).toBase64({ alphabet: "base64url", omitPadding: true });
  const kept = next.length > MAX_NEXT_CHARS ? "/console" : next;
  return { state: secret(), nonce: secret(), verifier: secret(), redirectUri, next: kept };
}

export function sealFlow(seal: Seal, flow: Flow, now: number): string {
  return seal.encryptBytes(new TextEncoder().encode(JSON.stringify({ ...flow, at: now })))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Null: none of ours, or too old. */
export function openFlow(seal: Seal, sealed: string | undefined, now: number): Flow | null {
  if (sealed === undefined || sealed.length > MAX_CHARS || !/^[\w-]+$/.test(sealed)) return null;
  const text = seal.decrypt(sealed.replaceAll("-", "+").replaceAll("_", "/"));
  const given = text === null ? null : parseJson(text);
  if (!isObject(given) || typeof given.at !== "number" || !isWithin(given.at, given.at + FLOW_MS, now)) {
    return null;
  }
  const part = (name: keyof Flow) => stringMember(given, name) ?? "";
  return {
    state: part("state"),
    nonce: part("nonce"),
    verifier: part("verifier"),
    redirectUri: part("redirectUri"),
    next: part("next"),
  };
}
