/**
 * Answers requests that are refused before the route table: too much is in progress, or the URL is too long. Each gets the
 * error in the form of its path.
 */
import { Hono } from "hono";
import { AppError } from "../../model/error.ts";
import type { Services } from "../../service/context.ts";
import { compatFailure } from "../compat/answer.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { overloaded } from "./load.ts";
import { newRequestId, problem } from "../respond.ts";
import { MessagePage } from "../pages/message.tsx";
import { errorPage } from "../site/respond.ts";
import type { Site } from "../site/site.ts";

/** Most characters of a URL. */
export const MAX_URL_LENGTH = 8_192;

export function urlTooLong(): AppError {
  return new AppError("url_too_long", `a URL may have at most ${MAX_URL_LENGTH} characters`);
}

const COMPAT = ["/compat/maxmind/*", "/minfraud/*", "/geoip/*"];

export function createRefusals(services: Services, site: Site): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: true });
  const asProblem = (c: AppContext, error: AppError) => {
    const origin = URL.canParse(c.req.url) ? new URL(c.req.url).origin : "";
    return problem(c, error, newRequestId(), `${services.baseUrl ?? origin}/docs/errors`);
  };
  for (const path of COMPAT) {
    app.all(path, (c) => {
      c.set("family", "compat");
      return compatFailure(c, refusalOf(c));
    });
  }
  for (const path of ["/", "/signup", "/docs", "/docs/*", "/console", "/console/*"]) {
    app.all(path, (c) => {
      const error = refusalOf(c);
      const view = site.view(c, null);
      return errorPage(c, error, MessagePage({ view, code: error.code, text: error.message }));
    });
  }
  app.notFound((c) => asProblem(c, refusalOf(c)));
  app.onError((error, c) => asProblem(c, error instanceof AppError ? error : refusalOf(c)));
  return app;
}

function refusalOf(c: AppContext): AppError {
  return c.env.refusal ?? overloaded();
}
