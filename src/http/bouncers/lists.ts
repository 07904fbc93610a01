/** `GET /v1/lists/blocked`: what is banned, as a text that firewalls read. Most of them know HTTP Basic authentication alone. */
import { hash } from "node:crypto";
import type { Hono } from "hono";
import { listedNetworks } from "../../compat/lists/entries.ts";
import { listLines } from "../../compat/lists/formats.ts";
import { type ListOptions, readListOptions } from "../../compat/lists/options.ts";
import { AppError } from "../../model/error.ts";
import { SERVICE } from "../../model/service.ts";
import { takeWork, WORK } from "../../service/access/work.ts";
import type { Services } from "../../service/context.ts";
import type { Failures } from "../../service/failures.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { basicPassword, header } from "../header.ts";
import type { Metrics } from "../metrics.ts";
import { methodName } from "../operations/route_name.ts";
import { jsonText, newRequestId, problem } from "../respond.ts";
import type { SiteOptions } from "../site_options.ts";
import { bouncerGuard } from "./guard.ts";
import { chunksOf, streamOf } from "./lines.ts";

interface ListParts {
  readonly services: Services;
  readonly site: Pick<SiteOptions, "clients">;
  readonly metrics: Metrics;
  readonly failures: Failures;
}

const PATH = "/v1/lists/blocked";

export function mountLists(app: Hono<AppEnv>, parts: ListParts): void {
  app.get(PATH, async (c) => {
    const response = await serve(c, parts);
    parts.metrics.observe("GET", PATH, response.status, (performance.now() - c.env.started) / 1000);
    return response;
  });
}

async function serve(c: AppContext, { services, site, failures }: ListParts): Promise<Response> {
  c.set("family", "account");
  try {
    const key = header(c, "x-api-key")?.trim() || basicPassword(header(c, "authorization"));
    const call = await bouncerGuard(c, services, site, key, "decisions.follow");
    const options = readListOptions(c.req.query());
    if (typeof options === "string") throw new AppError("invalid_value", options);
    services.bouncers.seen(call, "list");
    const { all } = await services.decisions.active(call.caller.account);
    takeWork(services, call.caller, WORK.listedDecision * all.length);
    return listOf(c, services, options, listedNetworks(all, options));
  } catch (error) {
    const request = { requestId: newRequestId(), method: methodName(c.req.method), route: PATH };
    const known = failures.toAppError(error, request);
    const base = services.baseUrl ?? (URL.canParse(c.req.url) ? new URL(c.req.url).origin : "");
    const response = problem(c, known, request.requestId, `${base}/docs/errors`);
    if (response.status === 401) {
      response.headers.set("www-authenticate", `Basic realm="${SERVICE.name}", charset="UTF-8"`);
    }
    return response;
  }
}

function listOf(
  c: AppContext,
  { now }: Pick<Services, "now">,
  options: ListOptions,
  networks: ReturnType<typeof listedNetworks>,
): Response {
  // Weak: what is left of a time is different in each answer, though nothing changed.
  const content = networks.map(({ text, until }) => `${text} ${until}`).join("\n");
  const etag = `W/"${
    hash("sha256", `${options.format} ${options.families.join()}\n${content}`).slice(0, 32)
  }"`;
  const { headers } = jsonText(c, "", 200, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-cache",
    etag,
  });
  if (isKnown(header(c, "if-none-match"), etag)) return new Response(null, { status: 304, headers });
  if (c.env.head === true) return new Response(null, { headers });
  const lines = chunksOf(listLines(options.format, networks, options.families, now()));
  return new Response(c.env.load.stream(streamOf(lines)), { headers });
}

/** Weak comparison (RFC 9110, 13.1.2). */
function isKnown(given: string | undefined, etag: string): boolean {
  const known = (given ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(etag.replace(/^W\//, ""));
}
