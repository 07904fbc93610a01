/** A + that a client did not encode in a query string: the router reads it as a blank. */

/** A phone number that begins with it. */
export function phoneWithPlus(text: string): string {
  return text.replace(/^ (?=\d)/, "+");
}

/**
 * An address with a tag. Only where the @ stands unencoded as well: encoders write both as escapes, and then a + is a blank.
 * @param text the value as the router read it
 */
export function emailWithPlus(url: string, text: string): string {
  const pairs = url.slice(url.indexOf("?") + 1).split("&");
  const raw = pairs.find((pair) => pair.startsWith("email="))?.slice("email=".length) ?? "";
  if (!/^[^+@]+\+[^@]*@[^+@]+$/.test(raw)) return text;
  try {
    return decodeURIComponent(raw);
  } catch {
    return text; // its escapes are broken, which its reader says
  }
}
