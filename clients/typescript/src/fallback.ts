/** `onUnavailable`: the verdict when there is no score. */
import {
  type AccountCode,
  type Fallback,
  isAccountCode,
  isObject,
  type Refusal,
  type Unavailable,
  type UnavailableReason,
} from "./decision.ts";

/**
 * A verdict for every reason; one each by reason, or by one of the service's codes such as `key_expired`; or a function of the
 * failure. What it does not name is as without it.
 */
export type OnUnavailable =
  | Fallback
  | { readonly [Reason in UnavailableReason | AccountCode]?: Fallback | undefined }
  | ((failure: Unavailable) => Fallback);

/** Whoever floods a form uses up the limits behind it: that must not open the door. The others are failures of Winnow. */
const DEFAULTS: Readonly<Record<UnavailableReason, Fallback>> = {
  timeout: "allow",
  aborted: "allow",
  unreachable: "allow",
  unexpected_response: "allow",
  server_error: "allow",
  unauthorized: "review",
  account_paused: "review",
  quota_exceeded: "review",
  rate_limited: "review",
};

/** What is wrong with an option; null: nothing. */
export function problemOfChoice(choice: unknown): string | null {
  if (choice === undefined || typeof choice === "function" || isFallback(choice)) return null;
  if (!isObject(choice)) return 'must be "allow", "review", a function, or one of both by reason';
  for (const [reason, verdict] of Object.entries(choice)) {
    if (!Object.hasOwn(DEFAULTS, reason) && !isAccountCode(reason)) return `knows no reason ${reason}`;
    if (verdict !== undefined && !isFallback(verdict)) return `must be "allow" or "review" for ${reason}`;
  }
  return null;
}

/** @param choices the most specific first; a function that throws, or answers neither, reviews */
export function fallbackFor(
  { unavailable, code }: Refusal,
  choices: readonly (OnUnavailable | undefined)[],
): Fallback {
  const { reason } = unavailable;
  for (const choice of choices) {
    if (typeof choice === "function") return answerOf(choice, unavailable);
    const found = isObject(choice) ? (code === null ? undefined : choice[code]) ?? choice[reason] : choice;
    if (isFallback(found)) return found;
  }
  return DEFAULTS[reason];
}

function answerOf(choose: (failure: Unavailable) => Fallback, failure: Unavailable): Fallback {
  try {
    return choose(failure) === "allow" ? "allow" : "review";
  } catch {
    return "review";
  }
}

function isFallback(value: unknown): value is Fallback {
  return value === "allow" || value === "review";
}
