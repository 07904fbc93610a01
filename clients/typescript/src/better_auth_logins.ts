/** Better Auth plug-in: compares each log-in with the user's earlier ones before its session exists, and tells what became of it. */
import type { BetterAuthPlugin, GenericEndpointContext, User } from "better-auth";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import {
  addressReader,
  type AfterContext,
  type ClientOptions,
  deviceOf,
  lazyClient,
  type RequestContext,
  type VisitorOptions,
} from "./better_auth_request.ts";
import { isObject } from "./decision.ts";
import type { Login, LoginDecision, LoginResult } from "./index.ts";

type Method = NonNullable<Login["method"]>;

export interface LoginEvent {
  readonly decision: LoginDecision;
  readonly userId: string;
  readonly method: Method;
  readonly refused: boolean;
}

interface LoginOptions extends VisitorOptions {
  /**
   * What becomes of a log-in that is to show a second factor. Default: one by password is refused, so that the user comes back
   * with a code or a link by mail, a code by SMS or a passkey; others are let in, and so is a user with Better Auth's second
   * factor, which is asked for anyway.
   */
  readonly onStepUp?:
    | ((event: LoginEvent) => "allow" | "refuse" | Promise<"allow" | "refuse">)
    | undefined;
  /** Mails what the user is to be told: `notice.mail[language]` has `subject` and `text`. */
  readonly onNotice?:
    | ((event: { notice: NonNullable<LoginResult["notice"]>; user: User }) => unknown)
    | undefined;
  /** Told of each log-in. */
  readonly onDecision?: ((event: LoginEvent) => unknown) | undefined;
  /** Whether wrong passwords are told: attacks are seen by them, and each is a lookup. Default true. */
  readonly failures?: boolean | undefined;
  /** What a refused user reads. */
  readonly message?: string | undefined;
}

export type WinnowLoginsOptions = LoginOptions & ClientOptions;

/** The session of a new user begins the history, and is never refused. */
const SIGN_UP = "/sign-up/email";
/** Endpoints that log somebody in, by path. Sessions that others make are no log-ins. */
const METHODS: Readonly<Record<string, Method>> = {
  "/sign-in/email": "password",
  "/sign-in/username": "password",
  "/sign-in/phone-number": "password",
  [SIGN_UP]: "password",
  "/sign-in/email-otp": "otp",
  "/phone-number/verify": "otp",
  "/magic-link/verify": "magic_link",
  "/passkey/verify-authentication": "passkey",
  "/sign-in/social": "social",
  "/callback/:id": "social",
  "/oauth2/callback/:providerId": "social",
  "/one-tap/callback": "social",
  "/sso/callback/:providerId": "sso",
  "/sso/saml2/callback/:providerId": "sso",
};
/** Log-ins by password, with the field that names the user in the body and in the table. */
const NAMED_BY: Readonly<Record<string, string>> = {
  "/sign-in/email": "email",
  "/sign-in/username": "username",
  "/sign-in/phone-number": "phoneNumber",
};
/** Of a user who was asked to step up, these are the answer. */
const PROOFS: ReadonlySet<Method> = new Set<Method>(["otp", "magic_link", "passkey"]);
const CHANGE_PASSWORD = "/change-password";
const SECOND_FACTOR = "/two-factor/verify-";
const WRONG = 401;
const STEP_UP_MS = 15 * 60_000;
const MAX_USER_ID = 128;

