/** Where every request comes in: it is admitted to the route table, or refused because of the load or its length. */
import type { Hono } from "hono";
import type { AppError } from "../../model/error.ts";
import { HOOK_PATH } from "../../service/hooks/hooks.ts";
import type { AppEnv, Bindings } from "../context.ts";
import { type Load, overloaded, type Share } from "./load.ts";
import { dispatch } from "../method.ts";
import { MAX_URL_LENGTH, urlTooLong } from "./refusals.ts";
import type { RequestObserver } from "../operations/request_observer.ts";
import type { Trail } from "../operations/trail.ts";
import type { RequestBodies } from "./request_bodies.ts";

export interface EntranceParts {
  readonly server: Hono<AppEnv>;
  readonly refusals: Hono<AppEnv>;
  /** What requests by POST count for in the load, by path; 1 for others. */
  readonly weights: ReadonlyMap<string, number>;
  readonly load: Load;
  /** Of messages to hooks: their senders refuse users whom nobody judged, so other requests must not keep them out. */
  readonly hooks: Load;
  readonly bodies: RequestBodies;
  readonly clientNetwork: Bindings["clientNetwork"];
  /** Null: no request is watched. */
  readonly observer: RequestObserver | null;
}

/** What monitors and load balancers ask: answered whatever the load is. */
const HEALTH: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

interface Arrival {
  readonly request: Request;
  /** `performance.now()` */
  readonly started: number;
  /** The peer's address as text, or null. */
  readonly peer: string | null;
  readonly trail?: Trail;
}

export class Entrance {
  readonly #parts: EntranceParts;

  constructor(parts: EntranceParts) {
    this.#parts = parts;
  }

  fetch(request: Request, peer: string | null): Response | Promise<Response> {
    const started = performance.now();
    const { observer } = this.#parts;
    if (observer === null) return this.#enter({ request, started, peer });
    const path = pathOf(request.url);
    return observer.observe(request, path, (trail) => this.#enter({ request, started, peer, trail }));
  }

  #enter(arrival: Arrival): Response | Promise<Response> {
    const { request } = arrival;
    const { weights } = this.#parts;
    if (request.url.length > MAX_URL_LENGTH) return this.#refuse(arrival, urlTooLong());
    const weight = request.method === "POST" ? weights.get(pathOf(request.url)) ?? 1 : 1;
    const load = this.#loadOf(request);
    const share = load.admit(weight);
    if (share !== null) return this.#serve(arrival, share);
    if (HEALTH.has(pathOf(request.url))) return this.#serve(arrival, load.exempt());
    return this.#wait(arrival, load, weight);
  }

  #loadOf({ method, url }: Request): Load {
    const { load, hooks } = this.#parts;
    return method === "POST" && pathOf(url).startsWith(`${HOOK_PATH}/`) ? hooks : load;
  }

  async #wait(arrival: Arrival, load: Load, weight: number): Promise<Response> {
    const share = await load.wait(weight);
    return share === null ? await this.#refuse(arrival, overloaded()) : await this.#serve(arrival, share);
  }

  #serve({ request, ...arrival }: Arrival, share: Share): Response | Promise<Response> {
    const { server, bodies, clientNetwork } = this.#parts;
    let response: Response | Promise<Response>;
    try {
      response = dispatch(server, request, { ...arrival, load: share, bodies, clientNetwork });
    } catch (error) {
      share.end();
      throw error;
    }
    const ended = (response: Response) => {
      share.end();
      return response;
    };
    if (response instanceof Response) return ended(response);
    return response.then(ended, (error) => {
      share.end();
      throw error;
    });
  }

  #refuse({ request, ...arrival }: Arrival, refusal: AppError): Response | Promise<Response> {
    const { refusals, load, bodies, clientNetwork } = this.#parts;
    const bindings = { ...arrival, load: load.exempt(), bodies, clientNetwork, refusal };
    return dispatch(refusals, request, bindings);
  }
}

/** The path as it was sent. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.indexOf("?", start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}
