/**
 * Bounds of the lists in a body, read from its schema. They are checked before the schema: it would make an issue of each
 * entry, and one body has room for two million.
 */
import { z } from "@hono/zod-openapi";

/** An array in a body, the values of a record, or the members that an object has beside its fields. */
export interface BodyList {
  readonly type: "array" | "record" | "members";
  readonly path: readonly string[];
  /** Most entries. */
  readonly most: number;
  readonly entry: z.ZodType;
  /** The lists of each entry. */
  readonly inner: readonly BodyList[];
}

/** The lists of a body. */
export function listsOf(schema: z.ZodType, path: readonly string[] = []): BodyList[] {
  const type = unwrapped(schema);
  if (type instanceof z.ZodObject) {
    const fields = Object.entries(type.shape).flatMap(([name, field]) =>
      listsOf(field as z.ZodType, [...path, name])
    );
    const { catchall } = type.def;
    if (catchall === undefined) return fields;
    return [{ type: "members", path, most: Infinity, entry: catchall as z.ZodType, inner: [] }, ...fields];
  }
  if (type instanceof z.ZodArray) {
    return [listOf(path, mostOf(type), type.element as z.ZodType)];
  }
  if (type instanceof z.ZodRecord && !(unwrapped(type.valueType as z.ZodType) instanceof z.ZodUnknown)) {
    const entry = type.valueType as z.ZodType;
    return [{ type: "record", path, most: Infinity, entry, inner: listsOf(entry) }];
  }
  return [];
}

/** An array. */
export function listOf(path: readonly string[], most: number, entry: z.ZodType): BodyList {
  return { type: "array", path, most, entry, inner: listsOf(entry) };
}

function mostOf(type: z.ZodArray): number {
  const limits = (type.def.checks ?? []).flatMap((check) => {
    const { maximum } = check._zod.def as { readonly maximum?: unknown };
    return typeof maximum === "number" ? [maximum] : [];
  });
  return Math.min(Infinity, ...limits);
}

/** Without what makes it optional, nullable or something else afterwards. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema instanceof z.ZodPipe ? unwrapped(schema.in as z.ZodType) : schema;
}
