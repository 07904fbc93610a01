/** Warns of fields that a request has and its schema does not know: they are accepted, and a typing error is not silent. */
import { isObject } from "../../model/json.ts";
import { MAX_NAME_CHARS, nearestName } from "../../model/nearest_name.ts";

interface FieldWarning {
  readonly field: string;
  readonly detail: string;
}

const MAX_WARNINGS = 20;
/** Edits between a field and the one that was probably meant. */
const TYPING_ERRORS = 2;

/** @param known the names of the schema's fields */
export function unknownFields(sent: unknown, known: ReadonlySet<string>): FieldWarning[] {
  if (!isObject(sent)) return [];
  const warnings: FieldWarning[] = [];
  for (const field in sent) {
    if (known.has(field)) continue;
    const meant = nearestName(field, known, TYPING_ERRORS);
    const detail = meant === null ? "not a field" : `not a field; did you mean ${meant}?`;
    warnings.push({ field: shown(field), detail });
    if (warnings.length === MAX_WARNINGS) break;
  }
  return warnings;
}

function shown(field: string): string {
  const start = field.length > MAX_NAME_CHARS ? `${field.slice(0, MAX_NAME_CHARS)}…` : field;
  return start.toWellFormed();
}
