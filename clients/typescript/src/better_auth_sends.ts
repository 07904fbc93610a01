/** Better Auth plug-in: asks before a code or a link is sent, and tells when it was used. */
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import {
  addressReader,
  type AfterContext,
  type ClientOptions,
  deviceOf,
  lazyClient,
  type VisitorOptions,
} from "./better_auth_request.ts";
import { isObject } from "./decision.ts";
import type { GuardDecision, GuardRequest } from "./index.ts";

interface SendOptions extends VisitorOptions {
  /** What one message costs, in the unit of your budgets. Default: unknown. */
  readonly cost?: number | undefined;
  /** Told of each question. */
  readonly onDecision?:
    | ((event: { decision: GuardDecision; to: string }) => unknown)
    | undefined;
  /** What the visitor reads, whatever the reason is. */
  readonly message?: string | undefined;
}

export type WinnowSendsOptions = SendOptions & ClientOptions;

type Asked = Pick<GuardRequest, "channel" | "purpose"> & {
  readonly field: string;
};

const sms = (purpose: GuardRequest["purpose"]): Asked => ({
  channel: "sms",
  purpose,
  field: "phoneNumber",
});
const mail = (purpose: GuardRequest["purpose"], field = "email"): Asked => ({
  channel: "email",
  purpose,
  field,
});

/** Endpoints of Better Auth that send something to who is named in the body. */
const SENDING: Readonly<Record<string, Asked>> = {
  "/phone-number/send-otp": sms("login"),
  "/phone-number/request-password-reset": sms("reset"),
  "/email-otp/send-verification-otp": mail("login"),
  "/email-otp/request-password-reset": mail("reset"),
  "/email-otp/request-email-change": mail("other", "newEmail"),
  "/forget-password/email-otp": mail("reset"),
  "/request-password-reset": mail("reset"),
  "/send-verification-email": mail("signup"),
  "/sign-in/magic-link": mail("login"),
};

/** Endpoints that succeed when what was sent is used, with the field that names the recipient. */
const USING: Readonly<Record<string, string>> = {
  "/phone-number/verify": "phoneNumber",
  "/phone-number/reset-password": "phoneNumber",
  "/sign-in/email-otp": "email",
  "/email-otp/verify-email": "email",
  "/email-otp/reset-password": "email",
  "/email-otp/change-email": "newEmail",
};
/** Endpoints that name only a token; the recipient is who is signed in afterwards. */
const LINKS: ReadonlySet<string> = new Set(["/magic-link/verify", "/verify-email"]);

/** A send without an outcome counts as failed after that. */
const KEPT_MS = 15 * 60_000;

/**
 * Refuses with 429 and the code SEND_REFUSED before anything is made or sent, so a code that was sent before stays good. The id
 * of a send is kept in Better Auth's table of verifications, so that any server can tell of it.
 */
export function winnowSends(
  options: WinnowSendsOptions,
): Pick<BetterAuthPlugin, "hooks"> & { id: "winnow-sends" } {
  const clientFor = lazyClient(options);
  const addressFor = addressReader(options);
  const { message = "Please try again later." } = options;

  const ask = async (context: GenericEndpointContext): Promise<void> => {
    const { field, channel, purpose } = SENDING[context.path ?? ""]!;
    const to = textOf(context.body, field);
    // Better Auth refuses what names nobody.
    if (to === null) return;
    const device = await (options.device ?? deviceOf)(context);
    const decision = await clientFor(context).guard.send({
      channel,
      to,
      purpose,
      ip: addressFor(context),
      device: textOf(device, "device_id"),
      cost: options.cost,
    });
    try {
      await options.onDecision?.({ decision, to });
    } catch (error) {
      context.context.logger.error("Winnow: onDecision failed", error);
    }
    if (decision.decision !== "allow") {
      const retry = decision.retryAfter === null ? {} : { "Retry-After": String(decision.retryAfter) };
      throw new APIError("TOO_MANY_REQUESTS", { code: "SEND_REFUSED", message }, retry);
    }
    if (decision.sendId === null) return;
    await unharmed(
      context,
      () =>
        context.context.internalAdapter.createVerificationValue({
          identifier: kept(to),
          value: decision.sendId!,
          expiresAt: new Date(Date.now() + KEPT_MS),
        }),
    );
  };

  const tell = async (context: AfterContext): Promise<void> => {
    if (isAPIError(context.context.returned) && context.context.newSession === null) return;
    const path = context.path ?? "";
    const to = LINKS.has(path)
      ? context.context.newSession?.user.email ?? null
      : textOf(context.body, USING[path]!);
    if (to === null) return;
    await unharmed(context, async () => {
      const { internalAdapter } = context.context;
      const found = await internalAdapter.findVerificationValue(kept(to));
      if (!found) return;
      await internalAdapter.deleteVerificationByIdentifier(kept(to));
      await clientFor(context).guard.outcome(found.value, "verified");
    });
  };

  return {
    id: "winnow-sends",
    hooks: {
      before: [{
        matcher: ({ path }) => Object.hasOwn(SENDING, path ?? ""),
        handler: createAuthMiddleware(ask),
      }],
      after: [{
        matcher: ({ path }) => Object.hasOwn(USING, path ?? "") || LINKS.has(path ?? ""),
        handler: createAuthMiddleware(tell),
      }],
    },
  };
}

function kept(to: string): string {
  return `winnow-send:${to.trim().toLowerCase()}`;
}

function textOf(object: unknown, field: string): string | null {
  const value = isObject(object) ? object[field] : null;
  return typeof value === "string" && value !== "" ? value : null;
}

/** What is only kept or told must not stop who was let through. */
async function unharmed(context: GenericEndpointContext, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.context.logger.error("Winnow: the send cannot be kept", error);
  }
}
