/**
 * Watches requests from their arrival to their response, for the access log and for spans. It knows of a request only its
 * method, the row of its route, and what the service found: nothing that a client chose, and no header.
 */
import type { Hono } from "hono";
import type { Log } from "../../model/log.ts";
import type { ScoreTally } from "../../service/score/score_tally.ts";
import type { AppEnv } from "../context.ts";
import { methodName, routeName } from "./route_name.ts";
import type { Trail } from "./trail.ts";

/** The span of one request, named once its route is known. */
export interface RequestSpan {
  name(method: string, route: string | null): void;
}

export interface ObserverParts {
  readonly server: Hono<AppEnv>;
  readonly tally: ScoreTally;
  /** Null without an access log. */
  readonly accessLog: Log | null;
  /** The span of the request that is being handled; null without tracing. */
  readonly activeSpan: (() => RequestSpan | null) | null;
}

export class RequestObserver {
  readonly #parts: ObserverParts;

  constructor(parts: ObserverParts) {
    this.#parts = parts;
  }

  /** @param path as the route table has it, without escapes @param handle answers the request */
  observe(
    request: Request,
    path: string,
    handle: (trail: Trail) => Response | Promise<Response>,
  ): Response | Promise<Response> {
    const { server, accessLog, activeSpan } = this.#parts;
    const started = performance.now();
    const trail: Trail = { caller: null, requestId: null };
    const span = activeSpan?.() ?? null;
    const method = methodName(request.method);
    const done = (response: Response) => {
      const route = routeName(server, request.method, path);
      span?.name(method, route);
      if (accessLog !== null) this.#log(accessLog, method, route, response.status, started, trail);
      return response;
    };
    const response = handle(trail);
    return response instanceof Response ? done(response) : response.then(done);
  }

  #log(
    log: Log,
    method: string,
    route: string | null,
    status: number,
    started: number,
    { caller, requestId }: Trail,
  ): void {
    const outcome = caller === null ? null : this.#parts.tally.outcomeOf(caller);
    log.write("info", "request", {
      request_id: outcome?.requestId ?? requestId ?? undefined,
      method,
      route,
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      account: caller?.account.id ?? null,
      credits: outcome?.credits ?? 0,
      verdict: outcome?.verdict ?? null,
    });
  }
}
