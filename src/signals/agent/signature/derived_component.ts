/** The derived components of a request as covered components (RFC 9421 section 2.2). */
import { CoveredComponentError } from "./field_component.ts";
import type { SignedRequest } from "../parse.ts";
import type { Parameters } from "./structured_fields.ts";

/** Reads the derived components of one request. Its query is decoded once for all covered parameters. */
export class DerivedReader {
  readonly #request: SignedRequest;
  #query: Map<string, string[]> | null = null;

  constructor(request: SignedRequest) {
    this.#request = request;
  }

  /** @throws {CoveredComponentError} */
  value(name: string, parameters: Parameters, identifier: string): string {
    const { method, target } = this.#request;
    if (name === "@query-param") return this.#queryParameter(parameters, identifier);
    if (parameters.size > 0) throw new CoveredComponentError(identifier, "takes no parameters");
    switch (name) {
      case "@method":
        return method;
      case "@target-uri":
        return target.text;
      case "@authority":
        return target.authority;
      case "@scheme":
        return target.scheme;
      case "@request-target":
        return (target.path || "/") + (target.query === null ? "" : `?${target.query}`);
      case "@path":
        return target.path || "/";
      case "@query":
        return `?${target.query ?? ""}`;
      case "@status":
        throw new CoveredComponentError(identifier, "belongs to responses");
      case "@signature-params":
        throw new CoveredComponentError(identifier, "is never listed");
      default:
        throw new CoveredComponentError(identifier, "is not a derived component");
    }
  }

  /** The single value of a query parameter, decoded as form data and encoded again with %20 for a space. */
  #queryParameter(parameters: Parameters, identifier: string): string {
    const name = parameters.get("name");
    if (name === undefined || parameters.size > 1) {
      throw new CoveredComponentError(identifier, "takes ;name and nothing else");
    }
    this.#query ??= encodedQuery(this.#request.target.query ?? "");
    const values = this.#query.get(String(name.value)) ?? [];
    if (values.length !== 1) {
      throw new CoveredComponentError(identifier, `occurs ${values.length} times in the query`);
    }
    return values[0]!;
  }
}

/** Values by name, both percent-encoded as form data. */
function encodedQuery(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  // The leading & keeps URLSearchParams from dropping a question mark that belongs to the first name.
  for (const [name, value] of new URLSearchParams(`&${query}`)) {
    const key = encoded(name);
    const list = values.get(key);
    if (list === undefined) values.set(key, [encoded(value)]);
    else list.push(encoded(value));
  }
  return values;
}

function encoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1).replaceAll("+", "%20");
}
