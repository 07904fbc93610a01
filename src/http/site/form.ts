/** Submitted forms: read within a limit, and only from our own pages. */
import { AppError } from "../../model/error.ts";
import { readBody } from "../body.ts";
import type { AppContext } from "../context.ts";

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const MAX_FIELDS = 500;

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
  const type = c.req.header("content-type") ?? "";
  if (!FORM.test(type)) throw new AppError("unsupported_media_type", "This address accepts forms only.");
  const body = await readBody(c, limit);
  let data: FormData;
  try {
    data = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  } catch {
    throw new AppError("invalid_value", "The form could not be read.");
  }
  if ([...data.keys()].length > MAX_FIELDS) {
    throw new AppError("invalid_value", "The form has too many fields.");
  }
  return new Form(data);
}

/**
 * Refuses a form that another site sent. Browsers name the sender in Origin; other clients may send none, but they do
 * not hold a user's cookies either.
 * @throws AppError forbidden
 */
export function requireOwnOrigin(c: AppContext, baseUrl: string | null): void {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
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
