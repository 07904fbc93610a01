/** The Better Auth plugin: every path that creates a user, scored by the real service before it does. */
import assert from "node:assert/strict";
import { emailTokenInputs, Winnow } from "../../../clients/typescript/src/index.ts";
import type { SignupEvent } from "../../../clients/typescript/src/better_auth.ts";
import { startApp } from "../../support/app/app.ts";
import { BetterAuthApp, type Reply } from "../../support/clients/better_auth_app.ts";
import { startHttpServer } from "../../support/servers/http_server.ts";

const PASSWORD = "correct horse battery";
const DEVICE = { device_id: "9f86d081884c7d659a2feaa0c55ad015", signals: {}, automation: {} };

const base64url = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, "");
const idToken = (email: string) =>
  `${base64url({ alg: "none" })}.${base64url({ sub: email, email, email_verified: true, name: "J" })}.x`;

const signUp = (app: BetterAuthApp, email: string, body: Record<string, unknown> = {}) =>
  app.ask("/sign-up/email", { name: "J", email, password: PASSWORD, ...body });

interface Path {
  readonly name: string;
  readonly go: (app: BetterAuthApp, email: string) => Promise<Reply>;
  /** How the refusal reaches the visitor: as 422, or in the address of a redirect. */
  readonly refusal: "answer" | "redirect";
  readonly components: readonly string[];
}

const PATHS: Path[] = [
  { name: "e-mail", refusal: "answer", components: ["ip", "email"], go: signUp },
  {
    name: "e-mail with the device",
    refusal: "answer",
    components: ["ip", "email", "device"],
    go: (app, email) => signUp(app, email, { device: DEVICE }),
  },
  {
    name: "magic link",
    refusal: "redirect",
    components: ["ip", "email"],
    go: async (app, email) => {
      await app.ask("/sign-in/magic-link", { email, callbackURL: "/home" });
      return await app.ask(app.sent.at(-1)!);
    },
  },
  {
    name: "code by e-mail",
    refusal: "answer",
    components: ["ip", "email"],
    go: async (app, email) => {
      await app.ask("/email-otp/send-verification-otp", { email, type: "sign-in" });
      return await app.ask("/sign-in/email-otp", { email, otp: app.sent.at(-1) });
    },
  },
  {
    name: "social with an id token",
    refusal: "answer",
    components: ["ip", "email", "device"],
    go: (app, email) =>
      app.ask("/sign-in/social", {
        provider: "google",
        idToken: { token: idToken(email) },
        additionalData: { device: DEVICE },
      }),
  },
  {
    name: "social by redirect",
    refusal: "redirect",
    components: ["ip", "email", "device"],
    go: async (app, email) => {
      const started = await app.ask("/sign-in/social", {
        provider: "loop",
        callbackURL: "/home",
        additionalData: { device: DEVICE },
      });
      const state = new URL(started.body.url).searchParams.get("state");
      return await app.ask(`/callback/loop?code=${encodeURIComponent(email)}&state=${state}`);
    },
  },
  {
    name: "wallet with an e-mail",
    refusal: "answer",
    components: ["ip", "email"],
    go: (app, email) => app.wallet(email),
  },
];

/** Answers the code, which is the e-mail address, as the user's. */
function startProvider() {
  return startHttpServer(async (request) => {
    if (new URL(request.url).pathname === "/token") {
      const code = new URLSearchParams(await request.text()).get("code");
      return Response.json({ access_token: code, token_type: "bearer" });
    }
    const email = request.headers.get("authorization")!.replace("Bearer ", "");
    return Response.json({ id: email, sub: email, email, email_verified: true, name: "J" });
  });
}

