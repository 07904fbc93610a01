/** The OpenAPI document as it is served: rendered once for each address of the service, with an ETag. */
import { hash } from "node:crypto";
import { lruOf } from "../../concurrency/lru.ts";
import type { AppContext } from "../context.ts";
import { header } from "../header.ts";
import { SAFE_HEADERS } from "../respond.ts";
import { servedFrom } from "./document.ts";

/** Without WINNOW_BASE_URL the address is as the request has it: anybody can ask under any name. */
const MAX_ADDRESSES = 4;
/** Characters of an address that is kept. */
const MAX_ADDRESS = 300;

interface Rendered {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

export class ServedDocument {
  readonly #document: () => object;
  readonly #rendered = lruOf<Rendered>(MAX_ADDRESSES);
  /** The document without its address, by which it is rendered for another one. */
  #template: { readonly parts: readonly string[]; readonly tag: string } | null = null;

  constructor(document: () => object) {
    this.#document = document;
  }

  /** @param base the address of the service, without a slash at the end */
  respond(c: AppContext, base: string): Response {
    const { bytes, etag } = this.#of(base);
    const headers = {
      ...SAFE_HEADERS,
      "content-type": "application/json",
      "cache-control": "no-cache",
      etag,
    };
    const known = (header(c, "if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
    return known.includes(etag) || known.includes("*")
      ? new Response(null, { status: 304, headers })
      : new Response(bytes, { headers });
  }

  #of(base: string): Rendered {
    const known = this.#rendered.get(base);
    if (known !== undefined) return known;
    const { parts, tag } = this.#template ??= templateOf(this.#document());
    const bytes = new TextEncoder().encode(parts.join(JSON.stringify(base).slice(1, -1)));
    const rendered = { bytes, etag: `"${hash("sha256", `${tag} ${base}`).slice(0, 32)}"` };
    if (base.length <= MAX_ADDRESS) this.#rendered.set(base, rendered);
    return rendered;
  }
}

/** In place of the address; no part of the document. */
const PLACE = "https://address.invalid/2f6c1d";

function templateOf(document: object) {
  const text = JSON.stringify(servedFrom(document, PLACE));
  return { parts: text.split(PLACE), tag: hash("sha256", text) };
}
