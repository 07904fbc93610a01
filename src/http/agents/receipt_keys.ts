/** `/.well-known/jwks.json`: the public keys of receipts (RFC 7517). */
import type { Hono } from "hono";
import type { Services } from "../../service/context.ts";
import type { AppEnv } from "../context.ts";
import { SAFE_HEADERS } from "../respond.ts";

export const JWKS_PATH = "/.well-known/jwks.json";

export function mountReceiptKeys(app: Hono<AppEnv>, { receipts }: Services): void {
  app.get(JWKS_PATH, () =>
    new Response(JSON.stringify(receipts.jwks), {
      headers: {
        ...SAFE_HEADERS,
        "content-type": "application/jwk-set+json",
        "cache-control": "public, max-age=3600",
      },
    }));
}
