/** Text from outside as it may be shown: it cannot control a terminal, nor look like something else in a log. */

/** Control characters except tab and line feed, line separators, and what changes the direction of text. */
// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const BREAK = /[\t\n]/g;

/** Whether a text that is kept in one line has control characters, or half a surrogate pair. */
export function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text);
}

/** With control characters as `\u001b`, which in JSON is the same text. */
export function printable(text: string): string {
  return text.replace(CONTROL, escaped);
}

/** As `printable`, for text that has to stay in its line. */
export function printableLine(text: string): string {
  return printable(text).replace(BREAK, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
