const MAX_CHARACTERS = 200;

/** The start of a refused value for an error message, without half a surrogate pair, which strict JSON parsers refuse. */
export function excerpt(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed();
}
