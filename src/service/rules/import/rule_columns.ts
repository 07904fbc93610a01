/**
 * Which cell of a line in a file of rule values is its value. A header names the columns; without one, a cell counts only
 * when it is unambiguous: `john.smith` and `report.pdf` have the form of a domain.
 */
import {
  type CanonicalPhone,
  type ClassifiedValue,
  classify,
  isClassified,
  type RuleValue,
  type UnclassifiedValue,
} from "../../../model/rules/rule.ts";
import { hasKnownEnding } from "../../../feeds/domains/public_suffix.ts";

/** Later columns are ignored. */
const MAX_COLUMNS = 32;

export interface Header {
  /** Columns whose name says that they hold values, in the order of preference. */
  readonly named: readonly { readonly index: number; readonly holds: Holds }[];
  /** Cells of the header that are not empty. */
  readonly width: number;
  /** Columns that say more about the rule; null where there is none. */
  readonly options: Readonly<Record<"action" | "note" | "expiresAt" | "ref", number | null>>;
}

/** The value of a line, and the text that it was read from. */
export type WrittenValue = RuleValue & { readonly written: string };

/** `values`: any kind, preferred; `names`: any domain; `kind`: a kind that is recognised by its form. */
type Holds = "values" | "names" | "kind";

const HEADER_WORDS: ReadonlyMap<string, Holds | null> = new Map([
  ...words("values", "value values entry entries"),
  ...words(
    "names",
    "item items rule rules indicator indicators domain domains domain_name domain_names host hosts hostname hostnames " +
      "host_name fqdn",
  ),
  ...words(
    "kind",
    "ip ips ip_address ip_addresses ip_addr ipv4 ipv6 address addresses cidr cidrs network networks range ranges " +
      "ip_range subnet subnets email emails e_mail e_mails email_address email_addresses e_mail_address mail phone " +
      "phones phone_number phone_numbers telephone tel mobile mobile_number mobile_phone asn asns as_number",
  ),
  ...words(null, "kind type action"),
]);

function words(holds: Holds | null, list: string): (readonly [string, Holds | null])[] {
  return list.split(" ").map((word) => [word, holds]);
}

/** Null when no cell is a header word. Call `judgeLine` first: a line with a value is not a header. */
export function readHeader(columns: readonly string[]): Header | null {
  const found = columns.slice(0, MAX_COLUMNS).map((column) => meaningOf(column));
  if (found.every((holds) => holds === undefined)) return null;
  const named = found.flatMap((holds, index) => holds ? [{ index, holds }] : []);
  named.sort((a, b) => Number(b.holds === "values") - Number(a.holds === "values")); // a stable sort
  const words = columns.slice(0, MAX_COLUMNS).map((column) => partsOf(column).join("_"));
  const place = (word: string) => words.includes(word) ? words.indexOf(word) : null;
  const options = {
    action: place("action"),
    note: place("note"),
    expiresAt: place("expires_at"),
    ref: place("ref"),
  };
  return { named, width: columns.filter(isFilled).length, options };
}

/** ` "E-Mail" ` is e_mail; `customer_email` and `Last IP` end in what they hold. Undefined: not a header word. */
function meaningOf(column: string): Holds | null | undefined {
  const parts = partsOf(column);
  const whole = HEADER_WORDS.get(parts.join("_"));
  if (whole !== undefined || parts.length !== 2) return whole;
  return ENDINGS.has(parts[1]!) ? "kind" : undefined;
}

/** The words of a header's cell in lower case; none of a cell that is too long for a header. */
function partsOf(column: string): string[] {
  if (column.length > MAX_HEADER_WORD) return [];
  return column.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
}

const MAX_HEADER_WORD = 40;
const ENDINGS: ReadonlySet<string> = new Set(["ip", "cidr", "email", "phone", "asn"]);

/** The value among a line's cells, or the reason why there is none. @param header null: none so far in the file */
export function judgeLine(
  columns: readonly string[],
  header: Header | null,
  canonicalPhone: CanonicalPhone | undefined,
): WrittenValue | UnclassifiedValue {
  const cells = columns.slice(0, MAX_COLUMNS).map((text, index) => ({ text, index }))
    .filter(({ text }) => isFilled(text));
  const alone = isAlone(cells, header);
  const named = (header?.named ?? []).flatMap(({ index, holds }) => {
    const cell = cells.find((candidate) => candidate.index === index);
    return cell === undefined ? [] : [{ ...cell, holds }];
  });
  const rest = cells.filter(({ index }) => !named.some((cell) => cell.index === index));
  const reasons: string[] = [];
  let suggestion: string | undefined;
  for (const { text, holds } of [...named, ...rest.map((cell) => ({ ...cell, holds: null }))]) {
    const answer = readCell(text, canonicalPhone);
    if (!isClassified(answer)) {
      reasons.push(/^\s*=/.test(text) ? "a spreadsheet formula" : answer.reason);
      suggestion ??= answer.suggestion;
    } else if (alone || holds === "values" || holds === "names" || isUnmistakable(answer)) return answer;
    else reasons.push(AMBIGUOUS);
  }
  return {
    reason: whyNone(reasons, named.length > 0),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

const AMBIGUOUS =
  'no column is certain to hold a rule value; a column with the header "domain" or "value" would be';

function whyNone(reasons: readonly string[], named: boolean): string {
  if (reasons.length === 0) return "blank";
  if (named || reasons.length === 1) return reasons[0]!;
  return reasons.includes(AMBIGUOUS) ? AMBIGUOUS : "no column holds a rule value";
}

/** The line's only cell, apart from a comment after it, in a file without columns. */
function isAlone(cells: readonly { readonly text: string }[], header: Header | null): boolean {
  const [first] = cells;
  return (header?.width ?? 1) === 1 && first !== undefined &&
    (cells.length === 1 || COMMENT.test(first.text));
}

/** Names of people, files and placeholders (`n.a`) have the form of a domain, except for the ending. */
function isUnmistakable({ kind, value }: ClassifiedValue): boolean {
  return kind !== "domain" || hasKnownEnding(value);
}

const COMMENT = /\s#/;

/**
 * Without a comment at the end (unless it is part of a value: `"a #1"@example.com`), and without the apostrophe that
 * spreadsheets and our own export put before a formula.
 */
function readCell(
  cell: string,
  canonicalPhone: CanonicalPhone | undefined,
): WrittenValue | UnclassifiedValue {
  const text = /^\s*''*[=+\-@]/.test(cell) ? cell.replace("'", "") : cell;
  const comment = text.search(COMMENT);
  const whole = classify(text, canonicalPhone);
  if (comment < 0 || isClassified(whole)) return { ...whole, written: text.trim() };
  const written = text.slice(0, comment);
  return { ...classify(written, canonicalPhone), written: written.trim() };
}

function isFilled(column: string): boolean {
  return column.trim() !== "";
}
