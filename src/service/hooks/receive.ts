/** Who sent a message to a hook: its signature shows it. A refusal says nothing of whether there is such a hook. */
import { AppError } from "../../model/error.ts";
import type { Hook } from "../../model/endpoints/hook.ts";
import { isSignedBy, isTimely, type SignedMessage } from "../webhooks/signature.ts";
import type { Services } from "../context.ts";

/** How long a message that is about to be refused waits for what other processes wrote. */
const CATCH_UP_MS = 500;

export interface HookMessage {
  readonly hook: Hook;
  /** `webhook-id` or `svix-id`. */
  readonly id: string;
  readonly body: Uint8Array;
}

/**
 * @param id of the hook, as the address has it
 * @param signed what the headers say, without the body; null when they cannot be read
 * @param read reads the body
 * @throws AppError signature_invalid, the same whatever the reason; what `read` throws
 */
export async function receiveMessage(
  services: Services,
  id: string,
  signed: Omit<SignedMessage, "body"> | null,
  read: () => Promise<Uint8Array>,
): Promise<HookMessage> {
  if (signed === null || !isTimely(signed, services.clock.near(1000 * signed.timestamp))) {
    throw refusal(services, id);
  }
  const body = await read();
  const message = { ...signed, body };
  const hook = signedHook(services, id, message) ??
    await caughtUp(() => signedHook(services, id, message), services);
  if (hook === null) throw refusal(services, id);
  return { hook, id: signed.id, body };
}

/** The hook if the message is signed with its secret. An unknown one takes as long. */
function signedHook(services: Services, id: string, message: SignedMessage): Hook | null {
  const now = services.now();
  const { store, hooks: { secrets, nobodysSecret } } = services;
  const found = store.hooks.find(id);
  const hook = found !== null && store.accounts.account(found.account) !== null ? found : null;
  const { present, replaced } = hook === null
    ? { present: nobodysSecret, replaced: [] }
    : secrets.inUse(hook, now);
  const accepted = present === null ? replaced : [present, ...replaced];
  return isSignedBy(accepted, message, services.clock.near(1000 * message.timestamp)) ? hook : null;
}

/** Another process may have made the hook, or replaced its secret, a moment ago. */
export async function caughtUp<Found>(
  find: () => Found | null,
  services: Pick<Services, "store">,
): Promise<Found | null> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CATCH_UP_MS);
  await Promise.race([services.store.changes.catchUp().catch(() => {}), late]);
  clearTimeout(timer);
  return find();
}

function refusal(services: Services, id: string): AppError {
  const hook = services.store.hooks.find(id);
  if (hook !== null) services.hooks.tally.refused(services, hook);
  return new AppError("signature_invalid");
}
