/** A Better Auth application in memory, with every plugin that creates users, asked as a browser asks it. */
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { admin, anonymous, emailOTP, genericOAuth, magicLink, phoneNumber, siwe } from "better-auth/plugins";
import { winnow, type WinnowPluginOptions } from "../../../clients/typescript/src/better_auth.ts";

const BASE = "http://localhost:3000";

const WALLET = "0x000000000000000000000000000000000000dEaD";

export interface Reply {
  readonly status: number;
  readonly location: string | null;
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

export class BetterAuthApp {
  /** The tables. */
  readonly db: Record<string, Record<string, unknown>[]> = {
    user: [],
    session: [],
    account: [],
    verification: [],
    walletAddress: [],
  };
  /** What was sent to the user: links and codes. */
  readonly sent: string[] = [];
  readonly log: string[] = [];
  readonly auth;
  readonly #cookies = new Map<string, string>();

  constructor(
    plugin: WinnowPluginOptions,
    options: BetterAuthOptions = {},
    { provider = "http://127.0.0.1:9", walletsNeedEmail = false } = {},
  ) {
    this.auth = betterAuth({
      baseURL: BASE,
      secret: "a secret of the test that is long enough",
      database: memoryAdapter(this.db),
      emailAndPassword: { enabled: true, ...options.emailAndPassword },
      logger: { log: (level, message) => this.log.push(`${level} ${message}`) },
      socialProviders: {
        google: {
          clientId: "id",
          clientSecret: "secret",
          verifyIdToken: () => Promise.resolve(true),
        },
      },
      ...options,
      plugins: [
        magicLink({ sendMagicLink: ({ url }) => void this.sent.push(url) }),
        emailOTP({ sendVerificationOTP: ({ otp }) => Promise.resolve(void this.sent.push(otp)) }),
        anonymous(),
        admin(),
        phoneNumber({
          sendOTP: ({ code }) => void this.sent.push(code),
          signUpOnVerification: { getTempEmail: (phone) => `${phone.slice(1)}@temp.example` },
        }),
        siwe({
          domain: "localhost",
          anonymous: !walletsNeedEmail,
          getNonce: () => Promise.resolve("nonce1234567890abcdef"),
          verifyMessage: () => Promise.resolve(true),
        }),
        genericOAuth({
          config: [{
            providerId: "loop",
            clientId: "id",
            clientSecret: "secret",
            authorizationUrl: `${provider}/authorize`,
            tokenUrl: `${provider}/token`,
            userInfoUrl: `${provider}/user`,
          }],
        }),
        winnow(plugin),
      ],
    });
  }

  get users(): Record<string, unknown>[] {
    return this.db.user!;
  }

  /** Signs up, or in, with a wallet. */
  async wallet(email?: string): Promise<Reply> {
    const { body: { nonce } } = await this.ask("/siwe/nonce", {});
    const message = [
      "localhost wants you to sign in with your Ethereum account:",
      `${WALLET}\n`,
      `URI: ${BASE}`,
      "Version: 1",
      "Chain ID: 1",
      `Nonce: ${nonce}`,
      `Issued At: ${new Date().toISOString()}`,
    ].join("\n");
    return await this.ask("/siwe/verify", {
      message,
      signature: "0x00",
      ...(email === undefined ? {} : { email }),
    });
  }

  /** @param target below /api/auth, or a whole URL */
  async ask(target: string, json?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const url = target.startsWith("http") ? target : `${BASE}/api/auth${target}`;
    const response = await this.auth.handler(
      new Request(url, {
        method: json === undefined ? "GET" : "POST",
        headers: {
          origin: BASE,
          "x-forwarded-for": "8.8.4.4",
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    );
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      this.#cookies.set(name!, value!);
    }
    const text = await response.text();
    return {
      status: response.status,
      location: response.headers.get("location"),
      body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
    };
  }
}
