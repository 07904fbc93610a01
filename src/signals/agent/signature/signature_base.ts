/**
 * The signature base of RFC 9421 section 2: one line for each covered component, then the signature parameters. It is
 * built from the re-serialised structure, never from the received text.
 */
import type { SignedRequest } from "../parse.ts";
import { type InnerList, type Item, type Parameters } from "./structured_fields.ts";
import { serializeBareItem, serializeItem, serializeParameters } from "./structured_fields_text.ts";
import { DerivedReader } from "./derived_component.ts";
import { ComponentError, FieldReader } from "./field_component.ts";

export { ComponentError } from "./field_component.ts";

export interface SignatureBase {
  /** The exact text that was signed: lines joined by LF, none at the end, ASCII only. */
  readonly text: string;
  /** The identifiers as they stand in the base, for explanations. */
  readonly covered: readonly string[];
}

/** @throws {ComponentError} when a component cannot be built from this request */
export function signatureBase(request: SignedRequest, input: InnerList): SignatureBase {
  const fields = new FieldReader(request);
  const derived = new DerivedReader(request);
  const seen = new Set<string>();
  const covered: string[] = [];
  let text = "";
  for (const item of input.items) {
    const identifier = serializeItem(item);
    const identity = identityOf(item, identifier);
    if (seen.has(identity)) throw new ComponentError(identifier, "is covered twice");
    seen.add(identity);
    covered.push(identifier);
    text += `${identifier}: ${componentValue(fields, derived, item, identifier)}\n`;
  }
  text += `"@signature-params": (${covered.join(" ")})${serializeParameters(input.parameters)}`;
  return { text, covered };
}

/** The name of a covered component. The profile has made sure that identifiers are Strings. */
export function componentName(item: Item): string {
  return item.value.type === "string" ? item.value.value : "";
}

function componentValue(
  fields: FieldReader,
  derived: DerivedReader,
  item: Item,
  identifier: string,
): string {
  const name = componentName(item);
  checkParameters(item.parameters, identifier);
  if (/[A-Z]/.test(name)) throw new ComponentError(identifier, "is not in lower case");
  const value = name.startsWith("@")
    ? derived.value(name, item.parameters, identifier)
    : fields.value(name, item.parameters, identifier);
  if (/[\r\n]|[^\0-\x7f]/.test(value)) {
    throw new ComponentError(identifier, "has a value outside ASCII or with a line break");
  }
  return value;
}

function checkParameters(parameters: Parameters, identifier: string): void {
  for (const [key, value] of parameters) {
    switch (key) {
      case "req":
      case "tr":
        throw new ComponentError(identifier, `;${key} names what this request does not have`);
      case "sf":
      case "bs":
        if (value.type === "boolean" && value.value) break;
        throw new ComponentError(identifier, `;${key} is a flag`);
      case "key":
      case "name":
        if (value.type === "string") break;
        throw new ComponentError(identifier, `;${key} takes a String`);
      default:
        throw new ComponentError(identifier, `;${key} is not a component parameter`);
    }
  }
}

/** Name and parameters with the parameters in one order: two identifiers with the same identity are the same component. */
function identityOf(item: Item, identifier: string): string {
  if (item.parameters.size < 2) return identifier;
  const parameters = [...item.parameters].map(([key, value]) => `;${key}=${serializeBareItem(value)}`);
  return serializeBareItem(item.value) + parameters.sort().join("");
}
