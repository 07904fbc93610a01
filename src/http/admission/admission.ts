/** Where every request comes in: it is admitted to the route table, or refused because of the load or its length. */
import type { Hono } from "hono";
import { getPath } from "hono/utils/url";
import { AppError } from "../../model/error.ts";
import { HOOK_PATH } from "../../service/hooks/hooks.ts";
import type { AppEnv, Bindings } from "../context.ts";
import { type Load, overloaded, type Share } from "./load.ts";
import { dispatch } from "../method.ts";
import { MAX_URL_LENGTH, urlTooLong } from "./refusals.ts";
import type { RefusalPause } from "./refusal_pause.ts";
import type { RequestObserver } from "../operations/request_observer.ts";
import type { Trail } from "../operations/trail.ts";
import type { RequestBodies } from "./request_bodies.ts";

interface AdmissionParts {
  readonly server: Hono<AppEnv>;
  readonly refusals: Hono<AppEnv>;
  readonly load: Load;
  /** Of messages to hooks: their senders refuse users without a verdict, so other requests must not keep them out. */
  readonly hooks: Load;
  readonly bodies: RequestBodies;
  readonly pause: RefusalPause;
  /** See `Store.wake`. */
  readonly wake: () => Promise<void> | null;
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

export class Admission {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  fetch(request: Request, peer: string | null): Response | Promise<Response> {
    const started = performance.now();
    const { observer } = this.#parts;
    if (observer === null) return this.#enter({ request, started, peer });
    return observer.observe(
      request,
      getPath(request),
      (trail) => this.#enter({ request, started, peer, trail }),
    );
  }

  #enter(arrival: Arrival): Response | Promise<Response> {
    const { request } = arrival;
    if (request.url.length > MAX_URL_LENGTH) return this.#refuse(arrival, urlTooLong());
    // As the route table has it: escapes in a path must not change what it counts as.
    const path = getPath(request);
    const waking = HEALTH.has(path) ? null : this.#parts.wake();
    return waking === null ? this.#admit(arrival, path) : this.#awake(arrival, path, waking);
  }

  /** A process that was suspended may know keys that were revoked meanwhile, and lack what others counted. */
  async #awake(arrival: Arrival, path: string, waking: Promise<void>): Promise<Response> {
    try {
      await waking;
    } catch {
      const text = "the store cannot be used right now; send the request again";
      return await this.#refuse(arrival, new AppError("unavailable", text, { retryAfter: 1 }));
    }
    return await this.#admit(arrival, path);
  }

  #admit(arrival: Arrival, path: string): Response | Promise<Response> {
    const load = this.#loadOf(arrival.request.method, path);
    const share = load.admit();
    if (share !== null) return this.#serve(arrival, share);
    if (HEALTH.has(path)) return this.#serve(arrival, load.exempt());
    return this.#wait(arrival, load);
  }

  #loadOf(method: string, path: string): Load {
    const { load, hooks } = this.#parts;
    return method === "POST" && path.startsWith(`${HOOK_PATH}/`) ? hooks : load;
  }

  async #wait(arrival: Arrival, load: Load): Promise<Response> {
    const share = await load.wait();
    return share === null ? await this.#refuse(arrival, overloaded()) : await this.#serve(arrival, share);
  }

  #serve({ request, ...arrival }: Arrival, share: Share): Response | Promise<Response> {
    const { server, bodies, pause, clientNetwork } = this.#parts;
    let response: Response | Promise<Response>;
    try {
      response = dispatch(server, request, { ...arrival, load: share, bodies, clientNetwork });
    } catch (error) {
      share.end();
      throw error;
    }
    const ended = (response: Response) => {
      share.end();
      return pause.after(response, share.refused);
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