Deno.test("every path that creates a user is scored before: a block creates nothing", async () => {
  await using service = await startApp();
  await service.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  await using provider = startProvider();
  for (const { name, go, refusal, components } of PATHS) {
    const events: SignupEvent[] = [];
    const app = new BetterAuthApp(
      { baseUrl: service.origin, apiKey: service.live, onDecision: (event) => events.push(event) },
      {},
      { provider: provider.url, walletsNeedEmail: true },
    );
    const refused = await go(app, "someone@blocked.example");
    assert.deepEqual(
      [app.users, app.db.account, app.db.session],
      [[], [], []],
      `${name}: nothing is created`,
    );
    if (refusal === "answer") {
      assert.deepEqual([refused.status, refused.body.code], [422, "SIGN_UP_REFUSED"], name);
    } else {
      assert.equal(refused.status, 302, name);
      assert.equal(new URL(refused.location!).searchParams.get("error"), "SIGN_UP_REFUSED", name);
    }
    assert.deepEqual(events.map((event) => [event.refused, event.decision.verdict]), [[true, "block"]], name);

    const allowed = await go(app, "jane.doe@gmail.com");
    assert.ok([200, 302].includes(allowed.status), `${name}: ${JSON.stringify(allowed)}`);
    assert.deepEqual(app.users.map(({ email }) => email), ["jane.doe@gmail.com"], name);
    const event = events[1]!;
    assert.deepEqual([event.refused, event.user.id], [false, app.users[0]!.id], name);
    assert.deepEqual(event.decision.result?.components_checked, components, name);
    assert.equal(event.decision.result?.components.ip?.ip, "8.8.4.4", name);
  }
});

Deno.test("users without an e-mail address: what plugins make up is not scored", async () => {
  await using service = await startApp();
  const events: SignupEvent[] = [];
  const plugin = {
    baseUrl: service.origin,
    apiKey: service.live,
    onDecision: (event: SignupEvent) => events.push(event),
  };
  const app = new BetterAuthApp(plugin);
  assert.equal((await app.ask("/sign-in/anonymous", {})).status, 200);
  const other = new BetterAuthApp(plugin);
  assert.equal((await other.wallet("jane@gmail.com")).status, 200);
  const phoned = new BetterAuthApp(plugin);
  await phoned.ask("/phone-number/send-otp", { phoneNumber: "+447400123456" });
  const code = phoned.sent.at(-1);
  assert.equal(
    (await phoned.ask("/phone-number/verify", { phoneNumber: "+447400123456", code })).status,
    200,
  );
  assert.deepEqual(events.map(({ decision }) => decision.result?.components_checked), [["ip"], ["ip"], [
    "ip",
    "phone",
  ]]);
  assert.deepEqual([app, other, phoned].map(({ users }) => users.length), [1, 1, 1]);

  const blocked = await service.ask("/v1/rules", { json: { action: "block", values: ["8.8.4.4"] } });
  assert.equal(blocked.status, 200);
  assert.equal((await new BetterAuthApp(plugin).ask("/sign-in/anonymous", {})).status, 422);
});

Deno.test("a refusal is no false success, whatever the application's settings", async () => {
  await using service = await startApp();
  await service.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  for (
    const emailAndPassword of [
      { enabled: true, requireEmailVerification: true },
      { enabled: true, autoSignIn: false },
    ]
  ) {
    const app = new BetterAuthApp({ baseUrl: service.origin, apiKey: service.live }, { emailAndPassword });
    const refused = await signUp(app, "someone@blocked.example");
    assert.deepEqual([refused.status, refused.body.code], [422, "SIGN_UP_REFUSED"]);
    assert.equal(app.users.length, 0);
    assert.equal((await signUp(app, "jane.doe@gmail.com")).status, 200);
    assert.equal(app.users.length, 1);
  }
});

