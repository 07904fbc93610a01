/** One Deno server on a port, and the requests that it is reading. */

export type Handler = (
  request: Request,
  info: Deno.ServeHandlerInfo<Deno.NetAddr>,
) => Response | Promise<Response>;

interface ServingOptions {
  readonly address: { readonly hostname: string; readonly port: number; readonly reusePort: boolean };
  readonly handle: Handler;
  readonly bodySettled: (request: Request) => boolean;
  /** Called when accepting a connection fails, which stops the server. */
  readonly failed: (error: Error) => void;
}

/** What Deno puts into the URL of a request that names no host. */
const NO_HOST = /^http:\/\/(?:localhost|0\.0\.0\.0|127\.0\.0\.1|\[::1?\]):(\d+)[/?]/;

/**
 * An HTTP/1.1 request must name its host (RFC 9112, 3.2). One of HTTP/2 has it in its URL; so a request without the header is
 * refused when its URL has the stand-in.
 */
function lacksHost({ headers, url }: Request, port: number): boolean {
  const host = headers.get("host");
  return host === "" || (host === null && NO_HOST.exec(url)?.[1] === String(port));
}

function noHost(): Response {
  return new Response("the request has no Host header\n", { status: 400, headers: { connection: "close" } });
}

/** How often it is checked whether the bodies in progress have arrived; also a moment for what is on its way. */
const CHECK_MS = 20;

/**
 * The handler does not throw: what fails is the runtime's own work. With OpenTelemetry on it parses the URL, and its error
 * for a Host header that is not a host, which quotes the URL, would be logged.
 */
function onError(): Response {
  return new Response(null, { status: 400 });
}

export class Serving {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #bodySettled: (request: Request) => boolean;
  /** A shutdown aborts bodies that are still arriving, so that a drain waits for those first. */
  readonly #withBody = new Set<Request>();
  #retiring = false;

  /** @throws AddrInUse and others, when the address cannot be listened on */
  constructor({ address, handle, bodySettled, failed }: ServingOptions) {
    this.#bodySettled = bodySettled;
    this.#server = Deno.serve({ ...address, onListen: () => {}, onError }, (request, info) => {
      if (lacksHost(request, this.#server.addr.port)) return this.#leaving(noHost());
      const response = handle(request, info);
      if (response instanceof Response) return this.#leaving(response);
      return request.method === "GET" && !this.#retiring ? response : this.#follow(request, response);
    });
    this.#server.finished.catch(failed);
  }

  get address(): Deno.NetAddr {
    return this.#server.addr;
  }

  /** From now on every response asks the client to use another connection. */
  retire(): void {
    this.#retiring = true;
  }

  /** Stops accepting, closes idle connections, and finishes requests in progress. Bodies still arriving break off. */
  shutdown(): Promise<void> {
    return this.#server.shutdown().catch(() => {});
  }

  /** Waits for requests in progress, and stops accepting once their bodies have arrived; at most so long. */
  async drain(milliseconds: number): Promise<void> {
    const enough = Promise.withResolvers<void>();
    const force = setTimeout(enough.resolve, milliseconds);
    // A shutdown cuts off connections that are open and whose request is still on its way.
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    await Promise.race([this.bodiesRead(milliseconds), enough.promise]);
    await Promise.race([this.shutdown(), enough.promise]);
    clearTimeout(force);
  }

  /** Waits until no body is arriving, at most so long. */
  async bodiesRead(milliseconds: number): Promise<void> {
    const last = performance.now() + milliseconds;
    while (performance.now() < last && ![...this.#withBody].every(this.#bodySettled)) {
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    }
  }

  async #follow(request: Request, pending: Promise<Response>): Promise<Response> {
    if (request.method !== "GET") this.#withBody.add(request);
    try {
      return this.#leaving(await pending);
    } finally {
      this.#withBody.delete(request);
    }
  }

  #leaving(response: Response): Response {
    if (this.#retiring) response.headers.set("connection", "close");
    return response;
  }
}
