/** Broken percent escapes: the router leaves them in a value as they stand, and then the value is refused for what it is not. */

/** What is wrong with the escapes of a query parameter, as a sentence fragment for the caller; null when nothing is. */
export function brokenEscape(url: string, parameter: string): string | null {
  const pairs = url.slice(url.indexOf("?") + 1).split("&");
  const value = pairs.find((pair) => pair.startsWith(`${parameter}=`))?.slice(parameter.length + 1);
  if (value === undefined) return null;
  const broken = /%(?![0-9a-f]{2}).{0,2}/i.exec(value);
  if (broken !== null) return `has "${broken[0]}", which is no percent escape; a % itself is written %25`;
  try {
    decodeURIComponent(value);
    return null;
  } catch {
    return "has percent escapes that are not UTF-8";
  }
}
