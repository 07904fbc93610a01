/** `/.well-known/security.txt` (RFC 9116): where to report a weakness of this installation. */
import type { Hono } from "hono";
import { DAY_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import type { Services } from "../../service/context.ts";
import type { AppEnv } from "../context.ts";
import { SAFE_HEADERS } from "../respond.ts";
import { isHttps } from "../transport_security.ts";

const PATH = "/.well-known/security.txt";

/** From the day of the answer; the standard recommends less than a year. */
const VALID_DAYS = 180;

/** @param contact a `mailto:`, `https:` or `tel:` URI; null: there is no such file */
export function mountSecurityTxt(app: Hono<AppEnv>, services: Services, contact: string | null): void {
  app.get(PATH, () => {
    if (contact === null) throw new AppError("not_found", "WINNOW_SECURITY_CONTACT is not set");
    const today = Math.floor(services.now() / DAY_MS) * DAY_MS;
    const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString().replace(".000Z", "Z");
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, "Preferred-Languages: en"];
    // The standard takes https addresses only.
    if (isHttps(services.baseUrl)) lines.push(`Canonical: ${services.baseUrl}${PATH}`);
    return new Response(`${lines.join("\n")}\n`, {
      headers: {
        ...SAFE_HEADERS,
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "max-age=86400",
      },
    });
  });
}
