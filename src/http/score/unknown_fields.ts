/** Warns of fields that a request has and its schema does not know: they are accepted, and a typing error is not silent. */
import { isObject } from "../../model/json.ts";
import { editCost } from "../../signals/domain/edit_distance.ts";

interface FieldWarning {
  readonly field: string;
  readonly detail: string;
}

const MAX_WARNINGS = 20;
const MAX_FIELD_CHARS = 60;
/** Edits between a field and the one that was probably meant: a longer name may have two. */
const FEW_CHARS = 5;

/** @param known the names of the schema's fields */
export function unknownFields(sent: unknown, known: ReadonlySet<string>): FieldWarning[] {
  if (!isObject(sent)) return [];
  const warnings: FieldWarning[] = [];
  for (const field in sent) {
    if (known.has(field)) continue;
    const meant = nearest(field, known);
    const detail = meant === null ? "not a field" : `not a field; did you mean ${meant}?`;
    warnings.push({ field: shown(field), detail });
    if (warnings.length === MAX_WARNINGS) break;
  }
  return warnings;
}

/** Null when no field is near. */
function nearest(field: string, known: ReadonlySet<string>): string | null {
  if (field.length > MAX_FIELD_CHARS) return null;
  const typed = field.toLowerCase().replaceAll("-", "_");
  let [best, least] = [null as string | null, Infinity];
  for (const name of known) {
    const limit = Math.min(name.length, typed.length) < FEW_CHARS ? 1 : 2;
    const cost = editCost(typed, name, limit);
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}

function shown(field: string): string {
  const start = field.length > MAX_FIELD_CHARS ? `${field.slice(0, MAX_FIELD_CHARS)}…` : field;
  return start.toWellFormed();
}
