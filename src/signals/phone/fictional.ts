/**
 * Numbers that regulators reserve for films, books and examples. They are checked before validity, because the numbering
 * metadata calls some of them valid (+44 20 7946 0xxx) and others unassigned (+44 7700 900xxx).
 */
import TABLE from "../../../data/fictional_numbers.csv" with { type: "text" };
import { lazy } from "../../concurrency/lazy.ts";
import { rowsOf } from "../../model/table_text.ts";
import { NORTH_AMERICA } from "./numbering_plan.ts";

/** First and last national (significant) number. */
type Block = readonly [first: string, last: string];

interface Plan {
  readonly country: string;
  readonly blocks: readonly Block[];
}

/** By country calling code. +1 is a rule, not a list: see `isNorthAmericanFiction`. */
const plans = lazy((): ReadonlyMap<string, Plan> =>
  new Map(
    rowsOf(TABLE).map((row) => {
      const [code = "", country = "", blocks = ""] = row.split(";");
      return [code, { country, blocks: blocks.split(" ").map(blockOf) }];
    }),
  )
);

/** A single number, `first-last`, or a number whose last digits are any: `7700900xxx`. */
function blockOf(text: string): Block {
  const [first = "", last = first] = text.split("-");
  return [first.replaceAll("x", "0"), last.replaceAll("x", "9")];
}

/** NANPA: 555-0100 to 555-0199. */
const NORTH_AMERICAN_FICTION = /^\d{3}55501\d\d$/;
const NORTH_AMERICAN_TOLL_FREE = /^8(?:00|33|44|55|66|77|88)/;
/** The only reserved toll-free number; the rest of toll-free 555-01xx is in ordinary use. */
const NORTH_AMERICAN_TOLL_FREE_FICTION = "8005550199";

interface FictionalHit {
  /** ISO 3166-1 alpha-2 of the regulator that reserved it; null in the North American plan, which 25 countries share. */
  readonly country: string | null;
}

/**
 * @param callingCode without "+", for example "44"
 * @param national national (significant) number, digits only
 * @returns null when the number is not reserved for fiction
 */
export function fictional(callingCode: string, national: string): FictionalHit | null {
  if (callingCode === NORTH_AMERICA) return isNorthAmericanFiction(national) ? { country: null } : null;
  const plan = plans().get(callingCode);
  return plan?.blocks.some((block) => within(block, national)) ? { country: plan.country } : null;
}

function isNorthAmericanFiction(national: string): boolean {
  if (!NORTH_AMERICAN_FICTION.test(national)) return false;
  return !NORTH_AMERICAN_TOLL_FREE.test(national) || national === NORTH_AMERICAN_TOLL_FREE_FICTION;
}

function within([first, last]: Block, national: string): boolean {
  return national.length === first.length && national >= first && national <= last;
}
