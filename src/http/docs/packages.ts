/** `/clients/`: the clients of this service, for npm and pip, without a key and without a registry. */
import type { Hono } from "hono";
import { AppError } from "../../model/error.ts";
import type { ClientPackage, ClientPackages } from "../../service/clients/client_packages.ts";
import { WHEEL_METADATA } from "../../service/clients/wheel.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { header } from "../header.ts";
import { SAFE_HEADERS } from "../respond.ts";

/** Clients keep a package, and ask whether it is still the one of the running version. */
const CACHING = "public, no-cache";
/** The one project of the index, by its normalised name (PEP 503). */
const PROJECT = WHEEL_METADATA.name;
const PYTHON = WHEEL_METADATA.requiresPython.replace(">", "&gt;");

interface Link {
  readonly href: string;
  readonly text: string;
  /** Attributes, as HTML. */
  readonly more?: string;
}

export function mountClients(app: Hono<AppEnv>, packages: ClientPackages): void {
  const { npmName, wheelName } = packages;
  const links = (names: readonly string[]) => names.map((name) => ({ href: name, text: name }));
  app.get(
    "/clients/",
    () => listing("Clients", [...links(packages.names()), { href: "simple/", text: "simple" }]),
  );
  // An index for pip and uv (PEP 503).
  app.get("/clients/simple/", () => listing("Index", [{ href: `${PROJECT}/`, text: PROJECT }]));
  app.get(`/clients/simple/${PROJECT}/`, () =>
    listing(
      PROJECT,
      packages.wheelNames().map((name) => ({
        href: `../../${name}#sha256=${packages.package(name)!.hash}`,
        text: name,
        more: ` data-requires-python="${PYTHON}"`,
      })),
    ));
  app.get("/clients/simple", (c) => c.redirect("/clients/simple/", 301));
  for (const ending of ["", "/"]) {
    app.get(`/clients/simple/:project${ending}`, (c) => {
      const normalised = c.req.param("project").replaceAll(/[-_.]+/g, "-").toLowerCase();
      if (normalised === PROJECT) return c.redirect(`/clients/simple/${PROJECT}/`, 301);
      throw new AppError("not_found", `the only project of this index is ${PROJECT}`);
    });
  }
  app.get("/clients/:name", (c) => {
    const found = packages.package(c.req.param("name"));
    if (found !== null) return answer(c, found);
    throw new AppError(
      "not_found",
      `the packages of this version are /clients/${npmName} and /clients/${wheelName}`,
    );
  });
}

/** Links, as `pip install --find-links` and `--index-url` read them. */
function listing(title: string, links: readonly Link[]): Response {
  const items = links.map(({ href, text, more = "" }) => `<li><a href="${href}"${more}>${text}</a></li>`)
    .join("");
  const page =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="pypi:repository-version" content="1.0"><title>${title}</title></head><body><main><h1>${title}</h1><ul>${items}</ul></main></body></html>\n`;
  return new Response(page, {
    headers: { ...SAFE_HEADERS, "content-type": "text/html; charset=utf-8", "cache-control": CACHING },
  });
}

function answer(c: AppContext, { bytes, hash, type }: ClientPackage): Response {
  const etag = `"${hash.slice(0, 32)}"`;
  const headers = { ...SAFE_HEADERS, "content-type": type, "cache-control": CACHING, etag };
  return (header(c, "if-none-match") ?? "").includes(etag)
    ? new Response(null, { status: 304, headers })
    : new Response(bytes, { headers });
}
