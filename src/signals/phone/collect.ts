/** A phone number is judged by its digits and by what is remembered about it; nobody outside is asked. */
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
