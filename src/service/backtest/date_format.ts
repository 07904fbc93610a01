/** Times as a file writes them, by a pattern such as `DD.MM.YYYY HH:mm`. */

/** Reads one time: milliseconds since the epoch, null when the text is none of this pattern. */
export type ReadTime = (text: string) => number | null;

/** A pattern that cannot be used; the message says why. */
export class DateFormatError extends Error {
  override readonly name = "DateFormatError";
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const TOKENS: Readonly<Record<string, string>> = {
  YYYY: String.raw`(?<year>\d{4})`,
  YY: String.raw`(?<short>\d\d)`,
  MMM: `(?<name>${MONTHS.join("|")})[a-z]{0,6}\\.?`,
  MM: String.raw`(?<month>\d\d)`,
  M: String.raw`(?<month>\d{1,2})`,
  DD: String.raw`(?<day>\d\d)`,
  D: String.raw`(?<day>\d{1,2})`,
  HH: String.raw`(?<hour>\d\d)`,
  H: String.raw`(?<hour>\d{1,2})`,
  hh: String.raw`(?<hour>\d\d)`,
  h: String.raw`(?<hour>\d{1,2})`,
  mm: String.raw`(?<minute>\d\d)`,
  ss: String.raw`(?<second>\d\d)`,
  SSS: String.raw`(?<milli>\d{3})`,
  A: "(?<half>[ap]m)",
  Z: String.raw`(?<zone>z|[+-]\d\d:?\d\d)`,
};
const TOKEN = /YYYY|YY|MMM|MM|M|DD|D|HH|H|hh|h|mm|ss|SSS|A|Z/g;
const MAX_LENGTH = 60;

/** Two digits of a year from here on are of the last century. */
const SHORT_YEAR = 70;

/** A time without a zone is UTC. @throws DateFormatError */
export function dateFormat(format: string): ReadTime {
  if (format.length > MAX_LENGTH) throw new DateFormatError(`it is longer than ${MAX_LENGTH} characters`);
  const tokens = format.match(TOKEN) ?? [];
  const needed = [["a year (YYYY)", /^Y/], ["a month (MM)", /^M/], ["a day (DD)", /^D/]] as const;
  for (const [what, token] of needed) {
    if (!tokens.some((each) => token.test(each))) throw new DateFormatError(`it has no ${what.slice(2)}`);
  }
  let at = 0;
  let source = "";
  for (const match of format.matchAll(TOKEN)) {
    source += literal(format.slice(at, match.index)) + TOKENS[match[0]];
    at = match.index + match[0].length;
  }
  const pattern = compiled(`^${source}${literal(format.slice(at))}$`);
  return (text) => {
    const groups = pattern.exec(text.trim())?.groups;
    return groups === undefined ? null : timeOf(groups);
  };
}

function compiled(source: string): RegExp {
  try {
    return new RegExp(source, "i");
  } catch {
    throw new DateFormatError("it has a part twice"); // groups of one name
  }
}

function literal(text: string): string {
  return RegExp.escape(text).replaceAll(/(?:\\x20)+/g, String.raw`\s+`);
}

function timeOf(groups: Readonly<Record<string, string | undefined>>): number | null {
  const number = (name: string) => groups[name] === undefined ? 0 : Number(groups[name]);
  const short = number("short");
  const year = groups.year === undefined ? (short < SHORT_YEAR ? 2000 : 1900) + short : number("year");
  const month = groups.name === undefined ? number("month") : MONTHS.indexOf(groups.name.toLowerCase()) + 1;
  const hour = hourOf(number("hour"), groups.half);
  if (hour === null || hour > 23 || number("minute") > 59 || number("second") > 60) return null;
  const date = new Date(Date.UTC(year, month - 1, number("day")));
  // The calendar would take 30 February for 1 March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== number("day")) return null;
  const time = ((hour * 60 + number("minute")) * 60 + number("second")) * 1000 + number("milli");
  const at = date.getTime() + time - zoneOf(groups.zone);
  return at >= 0 ? at : null;
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return hour % 12 + (half.toLowerCase() === "pm" ? 12 : 0);
}

function zoneOf(zone: string | undefined): number {
  if (zone === undefined || /^z$/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith("-") ? -1 : 1) * minutes * 60_000;
}

/** Patterns that people use, most likely first; more than one of them may read a text. */
const USUAL = [
  "D.M.YYYY HH:mm:ss",
  "D.M.YYYY HH:mm",
  "D.M.YYYY",
  "D.M.YY HH:mm",
  "D.M.YY",
  "D/M/YYYY HH:mm:ss",
  "M/D/YYYY HH:mm:ss",
  "D/M/YYYY HH:mm",
  "M/D/YYYY HH:mm",
  "D/M/YYYY",
  "M/D/YYYY",
  "M/D/YYYY h:mm A",
  "M/D/YYYY h:mm:ss A",
  "D-M-YYYY HH:mm:ss",
  "D-M-YYYY HH:mm",
  "D-M-YYYY",
  "YYYY/M/D HH:mm:ss",
  "YYYY/M/D HH:mm",
  "YYYY/M/D",
  "D MMM YYYY HH:mm:ss",
  "D MMM YYYY HH:mm",
  "D MMM YYYY",
  "MMM D, YYYY h:mm A",
  "MMM D, YYYY HH:mm",
  "MMM D, YYYY",
] as const;

/** Patterns that read the text, at most two; with two digits written where the text has them. */
export function guessedFormats(text: string): string[] {
  const found = USUAL.filter((format) => dateFormat(format)(text) !== null).slice(0, 2);
  const padded = /^\d\d\D\d\d\D/.test(text) || /^\d{4}\D\d\d\D\d\d/.test(text);
  return padded ? found.map((format) => format.replace(/\bD\b/, "DD").replace(/\bM\b/, "MM")) : found;
}
