/**
 * Reads the sections of a request as the vendor does: strings and numbers are interchangeable, nothing else is converted,
 * and what is wrong or unknown is left out with a warning instead of an error.
 */
import { isObject, type JsonObject } from "../model/json.ts";
import { SERVICE } from "../model/service.ts";

export const WARNING_CODES = [
  SERVICE.inputIgnored,
  "INPUT_INVALID",
  "INPUT_UNKNOWN",
  "IP_ADDRESS_INVALID",
  "IP_ADDRESS_NOT_FOUND",
  "IP_ADDRESS_RESERVED",
  "EMAIL_ADDRESS_UNUSABLE",
] as const;
type WarningCode = typeof WARNING_CODES[number];

export interface Warning {
  readonly code: WarningCode;
  readonly warning: string;
  /** RFC 6901. */
  readonly input_pointer: string;
}

/** What is wrong with a value that is neither null nor blank; null: nothing. @param now milliseconds since the epoch */
export type Check = (value: unknown, now: number) => string | null;

/** The check of a key; null: the key is not known. */
export type Fields = (key: string) => Check | null;

/** At most this many unknown keys, and this many wrong values, get a warning. */
const MAX_UNKNOWN = 20;
const MAX_INVALID = 50;
/** Characters of an unknown key that a warning shows. */
const MAX_ECHOED_CHARS = 60;
const NOTHING: JsonObject = {};

export class SectionReader {
  readonly #now: number;
  readonly #warnings: Warning[] = [];
  #unknown = 0;
  #invalid = 0;

  /** @param now milliseconds since the epoch */
  constructor(now: number) {
    this.#now = now;
  }

  get warnings(): readonly Warning[] {
    return this.#warnings;
  }

  warn(code: WarningCode, pointer: string, warning: string): void {
    this.#warnings.push({ code, warning, input_pointer: pointer });
  }

  invalid(pointer: string, why: string, what = "was not used"): void {
    if (this.#invalid === MAX_INVALID) return;
    this.#invalid += 1;
    this.warn("INPUT_INVALID", pointer, `The value ${why}; it ${what}`);
  }

  unknown(pointer: string, key: string): void {
    if (this.#unknown === MAX_UNKNOWN) return;
    this.#unknown += 1;
    const why = "This input key is not known; its value was not used";
    this.warn("INPUT_UNKNOWN", `${pointer}/${shown(key)}`, why);
  }

  /** What is usable of the object under a key, and a warning for the rest. */
  section(body: JsonObject, key: string, fields: Fields): JsonObject {
    const value = valueOf(body, key);
    return value === null ? NOTHING : this.#usable(value, `/${key}`, fields);
  }

  /** As `section`, of one that the service does not use, with a warning of that unless it is empty. */
  unused(body: JsonObject, key: string, fields: Fields): JsonObject {
    const usable = this.section(body, key, fields);
    const value = valueOf(body, key);
    if (isObject(value) && Object.keys(value).length > 0) this.#warnUnused(key);
    return usable;
  }

  /** As `unused`, of a list of objects. */
  unusedList(body: JsonObject, key: string, fields: Fields): void {
    const value = valueOf(body, key);
    if (value === null) return;
    if (!Array.isArray(value)) return this.invalid(`/${key}`, "is not a list");
    for (const [index, item] of value.entries()) this.#usable(item, `/${key}/${index}`, fields);
    if (value.length > 0) this.#warnUnused(key);
  }

  #usable(value: unknown, pointer: string, fields: Fields): JsonObject {
    if (!isObject(value)) {
      this.invalid(pointer, "is not an object");
      return NOTHING;
    }
    return Object.fromEntries(
      Object.entries(value).filter(([key, given]) => this.#isUsable(given, pointer, key, fields(key))),
    );
  }

  #isUsable(value: unknown, pointer: string, key: string, check: Check | null): boolean {
    if (check === null) {
      this.unknown(pointer, key);
      return false;
    }
    if (value === null || (typeof value === "string" && value.trim() === "")) return false;
    const problem = check(value, this.#now);
    if (problem !== null) this.invalid(`${pointer}/${shown(key)}`, problem);
    return problem === null;
  }

  #warnUnused(key: string): void {
    this.warnIgnored(`/${key}`, `does not use ${key}`);
  }

  /** @param what the service does with the input */
  warnIgnored(pointer: string, what: string): void {
    this.warn(SERVICE.inputIgnored, pointer, `${SERVICE.title} ${what}; the rest of the request was scored`);
  }
}

/** Null when the key is not the object's own or its value is null. */
export function valueOf(section: JsonObject, key: string): unknown {
  return Object.hasOwn(section, key) ? section[key] ?? null : null;
}

/** A string, or a number as one; null when the section has neither. */
export function textOf(section: JsonObject, key: string): string | null {
  const value = valueOf(section, key);
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/** A key as a part of a JSON Pointer, cut short. */
function shown(key: string): string {
  return key.slice(0, MAX_ECHOED_CHARS).toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1");
}
