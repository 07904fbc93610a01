/** Better Auth plugin: scores a sign-up before the user is created, on every path that creates one. */
import type { BetterAuthPlugin, GenericEndpointContext, User } from "better-auth";
import { APIError } from "better-auth/api";
import {
  addressReader,
  type ClientOptions,
  deviceOf,
  lazyClient,
  type RequestContext,
  type VisitorOptions,
} from "./better_auth_request.ts";
import { type Decision, isObject } from "./decision.ts";
import type { Signup } from "./index.ts";

export { type LoginEvent, winnowLogins, type WinnowLoginsOptions } from "./better_auth_logins.ts";
export { winnowSends, type WinnowSendsOptions } from "./better_auth_sends.ts";

/** The request that creates the user; null for code that creates one outside of any endpoint. */
export type SignupContext = RequestContext;
export type NewUser = Partial<User> & Record<string, unknown>;

export type Answer = "allow" | "refuse";
export type Choice =
  | Answer
  | ((decision: Decision, user: NewUser, context: SignupContext) => Answer | Promise<Answer>);

export interface SignupEvent {
  readonly decision: Decision;
  readonly refused: boolean;
  /** With its `id` unless refused. */
  readonly user: NewUser;
}

interface PluginOptions extends VisitorOptions {
  /** Default "refuse". */
  readonly onBlock?: Choice | undefined;
  /** Default "allow": hold such users back with `onDecision`. A callback that throws refuses. */
  readonly onReview?: Choice | undefined;
  /** Called when the user was refused, or was created; for example to save `decision.requestId` with `user.id`. */
  readonly onDecision?: ((event: SignupEvent) => unknown) | undefined;
  /** The token that the browser filled into the form, with its page's nonce and origin; null: there is none. Default: none. A function that throws means none. */
  readonly emailToken?:
    | ((context: GenericEndpointContext) => Signup["email_token"] | Promise<Signup["email_token"]>)
    | undefined;
  /** Users that nobody signs up. Default: those made by /admin/create-user and SCIM. */
  readonly skip?: ((context: SignupContext, user: NewUser) => boolean) | undefined;
  /** What a refused visitor reads. */
  readonly message?: string | undefined;
}

export type WinnowPluginOptions = PluginOptions & ClientOptions;

export type WinnowPlugin = Pick<BetterAuthPlugin, "init"> & {
  readonly id: "winnow";
  readonly $ERROR_CODES: {
    readonly SIGN_UP_REFUSED: { readonly code: "SIGN_UP_REFUSED"; readonly message: string };
  };
};

/**
 * Refuses with 422 and the code SIGN_UP_REFUSED: Better Auth answers a 403 of /sign-up/email with a false success when it
 * requires verified e-mail addresses or does not sign in automatically. It runs as a database hook, after the application's own
 * `validateUserInfo` and before its own database hooks.
 */
export function winnow(options: WinnowPluginOptions): WinnowPlugin {
  const clientFor = lazyClient(options);
  const addressFor = addressReader(options);
  const { onBlock = "refuse", onReview = "allow", message = "We cannot create this account." } = options;
  const skip = options.skip ?? isAdministrative;
  /** Of users that are allowed, until they are created. */
  const decisions = new WeakMap<GenericEndpointContext, Decision>();

  const tell = async (event: SignupEvent, context: SignupContext) => {
    try {
      await options.onDecision?.(event);
    } catch (error) {
      context?.context.logger.error("Winnow: onDecision failed", error);
    }
  };

  const tokenOf = async (context: GenericEndpointContext): Promise<Signup["email_token"]> => {
    try {
      return await options.emailToken?.(context) ?? null;
    } catch (error) {
      context.context.logger.error("Winnow: emailToken failed", error);
      return null;
    }
  };

  const before = async (user: NewUser, context: SignupContext): Promise<void> => {
    if (skip(context, user)) return;
    const decision = await clientFor(context).scoreSignup({
      ip: addressFor(context),
      ...identifiersOf(user, context),
      email_token: context === null ? null : await tokenOf(context),
      device: context === null ? null : await (options.device ?? deviceOf)(context),
    });
    const choice = decision.verdict === "block"
      ? onBlock
      : decision.verdict === "review"
      ? onReview
      : "allow";
    const answer = typeof choice === "function"
      ? await answerOf(() => choice(decision, user, context), context)
      : choice;
    if (answer === "allow") {
      if (context !== null) decisions.set(context, decision);
      return;
    }
    await tell({ decision, refused: true, user }, context);
    throw new APIError("UNPROCESSABLE_ENTITY", { code: "SIGN_UP_REFUSED", message });
  };

  const after = async (user: NewUser, context: SignupContext): Promise<void> => {
    const decision = context === null ? undefined : decisions.get(context);
    if (decision !== undefined) await tell({ decision, refused: false, user }, context);
  };

  return {
    id: "winnow",
    init: () => ({ options: { databaseHooks: { user: { create: { before, after } } } } }),
    $ERROR_CODES: { SIGN_UP_REFUSED: { code: "SIGN_UP_REFUSED", message } },
  };
}

/** A callback that throws, or answers neither, refuses. */
async function answerOf(ask: () => Answer | Promise<Answer>, context: SignupContext): Promise<Answer> {
  try {
    return (await ask()) === "allow" ? "allow" : "refuse";
  } catch (error) {
    context?.context.logger.error("Winnow: onReview or onBlock failed", error);
    return "refuse";
  }
}

function isAdministrative(context: SignupContext): boolean {
  const path = context?.path ?? "";
  return path === "/admin/create-user" || path.startsWith("/scim/");
}

/** Without the addresses that plugins make up for users who gave none. */
function identifiersOf(user: NewUser, context: SignupContext) {
  const path = context?.path;
  const body: Record<string, unknown> = isObject(context?.body) ? context.body : {};
  const phone = path === "/phone-number/verify" ? body.phoneNumber : user.phoneNumber;
  const made = path === "/sign-in/anonymous" || path === "/phone-number/verify" ||
    (path === "/siwe/verify" && String(body.email ?? "").toLowerCase() !== user.email);
  return { email: made ? null : user.email, phone: phone as string | null | undefined };
}
