/** Characters of a refused value that its answer shows. */
const ECHO = 200;

/** A value as the answer that refuses it shows it: not long, and without half a character, which strict readers of JSON refuse. */
export function echo(text: string): string {
  return text.slice(0, ECHO).toWellFormed();
}
