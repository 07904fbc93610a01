/** Submitted forms: read within a limit, and only from our own pages. */
import { AppError } from "../../model/error.ts";
import { readBody } from "../body.ts";
import type { AppContext } from "../context.ts";
import { header, mediaType } from "../header.ts";

const MAX_FIELDS = 500;
/** Bytes of a multipart boundary (RFC 2046, 5.1.1), in quotes: browsers use letters, digits and hyphens. */
const BOUNDARY = /^[\w'()+,./:=? -]{1,70}$/;

export class Form {
  readonly #data: FormData;

  constructor(data: FormData) {
    this.#data = data;
  }

  /** "" when it was not sent. */
  text(name: string): string {
    const value = this.#data.get(name);
    return typeof value === "string" ? value : "";
  }

  /** The values of all fields with the name, without empty ones; null when none was sent, not even an empty one. */
  texts(name: string): readonly string[] | null {
    const values = this.#data.getAll(name).filter((value) => typeof value === "string");
    return values.length === 0 ? null : values.filter((value) => value !== "");
  }

  /** Null when none was chosen. */
  file(name: string): File | null {
    const value = this.#data.get(name);
    return value instanceof File && value.size > 0 ? value : null;
  }
}

/** @throws AppError body_too_large, unsupported_media_type, invalid_value */
export async function readForm(c: AppContext, limit: number): Promise<Form> {
  const sent = header(c, "content-type");
  const type = formType(sent);
  if (type === null) throw new AppError("unsupported_media_type", "This address accepts forms only.");
  const body = new Uint8Array(await readBody(c, limit));
  // Parsing time grows with the fields, so they are counted before.
  if (separators(body, type.separator) > MAX_FIELDS) {
    throw new AppError("invalid_value", "The form has too many fields.");
  }
  try {
    return new Form(await new Response(body, { headers: { "content-type": type.text } }).formData());
  } catch {
    throw new AppError("invalid_value", "The form could not be read.");
  }
}

/**
 * The type of a form, written again: the runtime's parser takes quadratic time for some parameters that a client can send.
 * Null for any other type. @throws AppError invalid_value for a multipart form without a boundary
 */
function formType(sent: string | undefined): { readonly text: string; readonly separator: string } | null {
  const type = mediaType(sent);
  if (type === "application/x-www-form-urlencoded") return { text: type, separator: "&" };
  if (type !== "multipart/form-data") return null;
  for (const parameter of sent!.split(";").slice(1)) {
    const [name = "", ...value] = parameter.trim().split("=");
    if (name.toLowerCase() !== "boundary") continue;
    const text = value.join("=");
    const boundary = text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
    if (BOUNDARY.test(boundary)) {
      return { text: `${type}; boundary="${boundary}"`, separator: `--${boundary}` };
    }
  }
  throw new AppError("invalid_value", "The form could not be read.");
}

function separators(body: Uint8Array<ArrayBuffer>, separator: string): number {
  const text = new TextDecoder("latin1").decode(body);
  let count = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length)) {
    count++;
  }
  return count;
}

/**
 * Refuses a form that another site sent. Browsers name the sender in Origin; other clients may send none, but they do
 * not hold a user's cookies either.
 * @throws AppError forbidden
 */
export function requireOwnOrigin(c: AppContext, baseUrl: string | null): void {
  const site = header(c, "sec-fetch-site");
  const origin = header(c, "origin");
  const foreign = (site !== undefined && site !== "same-origin" && site !== "none") ||
    (origin !== undefined && !isOwn(origin, c, baseUrl));
  if (foreign) {
    throw new AppError("forbidden", "This form came from another site. Nothing was changed.");
  }
}

/** Compares hosts only: behind a proxy the browser sends https where the service sees http. */
function isOwn(origin: string, c: AppContext, baseUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const host = new URL(origin).host;
  return host === new URL(c.req.url).host || (baseUrl !== null && host === new URL(baseUrl).host);
}
