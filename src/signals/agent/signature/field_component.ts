/** The value of a header field as a covered component (RFC 9421 section 2.1): plain, `;sf`, `;key` or `;bs`. */
import { trimBlanks } from "../../../model/trim.ts";
import type { SignedRequest } from "../parse.ts";
import {
  type Dictionary,
  type Parameters,
  parseDictionary,
  parseItem,
  parseList,
  StructuredFieldError,
} from "./structured_fields.ts";
import {
  serializeDictionary,
  serializeItem,
  serializeList,
  serializeMember,
} from "./structured_fields_text.ts";

/** A covered component cannot be derived from the request. */
export class CoveredComponentError extends Error {
  override readonly name = "ComponentError";

  constructor(identifier: string, problem: string) {
    super(`${identifier} ${problem}`);
  }
}

/** Fields that are Dictionaries by their definition; others are tried as Dictionary, List and Item. */
const DICTIONARY_FIELDS: ReadonlySet<string> = new Set(
  ("accept-signature content-digest priority repr-digest signature signature-agent signature-input " +
    "want-content-digest want-repr-digest").split(" "),
);

/** Reads the fields of one request. A field is parsed once for all its covered members. */
export class FieldReader {
  readonly #request: SignedRequest;
  readonly #dictionaries = new Map<string, Dictionary>();
  /** Of fields: many members of a long one may be covered. */
  readonly #joined = new Map<string, string>();

  constructor(request: SignedRequest) {
    this.#request = request;
  }

  /** @throws {CoveredComponentError} */
  value(name: string, parameters: Parameters, identifier: string): string {
    const lines = this.#request.fields.get(name);
    if (lines === undefined) throw new CoveredComponentError(identifier, "is not in the request");
    if (parameters.size === 0) return this.#text(name, lines, identifier);
    if (parameters.has("name")) throw new CoveredComponentError(identifier, "takes no ;name");
    const key = parameters.get("key");
    if (parameters.has("bs")) {
      if (key !== undefined || parameters.has("sf")) {
        throw new CoveredComponentError(identifier, "has ;bs together with ;sf or ;key");
      }
      return lines.map((line) => encoded(unfolded(line, identifier), identifier)).join(", ");
    }
    const text = this.#text(name, lines, identifier);
    if (key === undefined) return canonical(name, text, identifier);
    const member = this.#dictionary(name, text, identifier).members.get(String(key.value));
    if (member === undefined) {
      throw new CoveredComponentError(identifier, "names a member that the field does not have");
    }
    return serializeMember(member);
  }

  #text(name: string, lines: readonly string[], identifier: string): string {
    let text = this.#joined.get(name);
    if (text === undefined) this.#joined.set(name, text = joined(lines, identifier));
    return text;
  }

  #dictionary(name: string, text: string, identifier: string): Dictionary {
    let dictionary = this.#dictionaries.get(name);
    if (dictionary === undefined) {
      dictionary = attempt(() => parseDictionary(text));
      if (dictionary === undefined) throw new CoveredComponentError(identifier, "is not a Dictionary");
      this.#dictionaries.set(name, dictionary);
    }
    return dictionary;
  }
}

function canonical(name: string, text: string, identifier: string): string {
  const dictionary = (): string => serializeDictionary(parseDictionary(text));
  const list = (): string => serializeList(parseList(text));
  const item = (): string => serializeItem(parseItem(text));
  for (const form of DICTIONARY_FIELDS.has(name) ? [dictionary] : [dictionary, list, item]) {
    const serialized = attempt(form);
    if (serialized !== undefined) return serialized;
  }
  throw new CoveredComponentError(identifier, "is not a structured field");
}

/** Undefined when the text is not of that form. */
function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof StructuredFieldError) return undefined;
    throw error;
  }
}

function joined(lines: readonly string[], identifier: string): string {
  return lines.map((line) => unfolded(line, identifier)).join(", ");
}

/** Without optional white space (RFC 9110) at both ends, with each obsolete line folding (a line break and the space after it) replaced by one space. */
function unfolded(line: string, identifier: string): string {
  if (!line.includes("\n") && !line.includes("\r")) return trimBlanks(line);
  const parts = line.split(/\r?\n/);
  if (parts.slice(1).some((part) => !/^[ \t]/.test(part))) {
    throw new CoveredComponentError(identifier, "has a line break in its value");
  }
  return trimBlanks(parts.map(trimBlanks).join(" "));
}

function encoded(value: string, identifier: string): string {
  const bytes = new Uint8Array(value.length);
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code > 0x7f) throw new CoveredComponentError(identifier, "has a value outside ASCII");
    bytes[at] = code;
  }
  return `:${bytes.toBase64()}:`;
}
