/** The real application on a real store in a temporary folder, on a real port; disposed with `await using`. */
import { type App, type AppOptions, createApp } from "../../../src/app/app.ts";
import { readConfig } from "../../../src/app/settings/config.ts";
import { type Bundle, openBundle } from "../../../src/feeds/tables/bundle.ts";
import type { KeyScope } from "../../../src/model/access/key_scope.ts";
import type { Role } from "../../../src/model/access/role.ts";
import type { Account, KeyMode } from "../../../src/model/records.ts";
import { createAccount, createKey } from "../../../src/service/access/keys.ts";
import { BUNDLE_DIR } from "../../../src/app/paths.ts";

/** The bundle is read once for all apps of a test process. */
let bundle: Bundle | null = null;

export interface StartOptions {
  /** `WINNOW_*` settings in addition to those of every test. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of another app of the same test, to share or reopen its store. */
  readonly dataDir?: string;
  readonly now?: () => number;
  readonly clock?: AppOptions["clock"];
  /** A number from 0 to 1. */
  readonly random?: () => number;
  readonly readLimits?: AppOptions["readLimits"];
  readonly refusalPauseMs?: number;
  readonly silent?: boolean;
  /** See `AppOptions.pause`. */
  readonly pause?: (ms: number) => Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  readonly body: any;
  readonly text: string;
}

export interface Ask {
  readonly key?: string | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
}

export class TestApp {
  readonly app: App;
  readonly origin: string;
  readonly dataDir: string;
  readonly log: string[];
  /** Keys of the account `main`: live and test. */
  live = "";
  test = "";
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #ownsDir: boolean;
  #closed = false;

  constructor(
    app: App,
    server: Deno.HttpServer<Deno.NetAddr>,
    dataDir: string,
    ownsDir: boolean,
    log: string[],
  ) {
    this.app = app;
    this.#server = server;
    this.origin = `http://127.0.0.1:${server.addr.port}`;
    this.dataDir = dataDir;
    this.#ownsDir = ownsDir;
    this.log = log;
  }

  /** @param path with its query */
  async ask(path: string, given: Ask = {}): Promise<Answer> {
    return await answerOf(await fetch(this.#requestOf(path, given)));
  }

  /** The same without a connection: for thousands of requests that are not about HTTP itself. */
  async askDirectly(path: string, given: Ask = {}): Promise<Answer> {
    const info: Deno.ServeHandlerInfo<Deno.NetAddr> = {
      remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 1 },
      completed: Promise.resolve(),
    };
    return await answerOf(await this.app.fetch(this.#requestOf(path, given), info));
  }

  #requestOf(path: string, given: Ask): Request {
    const headers = new Headers(given.headers);
    const key = given.key === undefined ? this.live : given.key;
    if (key !== null && !headers.has("x-api-key") && !headers.has("authorization")) {
      headers.set("x-api-key", key);
    }
    let body: BodyInit | null = null;
    if (given.json !== undefined) {
      body = JSON.stringify(given.json);
      if (!headers.has("content-type")) headers.set("content-type", "application/json");
    } else if (given.raw !== undefined) body = given.raw;
    const method = given.method ?? (body === null ? "GET" : "POST");
    return new Request(`${this.origin}${path}`, { method, headers, body, redirect: "manual" });
  }

  /** A further account with a key. */
  async account(
    name: string,
    given: {
      /** Null: no limit. */
      monthly?: number | null;
      rpm?: number;
      mode?: KeyMode;
      madeBy?: Account["madeBy"];
      /** Of the key. */
      keyName?: string;
      scopes?: readonly KeyScope[];
      role?: Role;
      expiresAt?: number;
    } = {},
  ): Promise<{ account: Account; key: string; keyId: string }> {
    const making = this.#making();
    const existing = making.store.accounts.accountNamed(name);
    const account = existing ?? await createAccount(making, {
      name,
      monthlyQuota: given.monthly === undefined ? 1_000_000 : given.monthly,
      madeBy: given.madeBy ?? "operator",
    });
    const made = await createKey(making, {
      account,
      mode: given.mode ?? "live",
      name: given.keyName ?? "",
      ratePerMinute: given.rpm ?? 1_000_000,
      ...(given.scopes === undefined ? {} : { scopes: given.scopes }),
      ...(given.role === undefined ? {} : { role: given.role }),
      ...(given.expiresAt === undefined ? {} : { expiresAt: given.expiresAt }),
    });
    return { account, key: made.secret, keyId: made.key.id };
  }

  /** Closes without removing the folder, so that another app can open it. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#server.shutdown();
    await this.app.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    if (this.#ownsDir) await Deno.remove(this.dataDir, { recursive: true }).catch(() => {});
  }

  #making() {
    const { store, now, randomBytes } = this.app.services;
    return { store, now, randomBytes };
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = /json/.test(headers.get("content-type") ?? "");
  return { status, headers, text, body: isJson && text !== "" ? JSON.parse(text) : null };
}

export async function startApp(options: StartOptions = {}): Promise<TestApp> {
  const dataDir = options.dataDir ?? await Deno.makeTempDir({ prefix: "winnow-test-" });
  bundle ??= await openBundle(BUNDLE_DIR);
  const log: string[] = [];
  const config = readConfig({
    WINNOW_DATA_DIR: dataDir,
    WINNOW_OFFLINE: "true",
    WINNOW_FEED_REFRESH: "false",
    WINNOW_PORT: "0",
    WINNOW_LOG: "text",
    ...options.env,
  });
  const app = await createApp(config, (line) => log.push(line), {
    bundle,
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.random === undefined ? {} : { random: options.random }),
    ...(options.readLimits === undefined ? {} : { readLimits: options.readLimits }),
    ...(options.refusalPauseMs === undefined ? {} : { refusalPauseMs: options.refusalPauseMs }),
    ...(options.silent === undefined ? {} : { silent: options.silent }),
    ...(options.pause === undefined ? {} : { pause: options.pause }),
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  const test = new TestApp(
    app,
    server as Deno.HttpServer<Deno.NetAddr>,
    dataDir,
    options.dataDir === undefined,
    log,
  );
  test.live = (await test.account("main")).key;
  test.test = (await test.account("main", { mode: "test" })).key;
  return test;
}

/** Each process reads what the others changed, as its timer does four times a second. */
export async function followChanges(...apps: TestApp[]): Promise<void> {
  for (const { app } of apps) await app.services.store.changes.refresh();
}
