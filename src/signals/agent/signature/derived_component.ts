/** The derived components of a request as covered components (RFC 9421 section 2.2). */
import { CoveredComponentError } from "./field_component.ts";
import type { SignedRequest } from "../parse.ts";
import type { Parameters } from "./structured_fields.ts";

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
export class DerivedReader {
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