/** Refuses with 403 and the code STEP_UP_REQUIRED or LOGIN_REFUSED, before a session is made. Without an answer everybody is let in. */
export function winnowLogins(
  options: WinnowLoginsOptions,
): Pick<BetterAuthPlugin, "init" | "hooks"> & { id: "winnow-logins" } {
  const clientFor = lazyClient(options);
  const addressFor = addressReader(options);
  const { message = "Please confirm that it is you." } = options;
  /** By request: Better Auth's sign-in has no device in its body any more. */
  const devices = new WeakMap<object, unknown>();
  const deviceFor = async (context: GenericEndpointContext): Promise<unknown> =>
    devices.get(keyOf(context)) ?? await (options.device ?? deviceOf)(context);
  /** Requests that change the e-mail address of a user. */
  const changing = new WeakSet<GenericEndpointContext>();

  const scored = async (
    context: GenericEndpointContext,
    userId: string,
    method: Method,
    succeeded: boolean,
  ) =>
    await clientFor(context).scoreLogin({
      user_id: userId,
      ip: addressFor(context),
      user_agent: (context.headers ?? context.request?.headers)?.get("user-agent")?.slice(0, 1024),
      device: await deviceFor(context),
      method,
      succeeded,
    });

  const beforeSession = async ({ userId }: { userId: string }, context: RequestContext): Promise<void> => {
    if (context === null) return;
    const path = context.path ?? "";
    if (path.startsWith(SECOND_FACTOR)) return await confirm(context, userId);
    const method = METHODS[path];
    if (method === undefined) return;
    const decision = await scored(context, userId, method, true);
    const { suggest } = decision;
    const user = suggest === "allow" ? null : await userOf(context, userId);
    const asked = { decision, userId, method, refused: false };
    const refused = suggest === "deny" ||
      suggest === "step_up" && await isRefused(asked, user, context);
    await told(context, async () => {
      await options.onDecision?.({ ...asked, refused });
      if (decision.notice !== null && user !== null) {
        await options.onNotice?.({ notice: decision.notice, user });
      }
    });
    // Also of one that is let in: a second factor follows, or its code or link is one.
    if (suggest === "step_up" && decision.requestId !== null) {
      await remember(context, userId, decision.requestId);
    }
    if (!refused) {
      if (PROOFS.has(method)) await confirm(context, userId);
      return;
    }
    const code = suggest === "deny" ? "LOGIN_REFUSED" : "STEP_UP_REQUIRED";
    throw new APIError("FORBIDDEN", { code, message });
  };

  const isRefused = async (event: LoginEvent, user: User | null, context: GenericEndpointContext) => {
    if (options.onStepUp === undefined) {
      return event.method === "password" &&
        (user as { twoFactorEnabled?: unknown } | null)?.twoFactorEnabled !==
          true;
    }
    try {
      return await options.onStepUp(event) !== "allow";
    } catch (error) {
      context.context.logger.error("Winnow: onStepUp failed", error);
      return true;
    }
  };

  /** The user came back with what they were asked for. From elsewhere it may be the owner, whom somebody's log-in alarmed. */
  const confirm = (context: GenericEndpointContext, userId: string) =>
    told(context, async () => {
      const { internalAdapter } = context.context;
      const found = await internalAdapter.findVerificationValue(kept(userId));
      if (!found) return;
      const [requestId = "", network = ""] = found.value.split(" ");
      if (network === "" || network !== networkOf(addressFor(context))) return;
      await internalAdapter.deleteVerificationByIdentifier(kept(userId));
      if (new Date(found.expiresAt).getTime() > Date.now()) {
        await clientFor(context).loginOutcome(requestId, "mfa_passed");
      }
    });

  const remember = (context: GenericEndpointContext, userId: string, requestId: string) =>
    told(
      context,
      () =>
        context.context.internalAdapter.createVerificationValue({
          identifier: kept(userId),
          value: `${requestId} ${networkOf(addressFor(context))}`,
          expiresAt: new Date(Date.now() + STEP_UP_MS),
        }),
    );

  const afterWrongPassword = async (context: AfterContext): Promise<void> => {
    const { returned, adapter } = context.context;
    if (!isAPIError(returned) || returned.statusCode !== WRONG) return;
    const field = NAMED_BY[context.path ?? ""]!;
    const value: unknown = isObject(context.body) ? context.body[field] : null;
    if (typeof value !== "string" || value === "") return;
    await told(context, async () => {
      const name = field === "phoneNumber" ? value : value.toLowerCase();
      const user = await adapter.findOne<User>({
        model: "user",
        where: [{ field, value: name }],
      });
      const userId = user?.id ?? `unknown ${name}`.slice(0, MAX_USER_ID);
      await scored(context, userId, "password", false);
    });
  };

  const tellChange = (
    context: GenericEndpointContext,
    type: "email_changed" | "password_changed",
    userId: string,
  ) =>
    told(context, async () => {
      const device = await deviceFor(context);
      await clientFor(context).accountEvent({
        type,
        user_id: userId,
        ip: addressFor(context),
        device_id: isObject(device) && typeof device.device_id === "string" ? device.device_id : null,
      });
    });

  return {
    id: "winnow-logins",
    init: () => ({
      options: {
        databaseHooks: {
          session: { create: { before: beforeSession } },
          user: {
            update: {
              before: (data: { email?: unknown }, context: RequestContext) => {
                if (context !== null && typeof data.email === "string") {
                  changing.add(context);
                }
                return Promise.resolve();
              },
              after: async (user: User, context: RequestContext) => {
                const isOwn = context !== null &&
                  !(context.path ?? "").startsWith("/admin/");
                if (isOwn && changing.has(context)) {
                  await tellChange(context, "email_changed", user.id);
                }
              },
            },
          },
        },
      },
    }),
    hooks: {
      before: [{
        matcher: ({ path }) => Object.hasOwn(METHODS, path ?? "") || path === CHANGE_PASSWORD,
        handler: createAuthMiddleware(async (context) => {
          await told(context, async () => {
            const device = await (options.device ?? deviceOf)(context);
            if (device !== undefined && device !== null) devices.set(keyOf(context), device);
          });
        }),
      }],
      after: [
        {
          matcher: ({ path }) => options.failures !== false && Object.hasOwn(NAMED_BY, path ?? ""),
          handler: createAuthMiddleware(afterWrongPassword),
        },
        {
          matcher: ({ path }) => path === CHANGE_PASSWORD,
          handler: createAuthMiddleware(async (context) => {
            const userId = context.context.session?.user.id;
            if (userId === undefined || isAPIError(context.context.returned)) {
              return;
            }
            await tellChange(context, "password_changed", userId);
          }),
        },
      ],
    },
  };
}

/** One customer has a /64 of IPv6. "": unknown. */
function networkOf(address: string | null | undefined): string {
  if (!address) return "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address;
  const [start = "", end] = address.toLowerCase().split("::");
  const groups = start === "" ? [] : start.split(":");
  const after = end === undefined || end === "" ? [] : end.split(":");
  while (end !== undefined && groups.length + after.length < 8) groups.push("0");
  return [...groups, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}

/** The same object for all that runs in one request. */
function keyOf({ headers, context }: GenericEndpointContext): object {
  return headers ?? context;
}

function kept(userId: string): string {
  return `winnow-step-up:${userId}`;
}

async function userOf(context: GenericEndpointContext, userId: string): Promise<User | null> {
  try {
    return await context.context.internalAdapter.findUserById(userId);
  } catch {
    return null;
  }
}

/** What is only told or kept must not decide on a log-in. */
async function told(context: GenericEndpointContext, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.context.logger.error("Winnow: a log-in could not be told of", error);
  }
}
