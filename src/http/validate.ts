/** Checks input against the schemas of the OpenAPI document, and names each invalid field with the reason. */
import type { z } from "@hono/zod-openapi";
import { AppError, type InputProblem } from "../model/error.ts";
import { isObject } from "../model/json.ts";
import { issueSentence, type SchemaIssue } from "../model/schema_issue.ts";
import type { JsonOutline } from "./json_outline.ts";
import type { BodyList } from "./list_limits.ts";

/** How many problems one response lists, and a schema is asked for. */
const MAX_PROBLEMS = 10;
/** Values of one body, in any depth. */
const MAX_VALUES = 50_000;
/** Characters of a problem's sentence: some of zod repeat what was sent. */
const MAX_DETAIL = 300;

/** The most entries of a list that one call takes, by its JSON Pointer in the body. */
export type MaxItems = Readonly<Record<string, number>>;

/** @throws AppError invalid_value naming each invalid query parameter */
export function validQuery<T extends z.ZodType>(
  schema: T,
  query: Readonly<Record<string, string>>,
): z.infer<T> {
  return valid(schema, query, (path) => ({ parameter: path.length === 0 ? "query" : String(path[0]) }));
}

/**
 * @param lists of the schema
 * @throws AppError invalid_value naming each invalid place by JSON Pointer, the first of them
 */
export function validBody<T extends z.ZodType>(
  schema: T,
  body: unknown,
  lists: readonly BodyList[] = [],
): z.infer<T> {
  for (const list of lists) checkList(list, body);
  return valid(schema, body, inBody);
}

const PROTOTYPE = "__proto__";

const inBody = (path: readonly PropertyKey[]) => ({ pointer: pointerOf(path) });

/**
 * Refuses a list that is too long, or has too many bad entries for all to be reported.
 * @param at where `within` is in the body
 */
function checkList(
  { type, path, most, entry, inner }: BodyList,
  within: unknown,
  at: readonly PropertyKey[] = [],
): void {
  const list = path.reduce<unknown>((value, name) => isObject(value) ? value[name] : undefined, within);
  if (type === "array" ? !Array.isArray(list) : !isObject(list)) return;
  const names = type === "array" ? null : Object.keys(list as object);
  const { length } = names ?? list as unknown[];
  const place = [...at, ...path];
  if (type === "members") {
    // Zod drops it, so that its schema cannot refuse it.
    if (!names!.includes(PROTOTYPE)) return;
    throw invalid([{ pointer: pointerOf([...place, PROTOTYPE]), detail: "is no name that is known" }]);
  }
  if (length > most) {
    throw invalid([{ pointer: pointerOf(place), detail: `may have at most ${most} entries` }]);
  }
  if (length <= MAX_PROBLEMS && inner.length === 0) return;
  const problems: InputProblem[] = [];
  for (let index = 0; index < length; index++) {
    const name = names === null ? index : names[index]!;
    const value = (list as Record<PropertyKey, unknown>)[name];
    for (const each of inner) checkList(each, value, [...place, name]);
    const result = entry.safeParse(value, { reportInput: true });
    if (result.success) continue;
    for (const issue of result.error.issues) {
      problems.push(problemOf({ ...issue, path: [...place, name, ...issue.path] }, inBody));
      if (problems.length === MAX_PROBLEMS) throw invalid(problems);
    }
  }
}

/** @throws AppError too_many_items, invalid_value; before the text is parsed */
export function limitOutline({ values, lists }: JsonOutline, maxItems: MaxItems): void {
  for (const pointer in maxItems) limitItems(pointer, lists.get(pointer) ?? 0, maxItems[pointer]!);
  if (values <= MAX_VALUES) return;
  throw invalid([{ pointer: "", detail: `may hold at most ${MAX_VALUES} values, not ${values}` }]);
}

/** @throws AppError too_many_items */
export function limitLists(body: unknown, maxItems: MaxItems): void {
  for (const pointer in maxItems) {
    const list = pointer === "" ? body : isObject(body) ? body[pointer.slice(1)] : undefined;
    if (Array.isArray(list)) limitItems(pointer, list.length, maxItems[pointer]!);
  }
}

function valid<T extends z.ZodType>(
  schema: T,
  value: unknown,
  locate: Locate,
): z.infer<T> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(result.error.issues.slice(0, MAX_PROBLEMS).map((issue) => problemOf(issue, locate)));
}

type Locate = (path: readonly PropertyKey[]) => { parameter: string } | { pointer: string };

function problemOf(issue: SchemaIssue, locate: Locate): InputProblem {
  return { ...locate(issue.path), detail: issueSentence(issue).slice(0, MAX_DETAIL) };
}

function invalid(errors: readonly InputProblem[]): AppError {
  const first = errors[0]!;
  const where = "pointer" in first ? first.pointer || "body" : first.parameter;
  return new AppError("invalid_value", `${where}: ${first.detail}`, { errors });
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
