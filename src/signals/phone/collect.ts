/** The evidence about a phone number is its digits and its history; no outside source is used. */
import type { CollectContext } from "../signal.ts";
import type { PhoneInput } from "./parse.ts";
import type { PhoneEvidence } from "./score.ts";

export function collectPhone(
  input: PhoneInput,
  _sources: unknown,
  context: CollectContext,
): PhoneEvidence {
  return { input, history: context.history };
}
