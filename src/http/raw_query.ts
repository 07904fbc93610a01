/** Query parameters as the client sent them, where the router's decoding loses a fact: a literal `+`, a broken percent escape. */

/** What is wrong with the percent escapes of a query parameter, as a sentence fragment; null when nothing is. */
export function brokenEscape(url: string, parameter: string): string | null {
  const value = rawParameter(url, parameter);
  if (value === undefined) return null;
  const broken = /%(?![0-9a-f]{2}).{0,2}/i.exec(value);
  if (broken !== null) return `has "${broken[0]}", which is not a percent escape; write a literal % as %25`;
  return foreignEscapes(url, parameter);
}

/** As `brokenEscape`, of escapes that are well-formed and no text. A lone % is left to the value, which may have one. */
export function foreignEscapes(url: string, parameter: string): string | null {
  const runs = rawParameter(url, parameter)?.match(/(?:%[0-9a-f]{2})+/gi) ?? [];
  return runs.some((run) => decoded(run) === null) ? "has percent escapes that are not UTF-8" : null;
}

/** An address whose `@` is not encoded, and which has a `+`. */
const HAS_TAG = /^[^+@]+\+[^@]*@[^+@]+$/;

/** A phone number with the leading `+` that the router decoded as a blank. */
export function phoneWithPlus(text: string): string {
  return text.replace(/^ (?=\d)/, "+");
}

/**
 * An e-mail address with the `+` of its tag. Only where the `@` is unencoded too: an encoder writes both as escapes, so
 * that a `+` of it is a blank.
 * @param text the value as the router decoded it
 */
export function emailWithPlus(url: string, text: string): string {
  const raw = rawParameter(url, "email") ?? "";
  if (!HAS_TAG.test(raw)) return text;
  return decoded(raw) ?? text;
}

/** The values of a repeated `value`, each with the `+` that its kind has. A broken escape stays as it was sent. */
export function valuesWithPlus(url: string, kind: string): string[] {
  return rawParameters(url, "value").map((raw) => {
    const text = decoded(raw.replaceAll("+", " ")) ?? raw;
    if (kind === "phone") return phoneWithPlus(text);
    return kind === "email" && HAS_TAG.test(raw) ? decoded(raw) ?? text : text;
  });
}

function rawParameter(url: string, name: string): string | undefined {
  return rawParameters(url, name)[0];
}

function rawParameters(url: string, name: string): string[] {
  if (!url.includes("?")) return [];
  const pairs = url.slice(url.indexOf("?") + 1).split("#")[0]!.split("&");
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

/** Null when the escapes cannot be decoded. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
