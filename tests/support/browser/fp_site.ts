/** A loopback site that serves `/fp.js` as the service does, remembers every request and takes the answers that pages post. */

/** What `Winnow.fingerprint()` resolves to. */
export interface Fingerprint {
  readonly device_id: string;
  readonly signals: {
    readonly user_agent: string;
    readonly timezone: string;
    readonly timezone_offset: number;
    readonly screen: string;
    readonly hardware_concurrency: number;
    readonly languages: string;
    readonly webgl_renderer?: string;
  };
  readonly automation: {
    readonly webdriver: boolean;
    readonly automation_globals: boolean;
    readonly headless_ua: boolean;
    readonly zero_screen: boolean;
    readonly no_plugins: boolean;
    readonly no_languages: boolean;
  };
}

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly cookie: string | null;
}

interface SiteOptions {
  /** Content-Security-Policy of the page. */
  readonly policy?: string;
  /** The page's HTML instead of an empty page that loads `/fp.js`. */
  readonly page?: string;
}

/** A page that loads the script and does nothing else. */
export const PLAIN_PAGE =
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
<title>signup</title><script src="/fp.js"></script><p>Sign up</p></html>`;

/** A loopback site with `/fp.js` as the service would serve it. Dispose it to stop. */
export class Site implements AsyncDisposable {
  readonly requests: SeenRequest[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #posted: Fingerprint[] = [];
  #waiting: ((answer: Fingerprint) => void)[] = [];

  constructor(options: SiteOptions = {}) {
    const script = Deno.readFileSync(new URL("../../../src/signals/device/fp.js", import.meta.url));
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
      const { pathname } = new URL(request.url);
      this.requests.push({ method: request.method, path: pathname, cookie: request.headers.get("cookie") });
      if (pathname === "/fp.js") {
        return new Response(script, {
          headers: {
            "content-type": "text/javascript; charset=utf-8",
            "access-control-allow-origin": "*",
            "cross-origin-resource-policy": "cross-origin",
          },
        });
      }
      if (pathname === "/answer") {
        this.#take(await request.json());
        return new Response(null, { status: 204 });
      }
      const headers = new Headers({ "content-type": "text/html; charset=utf-8" });
      if (options.policy !== undefined) headers.set("content-security-policy", options.policy);
      return new Response(options.page ?? PLAIN_PAGE, { headers });
    });
  }

  get port(): number {
    return this.#server.addr.port;
  }

  /** With another host name the origin is not a secure context. */
  url(host = "127.0.0.1"): string {
    return `http://${host}:${this.port}/`;
  }

  /** The next answer that a page posts to `/answer`. */
  answer(): Promise<Fingerprint> {
    const posted = this.#posted.shift();
    if (posted !== undefined) return Promise.resolve(posted);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #take(answer: Fingerprint): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#posted.push(answer);
    else waiting(answer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** A page that posts the script's result to the site, for a browser without automation. */
export const POSTING_PAGE =
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
<title>signup</title><script src="/fp.js"></script>
<script>Winnow.fingerprint().then((found) => fetch("/answer", { method: "POST", body: JSON.stringify(found) }))</script></html>`;