Deno.test("review and block are what the application chooses; a choice that fails refuses", async () => {
  await using service = await startApp();
  await service.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  const nonsense = { device: { device_id: "nonsense", signals: {} } };
  const boom = () => {
    throw new Error("boom");
  };
  const rows: [string, Record<string, unknown>, string, Record<string, unknown>, number][] = [
    ["review is let in", {}, "jane.doe@gmail.com", nonsense, 200],
    ["review is refused", { onReview: "refuse" }, "jane.doe@gmail.com", nonsense, 422],
    ["a callback lets it in", { onReview: () => "allow" }, "jane.doe@gmail.com", nonsense, 200],
    [
      "a callback refuses it",
      { onReview: () => Promise.resolve("refuse") },
      "jane.doe@gmail.com",
      nonsense,
      422,
    ],
    ["a callback throws", { onReview: boom }, "jane.doe@gmail.com", nonsense, 422],
    ["a callback forgets to answer", { onReview: () => undefined }, "jane.doe@gmail.com", nonsense, 422],
    ["an allow asks nobody", { onReview: boom, onBlock: boom }, "jane.doe@gmail.com", {}, 200],
    ["block is let in", { onBlock: "allow" }, "a@blocked.example", {}, 200],
    ["block is asked about", { onBlock: () => "allow" }, "a@blocked.example", {}, 200],
    ["onDecision throws", { onDecision: boom }, "jane.doe@gmail.com", {}, 200],
    ["a device that is no object", { onReview: "refuse" }, "jane.doe@gmail.com", { device: "x" }, 422],
  ];
  for (const [name, choice, email, body, status] of rows) {
    const app = new BetterAuthApp({ baseUrl: service.origin, apiKey: service.live, ...choice } as never);
    const reply = await signUp(app, email, body);
    assert.equal(reply.status, status, `${name}: ${JSON.stringify(reply.body)}`);
    assert.equal(app.users.length, status === 200 ? 1 : 0, name);
  }
});

Deno.test("the application's own validateUserInfo and database hooks still decide", async () => {
  await using service = await startApp();
  const calls: string[] = [];
  const app = new BetterAuthApp({ baseUrl: service.origin, apiKey: service.live }, {
    user: {
      validateUserInfo: ({ user }) => {
        calls.push(`validate ${user.email}`);
        return user.email === "no@gmail.com" ? { error: "not_you" } : undefined;
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: (user) => {
            calls.push(`before ${user.email}`);
            return Promise.resolve(user.email !== "never@gmail.com");
          },
        },
      },
    },
  });
  assert.equal((await signUp(app, "no@gmail.com")).body.code, "not_you");
  assert.equal((await service.ask("/v1/usage")).body.used, 0, "what the application refuses is not scored");
  assert.equal((await signUp(app, "never@gmail.com")).status, 400);
  assert.equal((await signUp(app, "jane.doe@gmail.com")).status, 200);
  assert.deepEqual(calls, [
    "validate no@gmail.com",
    "validate never@gmail.com",
    "before never@gmail.com",
    "validate jane.doe@gmail.com",
    "before jane.doe@gmail.com",
  ]);
});

Deno.test("sign-ins, users of an administrator, and an absent service", async () => {
  await using service = await startApp();
  const app = new BetterAuthApp({ client: new Winnow({ baseUrl: service.origin, apiKey: service.live }) });
  await signUp(app, "jane.doe@gmail.com");
  const used = async () => (await service.ask("/v1/usage")).body.used as number;
  const before = await used();
  assert.equal(
    (await app.ask("/sign-in/email", { email: "jane.doe@gmail.com", password: PASSWORD })).status,
    200,
  );
  const body = { email: "made@gmail.com", password: PASSWORD, name: "M" };
  await app.auth.api.createUser({ body });
  assert.equal(app.users.length, 2);
  assert.equal(await used(), before, "neither is a sign-up");
  await app.auth.api.signUpEmail({ body: { ...body, email: "own@gmail.com" } });
  assert.equal(await used(), before + 1, "a sign-up by the application's own code: without an address");

  for (const [onUnavailable, status] of [["allow", 200], ["review", 422]] as const) {
    const failures: string[] = [];
    const alone = new BetterAuthApp({
      baseUrl: "http://127.0.0.1:9",
      apiKey: "wk_live_x",
      onUnavailable,
      onReview: "refuse",
      onError: ({ reason }) => failures.push(reason),
    });
    assert.equal((await signUp(alone, "jane.doe@gmail.com")).status, status);
    assert.deepEqual(failures, ["unreachable"]);
  }
});

