/** The OpenAPI document as it is served: rendered once for each address of the service, with an ETag. */
import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { lruOf } from "../../concurrency/lru.ts";
import type { AppContext } from "../context.ts";
import { RateLimiter } from "../../service/access/rate_limit.ts";
import { acceptsGzip, header } from "../header.ts";
import { markUnknown, SAFE_HEADERS } from "../respond.ts";
import { servedFrom } from "./document.ts";

/** Without WINNOW_BASE_URL the address is as the request has it: anybody can ask under any name. */
const MAX_ADDRESSES = 4;
/** Characters of an address that is kept. */
const MAX_ADDRESS = 300;
/** Times in a second that the document is compressed: who asks under ever new names gets it as it is. */
const COMPRESSIONS = 2;
const SECOND_MS = 1_000;

interface Rendered {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  /** Made when it is first asked for. */
  gzip: Uint8Array<ArrayBuffer> | null;
}

export class ServedDocument {
  readonly #document: () => object;
  readonly #rendered = lruOf<Rendered>(MAX_ADDRESSES);
  readonly #compressions = new RateLimiter(SECOND_MS);
  /** The document without its address, by which it is rendered for another one. */
  #template: { readonly parts: readonly string[]; readonly tag: string } | null = null;

  constructor(document: () => object) {
    this.#document = document;
  }

  /** @param base the address of the service, without a slash at the end */
  respond(c: AppContext, base: string): Response {
    markUnknown(c);
    const rendered = this.#of(base);
    const gzip = acceptsGzip(header(c, "accept-encoding") ?? "") ? this.#gzipOf(rendered) : null;
    const etag = gzip === null ? `"${rendered.etag}"` : `"${rendered.etag}-gzip"`;
    const headers = {
      ...SAFE_HEADERS,
      "content-type": "application/json",
      "cache-control": "no-cache",
      vary: "Accept-Encoding",
      etag,
    };
    const known = (header(c, "if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
    if (known.includes(etag) || known.includes("*")) return new Response(null, { status: 304, headers });
    return gzip === null
      ? new Response(rendered.bytes, { headers })
      : new Response(gzip, { headers: { ...headers, "content-encoding": "gzip" } });
  }

  /** Null: it is not compressed now. */
  #gzipOf(rendered: Rendered): Uint8Array<ArrayBuffer> | null {
    if (rendered.gzip === null && this.#compressions.spend("", COMPRESSIONS, performance.now(), 1)) {
      rendered.gzip = new Uint8Array(gzipSync(rendered.bytes));
    }
    return rendered.gzip;
  }

  #of(base: string): Rendered {
    const known = this.#rendered.get(base);
    if (known !== undefined) return known;
    const { parts, tag } = this.#template ??= templateOf(this.#document());
    const bytes = new TextEncoder().encode(parts.join(JSON.stringify(base).slice(1, -1)));
    const rendered = { bytes, etag: hash("sha256", `${tag} ${base}`).slice(0, 32), gzip: null };
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
