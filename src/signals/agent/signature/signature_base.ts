/**
 * The signature base of RFC 9421 section 2: one line per covered component, then the signature parameters. It is built
 * from the re-serialised structure, never from the received text.
 */
import type { SignedRequest } from "../parse.ts";
import { type InnerList, type Item, type Parameters } from "./structured_fields.ts";
import { serializeBareItem, serializeItem, serializeParameters } from "./structured_fields_text.ts";
import { DerivedReader } from "./derived_component.ts";
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
