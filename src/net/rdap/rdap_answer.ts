/** Reads the registration from an RDAP domain object (RFC 9083). */
import { DAY_MS } from "../../model/duration.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import type { Registration } from "../../model/outside_facts.ts";

/** Registries' clocks may run ahead of ours by this much. */
const SKEW_MS = DAY_MS;
/** The first .com was registered in March 1985. */
const EARLIEST_MS = Date.UTC(1985, 0, 1);
const MAX_NAME_LENGTH = 200;
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** Unknown when it is not a domain object, is about another domain, or has only impossible dates. @param now milliseconds since the epoch */
export function readRegistration(body: unknown, domain: string, now: number): Known<Registration> {
  if (!isObject(body)) return unknown("unavailable", "the RDAP answer is not an object");
  if (body.errorCode === 404) return unknown("no_data", "no such registration");
  if ("errorCode" in body) return unknown("unavailable", "the RDAP server answered an error");
  const named = typeof body.ldhName === "string" ? body.ldhName.toLowerCase().replace(/\.$/, "") : domain;
  if (named !== domain) return unknown("unavailable", "the RDAP answer is about another domain");
  if (!("events" in body) && !("entities" in body) && !("ldhName" in body)) {
    return unknown("unavailable", "the RDAP answer is not a domain object");
  }
  const dates = listOf(body.events)
    .filter((event) => event.eventAction === "registration")
    .map((event) => instantOf(event.eventDate));
  const valid = dates.filter((at) => at !== null && at >= EARLIEST_MS && at <= now + SKEW_MS) as number[];
  const registrar = registrarOf(body);
  if (dates.length > 0 && valid.length === 0 && registrar === null) {
    return unknown("unavailable", "the registration date is impossible");
  }
  const createdAt = valid.length === 0 ? null : new Date(Math.min(...valid)).toISOString();
  return known({ createdAt, registrar });
}

/** The registrar entity's name: jCard `fn`, else `org`, else its handle. */
function registrarOf(body: JsonObject): string | null {
  for (const entity of listOf(body.entities)) {
    if (!Array.isArray(entity.roles) || !entity.roles.includes("registrar")) continue;
    const card = Array.isArray(entity.vcardArray) && Array.isArray(entity.vcardArray[1])
      ? entity.vcardArray[1]
      : [];
    for (const text of [propertyOf(card, "fn"), propertyOf(card, "org"), entity.handle]) {
      const name = clean(text);
      if (name !== "") return name;
    }
  }
  return null;
}

/** Value of a jCard property (RFC 7095): `[name, parameters, type, value]`. */
function propertyOf(card: readonly unknown[], name: string): unknown {
  for (const property of card) {
    if (!Array.isArray(property) || property[0] !== name) continue;
    return Array.isArray(property[3]) ? property[3][0] : property[3];
  }
  return undefined;
}

function clean(text: unknown): string {
  if (typeof text !== "string") return "";
  return text.slice(0, MAX_NAME_LENGTH).replace(/[\p{Cc}\p{Cf}]/gu, " ").trim();
}

/** Milliseconds; a date without a zone is UTC. */
function instantOf(text: unknown): number | null {
  const match = typeof text === "string" ? DATE.exec(text) : null;
  if (match === null) return null;
  const at = Date.parse(`${match[1]}T${match[2] ?? "00:00:00"}${(match[3] ?? "Z").toUpperCase()}`);
  return Number.isNaN(at) ? null : at;
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
