/** Real browsers for the tests: Debian's Chromium, driven by playwright-core or not at all, and a virtual screen for it. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { Fingerprint, Site } from "./fp_site.ts";

export const CHROMIUM = "/usr/bin/chromium";
export const XVFB = "/usr/bin/Xvfb";

/** Flags for Chromium in a test: no sandbox (root), no background network traffic. */
const QUIET = [
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
export function browserTest(
  name: string,
  needs: readonly string[],
  run: (test: Deno.TestContext) => Promise<void>,
): void {
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

/** How a browser is started. */
export interface LaunchOptions {
  readonly flags?: readonly string[];
  readonly headed?: boolean;
  readonly env?: Record<string, string>;
}

/** How a page in it is opened. */
export interface PageOptions extends BrowserContextOptions {
  /** A script that runs before the page's scripts, as a bot would inject to hide itself. */
  readonly disguise?: string;
}

/** Opens a page in a separate context: nothing is shared with other pages. */
type OpenPage = (options?: PageOptions) => Promise<Page>;

/** Starts Chromium with a fresh profile, and closes it. */
export async function withChromium<T>(
  { flags = [], headed = false, env }: LaunchOptions,
  use: (open: OpenPage) => Promise<T>,
): Promise<T> {
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM,
    headless: !headed,
    args: [...QUIET, ...flags],
    ...(env === undefined ? {} : { env }),
  });
  try {
    return await use(async ({ disguise, ...context } = {}) => {
      const opened = await browser.newContext(context);
      if (disguise !== undefined) await opened.addInitScript(disguise);
      return await opened.newPage();
    });
  } finally {
    await browser.close();
  }
}

/** As withChromium, for one page. */
export function inChromium<T>(
  { flags, headed, env, ...page }: LaunchOptions & PageOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const launch = {
    ...(flags === undefined ? {} : { flags }),
    ...(headed === undefined ? {} : { headed }),
    ...(env === undefined ? {} : { env }),
  };
  return withChromium(launch, async (open) => await use(await open(page)));
}

/** As inChromium, on a profile folder that outlives the browser. */
export async function inProfile<T>(folder: string, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    args: [...QUIET],
  });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Starts Chromium without automation; its page posts the answer. Headed when `env.DISPLAY` is given. */
export async function inRawChromium(
  site: Site,
  options: { readonly flags?: readonly string[]; readonly env?: Record<string, string> } = {},
): Promise<Fingerprint> {
  const profile = await Deno.makeTempDir({ prefix: "winnow-chromium-" });
  const process = new Deno.Command(CHROMIUM, {
    args: [
      ...QUIET,
      "--no-default-browser-check",
      "--password-store=basic",
      `--user-data-dir=${profile}`,
      ...(options.env?.DISPLAY === undefined ? ["--headless"] : []),
      ...(options.flags ?? []),
      site.url(),
    ],
    ...(options.env === undefined ? {} : { env: options.env }),
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    return await answerOf(site, process, "Chromium");
  } finally {
    await end(process, profile);
  }
}

/** Opens the page and calls the script. */
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

/** A browser that has not answered by then hangs. */
const HANGS_MS = 60_000;

/** The next answer posted to the site, or an error when the browser ends or hangs before. */
export async function answerOf(site: Site, process: Deno.ChildProcess, name: string): Promise<Fingerprint> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hangs = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not answer`)), HANGS_MS);
  });
  const ended = process.status.then((): never => {
    throw new Error(`${name} ended before it answered`);
  });
  try {
    return await Promise.race([site.answer(), ended, hangs]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a browser. @param profile folder to remove; null keeps it */
export async function end(process: Deno.ChildProcess, profile: string | null): Promise<void> {
  try {
    process.kill("SIGTERM");
  } catch {
    // It has ended already.
  }
  await process.status;
  // A process of the browser may still write there for a moment; the folder is temporary anyway.
  if (profile !== null) await Deno.remove(profile, { recursive: true }).catch(() => {});
}
