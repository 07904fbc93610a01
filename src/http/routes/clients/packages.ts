/** `/clients/`: the clients of this service, for npm and pip, without a key and without a registry. */
import type { Hono } from "hono";
import { AppError } from "../../../model/error.ts";
import type { ClientPackage, ClientPackages } from "../../../service/clients/client_packages.ts";
import type { AppContext, AppEnv } from "../../context.ts";
import { header } from "../../header.ts";
import { SAFE_HEADERS } from "../../respond.ts";

/** Clients keep a package, and ask whether it is still the one of the running version. */
const CACHING = "public, no-cache";

export function mountClients(app: Hono<AppEnv>, packages: ClientPackages): void {
  const { npmName, wheelName } = packages;
  app.get("/clients/", () => listing([npmName, wheelName]));
  app.get(`/clients/${npmName}`, (c) => answer(c, packages.npm(), "application/gzip"));
  app.get(`/clients/${wheelName}`, (c) => answer(c, packages.wheel(), "application/zip"));
  app.get("/clients/:name", () => {
    throw new AppError(
      "not_found",
      `the packages of this version are /clients/${npmName} and /clients/${wheelName}`,
    );
  });
}

/** Links, as `pip install --find-links` reads them. */
function listing(names: readonly string[]): Response {
  const links = names.map((name) => `<li><a href="${name}">${name}</a></li>`).join("");
  const page =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Clients</title></head><body><main><h1>Clients</h1><ul>${links}</ul></main></body></html>\n`;
  return new Response(page, {
    headers: { ...SAFE_HEADERS, "content-type": "text/html; charset=utf-8", "cache-control": CACHING },
  });
}

function answer(c: AppContext, { bytes, hash }: ClientPackage, type: string): Response {
  const etag = `"${hash}"`;
  const headers = { ...SAFE_HEADERS, "content-type": type, "cache-control": CACHING, etag };
  return (header(c, "if-none-match") ?? "").includes(etag)
    ? new Response(null, { status: 304, headers })
    : new Response(bytes, { headers });
}
