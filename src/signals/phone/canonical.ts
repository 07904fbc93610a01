/** The canonical form of a phone number that a rule or a report names: E.164 without an extension. */
import { parsePhone } from "./parse.ts";

/** @param text with its +; null when it is no number */
export function phoneCanon(text: string): string | null {
  return parsePhone(text, null).e164;
}
