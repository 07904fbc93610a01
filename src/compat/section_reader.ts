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

/** At most this many unknown keys get a warning. */
const MAX_UNKNOWN = 20;
/** Characters of an unknown key that a warning shows. */
const MAX_ECHOED_CHARS = 60;

export class SectionReader {
  readonly #warnings: Warning[] = [];
  #unknown = 0;

  get warnings(): readonly Warning[] {
    return this.#warnings;
  }

  warn(code: WarningCode, pointer: string, warning: string): void {
    this.#warnings.push({ code, warning, input_pointer: pointer });
  }

  invalid(pointer: string, why: string): void {
    this.warn("INPUT_INVALID", pointer, `The value ${why}; it was not used`);
  }

  /** The object under a key; null when there is none. */
  section(body: JsonObject, key: string, known: readonly string[]): JsonObject | null {
    const value = valueOf(body, key);
    if (value === null) return null;
    if (!isObject(value)) {
      this.invalid(`/${key}`, "is not an object");
      return null;
    }
    this.unknownKeys(value, `/${key}`, known);
    return value;
  }

  unknownKeys(section: JsonObject, pointer: string, known: readonly string[]): void {
    for (const key of Object.keys(section)) {
      if (known.includes(key) || this.#unknown === MAX_UNKNOWN) continue;
      this.#unknown += 1;
      const why = "This input key is not known; its value was not used";
      this.warn("INPUT_UNKNOWN", `${pointer}/${shown(key)}`, why);
    }
  }

  /** Null when not given or blank; null with a warning when of another type or too long. */
  text(section: JsonObject, key: string, pointer: string, max: number): string | null {
    const value = valueOf(section, key);
    if (value === null) return null;
    if (typeof value !== "string" && typeof value !== "number") {
      this.invalid(pointer, "is not a string");
      return null;
    }
    const text = String(value);
    if (text.trim() === "") return null;
    if (text.length > max) {
      this.invalid(pointer, `is longer than ${max} characters`);
      return null;
    }
    return text;
  }

  /** Warns of a section that the service does not use, unless it is empty. */
  ignored(body: JsonObject, key: string): void {
    if (holdsAnything(valueOf(body, key))) {
      this.warnIgnored(`/${key}`, `does not use ${key}`);
    }
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

function holdsAnything(value: unknown): boolean {
  return value !== null && (typeof value !== "object" || Object.keys(value).length > 0);
}

/** A key as a part of a JSON Pointer, cut short. */
function shown(key: string): string {
  return key.slice(0, MAX_ECHOED_CHARS).toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1");
}
