/** Hooks: addresses at which this service scores what other services tell of new users. Times are milliseconds since the epoch. */
import type { SecretHolder } from "./secret_holder.ts";
import type { EventError, EventSource } from "./security_event.ts";

/** Stand in the place of Supabase's own sender: what may be sent is passed on to `forwardUrl`. */
const SENDING_KINDS = ["supabase_send_sms", "supabase_send_email"] as const;
export type SendingKind = typeof SENDING_KINDS[number];

/**
 * `supabase` is asked before a user is created and answers; the others are told afterwards, apart from those that send. `ssf`
 * takes security events of accounts that signed up.
 */
export const HOOK_KINDS = ["supabase", "svix", "standard_webhooks", ...SENDING_KINDS, "ssf"] as const;
export type HookKind = typeof HOOK_KINDS[number];

/** `observe` records the verdict and lets everybody pass. */
export const HOOK_MODES = ["observe", "enforce"] as const;
export type HookMode = typeof HOOK_MODES[number];

/** What becomes of a sign-up to review, and of one that could not be scored. */
export const WHEN_UNSURE = ["allow", "refuse"] as const;
export type WhenUnsure = typeof WHEN_UNSURE[number];

/** What a message can tell of a sign-up. */
export const HOOK_FIELDS = ["ip", "email", "phone", "user_id"] as const;
export type HookField = typeof HOOK_FIELDS[number];

/** Where a message has them, as JSON Pointers (RFC 6901); a field without one is looked for where known senders have it. */
export type HookPointers = { readonly [F in HookField]?: string };

export const MAX_HOOKS = 10;
export const MAX_POINTER_LENGTH = 200;
export const MAX_EVENT_TYPES = 10;
export const MAX_EVENT_TYPE_LENGTH = 60;

/** Its id is `hook_…`, with 128 random bits: the address of the hook contains it. */
export interface Hook extends SecretHolder {
  readonly kind: HookKind;
  readonly mode: HookMode;
  readonly whenUnsure: WhenUnsure;
  readonly pointers: HookPointers;
  /** The types of events that are scored; empty: all. */
  readonly types: readonly string[];
  /** Of kinds that send: what sends the message. */
  readonly forwardUrl?: string;
  /** Of the kind `ssf`, whose secret is the Authorization header that tokens come with; "" is none. */
  readonly events?: EventSource;
}

export function isSendingKind(kind: HookKind): kind is SendingKind {
  return (SENDING_KINDS as readonly HookKind[]).includes(kind);
}

/** What came of a message; of a token with security events whether a sign-up or user is known that it is about. */
export const HOOK_RESULTS = [
  "allow",
  "review",
  "block",
  "ignored",
  "failed",
  "matched",
  "unmatched",
] as const;
export type HookResult = typeof HOOK_RESULTS[number];

/** How a hook was used. */
export interface HookUse {
  /** Messages by their results. */
  readonly counts: { readonly [R in HookResult]?: number };
  /** The last message whose signature was right. */
  readonly last: { readonly at: number; readonly result: HookResult; readonly note: string } | null;
  /** The last message that was counted whose signature was refused, and how many there were; of a token also why. */
  readonly refused: { readonly at: number; readonly count: number; readonly why?: EventError } | null;
}

const UNUSED: HookUse = { counts: {}, last: null, refused: null };

/** The use after more messages of one result. @param note why, in closed words; never a value of a message */
export function withMessage(
  use: HookUse | null,
  result: HookResult,
  { note, at, count = 1 }: { note: string; at: number; count?: number },
): HookUse {
  const { counts, ...rest } = use ?? UNUSED;
  return {
    ...rest,
    counts: { ...counts, [result]: (counts[result] ?? 0) + count },
    last: { at, result, note },
  };
}

export function withRefusal(
  use: HookUse | null,
  { at, count, why }: { at: number; count: number; why?: EventError | undefined },
): HookUse {
  const before = use ?? UNUSED;
  const told = why === undefined ? {} : { why };
  return { ...before, refused: { at, count: (before.refused?.count ?? 0) + count, ...told } };
}
