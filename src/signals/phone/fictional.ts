/**
 * Numbers that regulators reserve for films, books and examples. They are checked before validity, because the numbering
 * metadata calls some of them valid (+44 20 7946 0xxx) and others unassigned (+44 7700 900xxx).
 *
 * Sources: Ofcom ("Telephone numbers for drama use"), ACMA ("Phone numbers for use in TV shows, films and
 * creative works"), Bundesnetzagentur (Mitteilung 148/2021), ARCEP (décision 2018-0881), PTS ("Telefonnummer till böcker
 * och filmer"), ComReg (020 91x xxxx) and NANPA (555-0100 to 555-0199), as quoted by public pages and code.
 */

/** First and last national (significant) number of a block; a single number without the last. */
type Block = readonly [first: string, last?: string];

interface Plan {
  readonly country: string;
  readonly blocks: readonly Block[];
}

/** By country calling code. +1 is a rule, not a list: see `isNorthAmericanFiction`. */
const PLANS: Readonly<Record<string, Plan>> = {
  "33": {
    country: "FR",
    blocks: ["19900", "26191", "35301", "46571", "53649", "63998"].map((p) => prefixed(p, 4)),
  },
  "353": { country: "IE", blocks: [["209100000", "209199999"]] },
  "44": {
    country: "GB",
    blocks: [
      ...["7700900", "1632960", "2079460", "1914980", "2890180", "2920180", "8081570", "9098790", "3069990"],
      ...[113, 114, 115, 116, 117, 118, 121, 131, 141, 151, 161].map((area) => `${area}4960`),
    ].map((p) => prefixed(p, 3)),
  },
  "46": {
    country: "SE",
    blocks: [
      ["701740605", "701740699"],
      ["313900600", "313900699"],
      ["406280400", "406280499"],
      ["846500400", "846500499"],
      ["980319200", "980319299"],
    ],
  },
  "49": {
    country: "DE",
    blocks: [
      ...["3023125", "6990009", "4066969", "2214710", "8999998"].map((p) => prefixed(p, 3)),
      ...["17139200", "176040690"].map((p) => prefixed(p, 2)),
      ...singles("", "15228817386 15228895456 15254599371 1729925904 1729968532 1729973185 1729973186"),
      ...singles("", "1729980752 1749091317 1749464308"),
    ],
  },
  "61": {
    country: "AU",
    blocks: [
      ...["2", "3", "7", "8"].flatMap((area) => [prefixed(`${area}5550`, 4), prefixed(`${area}7010`, 4)]),
      ...singles("491", "570006 570110 570156 570157 570158 570159 570313 570737 571266 571491 571804"),
      ...singles("491", "572549 572665 572983 573087 573770 574118 574632 575254 575789 576398 576801"),
      ...singles("491", "577426 577644 578148 578888 578957 579212 579455 579760"),
      ...singles("", "1800160401 1900654321"),
      ["1800975707", "1800975711"],
      ["1300975707", "1300975711"],
    ],
  },
};

const NORTH_AMERICA = "1";
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
  const plan = Object.hasOwn(PLANS, callingCode) ? PLANS[callingCode]! : null;
  if (plan === null) return null;
  return plan.blocks.some((block) => within(block, national)) ? { country: plan.country } : null;
}

function isNorthAmericanFiction(national: string): boolean {
  if (!NORTH_AMERICAN_FICTION.test(national)) return false;
  return !NORTH_AMERICAN_TOLL_FREE.test(national) || national === NORTH_AMERICAN_TOLL_FREE_FICTION;
}

function within([first, last = first]: Block, national: string): boolean {
  return national.length === first.length && national >= first && national <= last;
}

/** All numbers with the prefix and this many further digits. */
function prefixed(prefix: string, digits: number): Block {
  return [prefix + "0".repeat(digits), prefix + "9".repeat(digits)];
}

function singles(prefix: string, numbers: string): Block[] {
  return numbers.split(" ").map((number) => [prefix + number]);
}
