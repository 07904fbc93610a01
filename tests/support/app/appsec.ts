/** What a bouncer sends to AppSec of a visitor's request, and what it is told. */
import type { Answer, TestApp } from "./app.ts";

export const APPSEC = "/compat/crowdsec/appsec";
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";

export interface Visit {
  readonly address?: string;
  readonly method?: string;
  readonly uri?: string;
  readonly host?: string;
  readonly agent?: string;
  /** The bouncer's; null: none. */
  readonly key?: string | null;
  /** Of the visitor. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** GET, or POST when there is a body, as bouncers do it. */
export async function visit(app: TestApp, given: Visit = {}, path = APPSEC): Promise<Answer> {
  const { body, key = app.live } = given;
  return await app.ask(path, {
    key: null,
    method: body === undefined ? "GET" : "POST",
    ...(body === undefined ? {} : { raw: body }),
    headers: {
      "accept-language": "en",
      ...given.headers,
      ...(key === null ? {} : { "x-crowdsec-appsec-api-key": key }),
      "x-crowdsec-appsec-ip": given.address ?? "81.2.69.160",
      "x-crowdsec-appsec-verb": given.method ?? (body === undefined ? "GET" : "POST"),
      "x-crowdsec-appsec-uri": given.uri ?? "/",
      "x-crowdsec-appsec-host": given.host ?? "shop.example",
      "x-crowdsec-appsec-user-agent": given.agent ?? BROWSER,
      "x-crowdsec-appsec-http-version": "11",
    },
  });
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** A form as a site's page sends it. */
export function form(fields: Readonly<Record<string, string>>): Pick<Visit, "body" | "headers"> {
  return { body: new URLSearchParams(fields).toString(), headers: FORM };
}

/** Sign-ups at this path have their address in `user[email]` and `user.email`. */
export async function mapSignups(
  app: TestApp,
  path = "/sign-up",
  fields: Readonly<Record<string, string>> = { email: "user[email]", phone: "tel" },
): Promise<void> {
  const json = { edge_paths: [{ path, fields }] };
  const { status, text } = await app.ask("/v1/settings", { method: "PUT", json });
  if (status !== 200) throw new Error(text);
}
