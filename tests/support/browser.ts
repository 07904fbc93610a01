/**
 * Real browsers for the tests: Debian's Chromium driven by playwright-core, and a loopback site that serves `fp.js`
 * and remembers every request. Firefox is not driven: its page posts the answer back to the site.
 */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

export const CHROMIUM = "/usr/bin/chromium";
export const FIREFOX = "/usr/bin/firefox-esr";
export const XVFB = "/usr/bin/Xvfb";

/** Chromium as a test may start it: no sandbox (root), and none of its own calls home. */
export const QUIET = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A user agent of another system than the one the tests run on. */
export const WINDOWS_CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

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

/** True when every program is there; otherwise the test registers under a name that says what is missing. */
export function installed(...programs: string[]): boolean {
  return missing(...programs).length === 0;
}

export function missing(...programs: string[]): string[] {
  return programs.filter((program) => {
    try {
      Deno.statSync(program);
      return false;
    } catch {
      return true;
    }
  });
}

/** Registers a browser test, or one that is skipped by name with what the machine lacks. */
export function browserTest(name: string, needs: readonly string[], run: () => Promise<void>): void {
  const lacking = missing(...needs);
  Deno.test({
    name: lacking.length === 0 ? name : `${name} (skipped: no ${lacking.join(", ")})`,
    ignore: lacking.length > 0,
    // Playwright keeps its own timers and sockets until the process ends.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: run,
  });
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly cookie: string | null;
}

export interface SiteOptions {
  /** Content-Security-Policy of the page. */
  readonly policy?: string;
  /** The page's HTML instead of an empty page that loads `/fp.js`. */
  readonly page?: string;
}

/** A page that loads the script and does nothing else. */
export const PLAIN_PAGE =
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
<title>signup</title><script src="/fp.js"></script><p>Sign up</p></html>`;

/** A loopback site with `fp.js` as the service would serve it. Dispose it to stop. */
export class Site implements AsyncDisposable {
  readonly requests: SeenRequest[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #posted: Fingerprint[] = [];
  #waiting: ((answer: Fingerprint) => void)[] = [];

  constructor(options: SiteOptions = {}) {
    const script = Deno.readFileSync(new URL("../../src/signals/device/fp.js", import.meta.url));
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

export interface ChromiumOptions extends BrowserContextOptions {
  readonly flags?: readonly string[];
  /** Takes playwright's own flags out of the command line. */
  readonly without?: readonly string[];
  readonly headed?: boolean;
  readonly env?: Record<string, string>;
  /** A script that runs before the page's own, as a bot's disguise would. */
  readonly disguise?: string;
}

/** Starts Chromium with a fresh profile, hands over one page, and closes the browser. */
export async function inChromium<T>(options: ChromiumOptions, use: (page: Page) => Promise<T>): Promise<T> {
  const { flags = [], without = [], headed = false, env, disguise, ...context } = options;
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM,
    headless: !headed,
    args: [...QUIET, ...flags],
    ignoreDefaultArgs: [...without],
    ...(env === undefined ? {} : { env }),
  });
  try {
    const opened = await browser.newContext(context);
    if (disguise !== undefined) await opened.addInitScript(disguise);
    return await use(await opened.newPage());
  } finally {
    await browser.close();
  }
}

/** Opens the page and asks the script. */
export async function fingerprintAt(page: Page, url: string): Promise<Fingerprint> {
  await page.goto(url);
  return await page.evaluate("Winnow.fingerprint()") as Fingerprint;
}

/** A virtual screen for headed browsers. Dispose it to stop. */
export class VirtualScreen implements AsyncDisposable {
  readonly display: string;
  readonly #process: Deno.ChildProcess;

  private constructor(process: Deno.ChildProcess, display: string) {
    this.#process = process;
    this.display = display;
  }

  /** @param size `WxHxDepth` */
  static async start(size = "1920x1080x24"): Promise<VirtualScreen> {
    const process = new Deno.Command(XVFB, {
      args: ["-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = process.stdout.getReader();
    let text = "";
    while (!text.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error("Xvfb did not start");
      text += new TextDecoder().decode(value);
    }
    reader.releaseLock();
    return new VirtualScreen(process, `:${text.trim()}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill("SIGTERM");
    await this.#process.stdout.cancel();
    await this.#process.status;
  }
}

/** A page that posts what the script says to the site, for a browser that nobody drives. */
export const POSTING_PAGE =
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
<title>signup</title><script src="/fp.js"></script>
<script>Winnow.fingerprint().then((found) => fetch("/answer", { method: "POST", body: JSON.stringify(found) }))</script></html>`;

/** Keeps Firefox from calling home, asking questions and restoring anything. */
const FIREFOX_PREFS: Readonly<Record<string, string | number | boolean>> = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
  "browser.search.update": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "browser.tabs.warnOnClose": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.getAddons.cache.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "termsofuse.bypassNotification": true,
  "toolkit.telemetry.enabled": false,
};

export interface FirefoxOptions {
  readonly privateWindow?: boolean;
  /** With a window, on the screen that `env.DISPLAY` names. */
  readonly headed?: boolean;
  readonly prefs?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Record<string, string>;
  /** A profile folder of the test's; a fresh one otherwise. */
  readonly profile?: string;
}

/** Starts headless Firefox on a site with POSTING_PAGE, waits for the answer, ends Firefox. */
export async function inFirefox(site: Site, options: FirefoxOptions = {}): Promise<Fingerprint> {
  const profile = options.profile ?? await Deno.makeTempDir({ prefix: "winnow-firefox-" });
  const prefs = Object.entries({ ...FIREFOX_PREFS, ...options.prefs })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await Deno.writeTextFile(`${profile}/user.js`, prefs.join("\n"));
  const address = site.url();
  const process = new Deno.Command(FIREFOX, {
    args: [
      ...(options.headed ? [] : ["--headless"]),
      "--no-remote",
      "--profile",
      profile,
      ...(options.privateWindow ? ["--private-window", address] : [address]),
    ],
    env: { ...options.env, MOZ_CRASHREPORTER_DISABLE: "1" },
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    return await Promise.race([
      site.answer(),
      process.status.then((): never => {
        throw new Error("Firefox ended before it answered");
      }),
    ]);
  } finally {
    try {
      process.kill("SIGTERM");
    } catch {
      // It has ended already.
    }
    await process.status;
    if (options.profile === undefined) await Deno.remove(profile, { recursive: true }).catch(() => {});
  }
}
