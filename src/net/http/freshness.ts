/** How long documents of other servers are used: RFC 9111 within our own limits. */
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";

const DEFAULT_MS = HOUR_MS;
const MIN_FRESH_MS = 60_000;
const MAX_FRESH_MS = DAY_MS;
const MIN_RETRY_MS = 30_000;
const MAX_RETRY_MS = 300_000;

type FreshnessHeaders = Pick<Headers, "get">;

/** Milliseconds, 60 s to 24 h. @param now milliseconds since the epoch */
export function freshFor(headers: FreshnessHeaders, now: number): number {
  return Math.min(MAX_FRESH_MS, Math.max(MIN_FRESH_MS, lifetime(headers, now)));
}

/** Milliseconds until a failed URL is fetched again, 30 s to 5 min. `Retry-After` may be seconds or a date. */
export function retryAfter(headers: FreshnessHeaders | null, now: number): number {
  const text = headers?.get("retry-after")?.trim() ?? "";
  const wanted = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, Number.isNaN(wanted) ? 0 : wanted));
}

function lifetime(headers: FreshnessHeaders, now: number): number {
  const control = directives(headers.get("cache-control") ?? "");
  if (control.has("no-store") || control.has("no-cache")) return 0;
  const age = delta(headers.get("age") ?? "") ?? 0;
  const seconds = delta(control.get("s-maxage") ?? "") ?? delta(control.get("max-age") ?? "");
  if (seconds !== null) return (seconds - age) * 1000;
  const expires = headers.get("expires");
  if (expires === null) return DEFAULT_MS;
  const served = Date.parse(headers.get("date") ?? "");
  const until = Date.parse(expires) - (Number.isNaN(served) ? now : served);
  return Number.isNaN(until) ? 0 : until - age * 1000;
}

/** By lower-case name; the first occurrence of a name counts. */
function directives(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split(",")) {
    const [name, value = ""] = part.split("=", 2);
    const key = name!.trim().toLowerCase();
    if (key !== "" && !found.has(key)) found.set(key, value.trim().replaceAll('"', ""));
  }
  return found;
}

function delta(text: string): number | null {
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : null;
}