Deno.test("the address: one that cannot be trusted is left out and said; the option decides", async () => {
  await using service = await startApp();
  const checked: unknown[] = [];
  const plugin = {
    baseUrl: service.origin,
    apiKey: service.live,
    onDecision: ({ decision }: SignupEvent) => checked.push(decision.result?.components.ip?.ip),
  };
  const hops = { "x-forwarded-for": "1.1.1.1, 8.8.4.4" };
  const form = (email: string) => ({ name: "J", email, password: PASSWORD });
  const app = new BetterAuthApp(plugin);
  await app.ask("/sign-up/email", form("a@gmail.com"), hops);
  await app.ask("/sign-up/email", form("b@gmail.com"), hops);
  assert.deepEqual(app.log.filter((line) => line.includes("no client address")).length, 1);
  const own = new BetterAuthApp({ ...plugin, ip: ({ headers }) => headers?.get("x-real-ip") });
  await own.ask("/sign-up/email", form("c@gmail.com"), { "x-real-ip": "8.8.8.8" });
  assert.deepEqual(checked, [undefined, undefined, "8.8.8.8"]);
});

Deno.test("the plug-in is loaded without its secrets, and fails at the first sign-up, not before", async () => {
  const app = new BetterAuthApp({ baseUrl: "http://127.0.0.1:9", apiKey: undefined } as never);
  assert.equal((await app.ask("/sign-in/email", { email: "a@gmail.com", password: PASSWORD })).status, 401);
  const { status, body } = await signUp(app, "jane.doe@gmail.com");
  assert.deepEqual([status, body.code], [422, "FAILED_TO_CREATE_USER"]);
  assert.equal(app.users.length, 0, "nobody is let in without a key");
  assert.ok(app.log.some((line) => line.includes("apiKey")), app.log.join("\n"));
});

Deno.test("the plug-in's error codes are typed", () => {
  const app = new BetterAuthApp({ baseUrl: "http://127.0.0.1:9", apiKey: "wk_live_x", message: "No." });
  const refused: { readonly code: "SIGN_UP_REFUSED"; readonly message: string } =
    app.auth.$ERROR_CODES.SIGN_UP_REFUSED;
  assert.deepEqual(refused, { code: "SIGN_UP_REFUSED", message: "No." });
  // @ts-expect-error -- no plug-in has it
  assert.equal(app.auth.$ERROR_CODES.SIGN_UP_REFUSED_TOO, undefined);
});

Deno.test("the plugin sends the token of a form, and none where the function throws", async () => {
  await using service = await startApp();
  const seen: unknown[] = [];
  for (const fails of [false, true]) {
    const app = new BetterAuthApp({
      baseUrl: service.origin,
      apiKey: service.live,
      emailToken: ({ body }) => {
        if (fails) throw new Error("no session");
        return { token: body.token, nonce: "n", origin: "http://localhost:3000" };
      },
      onDecision: ({ decision }) =>
        void seen.push(decision.result?.components.email?.email_token?.reason ?? null),
    });
    assert.equal((await signUp(app, `jane${fails}@gmail.com`, { token: "no token" })).status, 200);
  }
  assert.deepEqual(seen, ["malformed_token", null]);
});

Deno.test("the two inputs of a form hold whatever texts they are given", () => {
  assert.equal(
    emailTokenInputs({ nonce: `n"><script>&'`, tokenName: "proof", email: `"a"@b.c` }),
    '<input type="email" name="email" value="&quot;a&quot;@b.c" autocomplete="email" required>\n' +
      '<input type="hidden" name="proof" nonce="n&quot;&gt;&lt;script&gt;&amp;&#39;" autocomplete="email-verification-token">',
  );
});
