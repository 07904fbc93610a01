/**
 * Reads the fields of a sign-up from the body of a visitor's request: a form or JSON, by the names that the account gave for
 * them. `user[email]` and `user.email` name the same field, in both.
 */
import { isObject } from "../../model/json.ts";

/** Names of a form or JSON, by those of the sign-up. */
export type FieldMapping = Readonly<Record<string, string | undefined>>;

export interface MappedFields {
  /** By the names of the sign-up; a field that is not there, or is blank, is absent. */
  readonly values: Readonly<Record<string, string>>;
  /** What stands there and cannot be read, by name of the sign-up; `body`: the whole of it. */
  readonly unreadable: readonly string[];
}

const NO_FIELDS: MappedFields = { values: {}, unreadable: [] };
/** A body that is there and is not read: too long, compressed, or not what its type says. */
export const UNREADABLE: MappedFields = { values: {}, unreadable: ["body"] };

/** Bytes of a body that is read. */
export const MAX_MAPPED_BODY = 128 * 1024;
const MAX_PAIRS = 2_000;
/** Of a multipart form. */
const MAX_PARTS = 500;
const MAX_VALUE = 4_096;
const MAX_DEPTH = 8;

/** @param type media type in lower case, without parameters @param contentType the whole header, for a multipart boundary */
export async function readMappedFields(
  bytes: Uint8Array<ArrayBuffer>,
  { type, contentType }: { readonly type: string; readonly contentType: string },
  mapping: FieldMapping,
): Promise<MappedFields> {
  if (bytes.length === 0) return NO_FIELDS;
  if (bytes.length > MAX_MAPPED_BODY) return UNREADABLE;
  if (type === "multipart/form-data") return await fromMultipart(bytes, contentType, mapping);
  const text = textOf(bytes);
  if (text === null) return UNREADABLE;
  if (type === "application/x-www-form-urlencoded") return fromForm(text, mapping);
  const isJson = type === "application/json" || type.endsWith("+json");
  // Applications that do not look at the type read JSON under any.
  if (isJson || /^\s*\{/.test(text)) return fromJson(text, mapping, isJson);
  return NO_FIELDS;
}

/** RFC 2046, 5.1.1. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;
const MAX_TYPE = 300;

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function fromForm(text: string, mapping: FieldMapping): MappedFields {
  if (count(text, "&") >= MAX_PAIRS) return UNREADABLE;
  return fromPairs([...new URLSearchParams(text)], mapping);
}

async function fromMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  mapping: FieldMapping,
): Promise<MappedFields> {
  const boundary = BOUNDARY.exec(contentType.slice(0, MAX_TYPE));
  if (boundary === null) return UNREADABLE;
  // Written again: the runtime's parser takes quadratic time for some parameters that a client can send.
  const name = boundary[1] ?? boundary[2]!;
  const plain = `multipart/form-data; boundary="${name}"`;
  // Parsing time grows with the fields, so they are counted before.
  if (count(new TextDecoder("latin1").decode(bytes), `--${name}`) > MAX_PARTS) return UNREADABLE;
  try {
    const form = await new Response(bytes, { headers: { "content-type": plain } }).formData();
    const pairs = [...form].map(([name, value]) => [name, typeof value === "string" ? value : null] as const);
    return fromPairs(pairs, mapping);
  } catch {
    return UNREADABLE;
  }
}

/** @param pairs a null value is a file */
function fromPairs(
  pairs: readonly (readonly [name: string, value: string | null])[],
  mapping: FieldMapping,
): MappedFields {
  const byName = new Map<string, (string | null)[]>();
  for (const [name, value] of pairs) {
    const place = placeOf(name).join("\0");
    const before = byName.get(place);
    if (before === undefined) byName.set(place, [value]);
    else before.push(value);
  }
  return collect(mapping, (place) => {
    const found = byName.get(place.join("\0")) ?? [];
    // Applications differ in which of several values they take, so none of them is believed.
    const different = [...new Set(found)];
    return different.length > 1 ? null : different[0];
  });
}

/** @param must the type says that it is JSON */
function fromJson(text: string, mapping: FieldMapping, must: boolean): MappedFields {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return must ? UNREADABLE : NO_FIELDS;
  }
  return collect(mapping, (place) => scalar(memberOf(body, place)));
}

/** Own members only: a name such as `constructor` finds nothing that the body does not have. */
function memberOf(body: unknown, place: readonly string[]): unknown {
  let value = body;
  for (const name of place) {
    if (Array.isArray(value) && /^\d{1,4}$/.test(name)) value = value[Number(name)];
    else if (isObject(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}

/** Undefined: absent. Null: there, and not a text. */
function scalar(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : null;
}

function collect(
  mapping: FieldMapping,
  valueAt: (place: readonly string[]) => string | null | undefined,
): MappedFields {
  const values: [string, string][] = [];
  const unreadable: string[] = [];
  for (const [field, name] of Object.entries(mapping)) {
    if (name === undefined) continue;
    const value = valueAt(placeOf(name));
    if (value === undefined || value?.trim() === "") continue;
    if (value === null || value.length > MAX_VALUE) unreadable.push(field);
    else values.push([field, value]);
  }
  return { values: Object.fromEntries(values), unreadable };
}

/** `user[email]`, `user.email` and `user[email][]` are user, email. */
function placeOf(name: string): readonly string[] {
  const parts = name.trim().replaceAll("]", "").split(/[.[]/, MAX_DEPTH + 1);
  const named = parts.filter((part) => part !== "");
  return named.length > MAX_DEPTH ? [name] : named;
}

function count(text: string, piece: string): number {
  let found = 0;
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) found++;
  return found;
}
