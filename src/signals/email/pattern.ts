/** What numbered addresses at one domain have in common: `anna.k1` and `anna.k22` are both `anna.k`. */
import type { EmailInput } from "./parse.ts";

/** With fewer letters a pattern says nothing: `a1`, `s20391`. */
const MIN_LETTERS = 3;

/** The address without digits and the marks around them; null when too little is left to compare. */
export function emailPattern({ mailbox, normalized }: EmailInput): string | null {
  const at = normalized.lastIndexOf("@");
  if (mailbox === null || at < 0) return null;
  const parts = normalized.slice(0, at).split(/[\d._-]+/).filter((part) => part !== "");
  const letters = parts.reduce((sum, part) => sum + part.length, 0);
  return letters < MIN_LETTERS ? null : `${parts.join(".")}${normalized.slice(at)}`;
}
