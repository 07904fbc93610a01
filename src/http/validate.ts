/** Checks input against the schemas of the OpenAPI document, and names each invalid field with the reason. */
import type { z } from "@hono/zod-openapi";
import { AppError, type InputProblem } from "../model/error.ts";
import { issueSentence } from "../model/schema_issue.ts";

/** How many problems one response lists. */
const MAX_PROBLEMS = 10;

/** @throws AppError invalid_value naming each invalid query parameter */
export function validQuery<T extends z.ZodType>(
  schema: T,
  query: Readonly<Record<string, string>>,
): z.infer<T> {
  return valid(schema, query, (path) => ({ parameter: path.length === 0 ? "query" : String(path[0]) }));
}

/** @throws AppError invalid_value naming each invalid place by JSON Pointer */
export function validBody<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  return valid(schema, body, (path) => ({ pointer: pointerOf(path) }));
}

function valid<T extends z.ZodType>(
  schema: T,
  value: unknown,
  place: (path: readonly PropertyKey[]) => { parameter: string } | { pointer: string },
): z.infer<T> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const errors: InputProblem[] = result.error.issues.slice(0, MAX_PROBLEMS).map((issue) => ({
    ...place(issue.path),
    detail: issueSentence(issue),
  }));
  const first = errors[0]!;
  const where = "pointer" in first ? first.pointer || "body" : first.parameter;
  throw new AppError("invalid_value", `${where}: ${first.detail}`, { errors });
}

/** RFC 6901. */
function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** @throws AppError too_many_items; nothing has been done at that point */
export function limitItems(pointer: string, count: number, limit: number): void {
  if (count <= limit) return;
  const detail = `one call takes at most ${limit}, not ${count}; nothing was done`;
  throw new AppError("too_many_items", detail, { errors: [{ pointer, detail }] });
}
