/**
 * What a server answers: until its start is complete `/healthz`, a `/readyz` that says what it waits for, and 503. So also while
 * it stops, as long as a body that is still arriving keeps it from closing the port.
 */
import type { App } from "../app/app.ts";
import type { Config } from "../app/settings/config.ts";
import { startListening } from "./listen.ts";
import { Listener } from "./listener.ts";
import type { Handler } from "./serving.ts";

const RETRY_SECONDS = "2";

/** How long requests that were on their way when a stop began are still served. */
const GRACE_MS = 500;

/** What a start waits for that cannot reach its store. */
export const WITHOUT_STORE = { store: "waiting: it cannot be reached" };

export class Door {
  #app: App | null = null;
  /** What the start waits for, as in the answers of `/readyz`. */
  #checks: Readonly<Record<string, string>>;
  /** When it began to stop, by `performance.now()`. */
  #leftAt: number | null = null;

  constructor(checks: Readonly<Record<string, string>>) {
    this.#checks = checks;
  }

  readonly handle: Handler = (request, info) =>
    this.#app === null || this.#isClosed(request)
      ? this.#unavailable(request)
      : this.#app.fetch(request, info);

  readonly bodySettled = (request: Request): boolean => this.#app?.bodySettled(request) ?? true;

  waitFor(checks: Readonly<Record<string, string>>): void {
    this.#checks = checks;
  }

  open(app: App): void {
    this.#app = app;
  }

  /** The server stops: `/readyz` says so at once, and new requests are soon refused. */
  leave(): void {
    this.#leftAt = performance.now();
    this.#checks = { process: "stopping" };
  }

  #isClosed(request: Request): boolean {
    if (this.#leftAt === null) return false;
    return performance.now() - this.#leftAt > GRACE_MS || new URL(request.url).pathname === "/readyz";
  }

  #unavailable(request: Request): Response {
    const { pathname } = new URL(request.url);
    const isStopping = this.#leftAt !== null;
    const headers = {
      "retry-after": RETRY_SECONDS,
      "cache-control": "no-store",
      ...(isStopping ? { connection: "close" } : {}),
    };
    if (pathname === "/healthz") return Response.json({ status: "ok" }, { headers });
    if (pathname === "/readyz") {
      return Response.json({ status: "not ready", checks: this.#checks }, { status: 503, headers });
    }
    const problem = {
      type: "about:blank",
      title: "The service is temporarily unavailable",
      status: 503,
      code: "unavailable",
      detail: `the service is ${isStopping ? "stopping" : "starting"}`,
    };
    return Response.json(problem, {
      status: 503,
      headers: { ...headers, "content-type": "application/problem+json" },
    });
  }
}

/** @throws AddrInUse, SettingError */
export function listen(
  config: Config,
  port: number,
  shared: boolean,
  door: Door,
  log: (line: string) => void,
): Listener {
  const { host: hostname, dataDir: folder } = config;
  return new Listener({
    hostname,
    port,
    shared,
    handover: config.reusePort,
    listening: (start) => startListening(hostname, port, start),
    handle: door.handle,
    bodySettled: door.bodySettled,
    folder,
    log,
  });
}
