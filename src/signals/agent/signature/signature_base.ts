/**
 * The signature base of RFC 9421 section 2: one line per covered component, then the signature parameters. It is built
 * from the re-serialised structure, never from the received text.
 */
import type { SignedRequest } from "../parse.ts";
import type { InnerList, Item, Parameters } from "./structured_fields.ts";
import { serializeBareItem, serializeItem, serializeParameters } from "./structured_fields_text.ts";
import { CoveredComponentError, FieldReader } from "./field_component.ts";

export { CoveredComponentError } from "./field_component.ts";

export interface SignatureBase {
  /** The exact text that was signed: ASCII lines joined by LF, without one at the end. */
  readonly text: string;
  /** The serialised identifiers of the covered components, for explanations. */
  readonly covered: readonly string[];
}

/** @throws {CoveredComponentError} when a covered component cannot be derived from this request */
export function signatureBase(request: SignedRequest, input: InnerList): SignatureBase {
  const fields = new FieldReader(request);
  const derived = new DerivedReader(request);
  const seen = new Set<string>();
  const covered: string[] = [];
  let text = "";
  for (const item of input.items) {
    const identifier = serializeItem(item);
    const identity = identityOf(item, identifier);
    if (seen.has(identity)) throw new CoveredComponentError(identifier, "is covered twice");
    seen.add(identity);
    covered.push(identifier);
    text += `${identifier}: ${componentValue(fields, derived, item, identifier)}\n`;
  }
  text += `"@signature-params": (${covered.join(" ")})${serializeParameters(input.parameters)}`;
  return { text, covered };
}

/** The name of a covered component. The profile has checked that identifiers are Strings. */
export function coveredName(item: Item): string {
  return item.value.type === "string" ? item.value.value : "";
}

function componentValue(
  fields: FieldReader,
  derived: DerivedReader,
  item: Item,
  identifier: string,
): string {
  const name = coveredName(item);
  checkParameters(item.parameters, identifier);
  if (/[A-Z]/.test(name)) throw new CoveredComponentError(identifier, "is not in lower case");
  const value = name.startsWith("@")
    ? derived.value(name, item.parameters, identifier)
    : fields.value(name, item.parameters, identifier);
  if (/[\r\n]|[^\0-\x7f]/.test(value)) {
    throw new CoveredComponentError(identifier, "has a value outside ASCII or with a line break");
  }
  return value;
}

function checkParameters(parameters: Parameters, identifier: string): void {
  for (const [key, value] of parameters) {
    switch (key) {
      case "req":
      case "tr":
        throw new CoveredComponentError(identifier, `;${key} is not available for a request`);
      case "sf":
      case "bs":
        if (value.type === "boolean" && value.value) break;
        throw new CoveredComponentError(identifier, `;${key} is a flag`);
      case "key":
      case "name":
        if (value.type === "string") break;
        throw new CoveredComponentError(identifier, `;${key} takes a String`);
      default:
        throw new CoveredComponentError(identifier, `;${key} is not a parameter of covered components`);
    }
  }
}

/** Name and sorted parameters: identifiers with the same identity mean the same covered component. */
function identityOf(item: Item, identifier: string): string {
  if (item.parameters.size < 2) return identifier;
  const parameters = [...item.parameters].map(([key, value]) => `;${key}=${serializeBareItem(value)}`);
  return serializeBareItem(item.value) + parameters.sort().join("");
}

/** The derived components of a request as covered components (RFC 9421 section 2.2). */
const VALUES: ReadonlyMap<string, (request: SignedRequest) => string> = new Map([
  ["@method", ({ method }) => method],
  ["@target-uri", ({ target }) => target.text],
  ["@authority", ({ target }) => target.authority],
  ["@scheme", ({ target }) => target.scheme],
  ["@request-target", ({ target: { path, query } }) => (path || "/") + (query === null ? "" : `?${query}`)],
  ["@path", ({ target }) => target.path || "/"],
  ["@query", ({ target }) => `?${target.query ?? ""}`],
]);

const NOT_OF_A_REQUEST: ReadonlyMap<string, string> = new Map([
  ["@status", "belongs to responses"],
  ["@signature-params", "is never listed"],
]);

/** Reads the derived components of one request. Its query is decoded once for all covered parameters. */
class DerivedReader {
  readonly #request: SignedRequest;
  /** Parameters by their name, encoded. */
  #query: ReadonlyMap<string, readonly [name: string, value: string][]> | null = null;

  constructor(request: SignedRequest) {
    this.#request = request;
  }

  /** @throws {CoveredComponentError} */
  value(name: string, parameters: Parameters, identifier: string): string {
    if (name === "@query-param") return this.#queryParameter(parameters, identifier);
    if (parameters.size > 0) throw new CoveredComponentError(identifier, "takes no parameters");
    const value = VALUES.get(name);
    if (value !== undefined) return value(this.#request);
    throw new CoveredComponentError(identifier, NOT_OF_A_REQUEST.get(name) ?? "is not a derived component");
  }

  /** The single value of a query parameter, decoded as form data and encoded again with %20 for a space. */
  #queryParameter(parameters: Parameters, identifier: string): string {
    const name = parameters.get("name");
    if (name === undefined || parameters.size > 1) {
      throw new CoveredComponentError(identifier, "takes ;name and nothing else");
    }
    // The leading & keeps URLSearchParams from dropping a question mark that belongs to the first name.
    const query = `&${this.#request.target.query ?? ""}`;
    this.#query ??= Map.groupBy(new URLSearchParams(query), ([name]) => encoded(name));
    const values = this.#query.get(String(name.value)) ?? [];
    if (values.length !== 1) {
      throw new CoveredComponentError(identifier, `occurs ${values.length} times in the query`);
    }
    return encoded(values[0]![1]);
  }
}

/** As form data, with %20 for a space. */
function encoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1).replaceAll("+", "%20");
}
