/** Where the people of a generated population live: operators, clocks, languages, names and numbers of each country. */

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** Of the customers of one service in Europe. */
  readonly weight: number;
  readonly zones: readonly string[];
  readonly languages: readonly string[];
  /** AS numbers of operators with lines to homes. */
  readonly lines: readonly number[];
  /** AS numbers of mobile operators. */
  readonly mobile: readonly number[];
  /** A locale of the package of names. */
  readonly names: string;
  readonly free: readonly string[];
  /** Of companies. */
  readonly tlds: readonly string[];
  /** Beginnings of mobile numbers and how many digits follow. */
  readonly phones: readonly (readonly [prefix: string, digits: number])[];
}

const row = (
  code: string,
  weight: number,
  rest: Omit<Country, "code" | "weight">,
): Country => ({ code, weight, ...rest });

const WORLD = [
  "gmail.com",
  "gmail.com",
  "gmail.com",
  "outlook.com",
  "hotmail.com",
  "yahoo.com",
  "icloud.com",
];
const prefixes = (digits: number, ...list: readonly string[]) =>
  list.map((prefix) => [prefix, digits] as const);

export const COUNTRIES: readonly Country[] = [
  row("DE", 30, {
    zones: ["Europe/Berlin"],
    languages: ["de-DE,de,en-US,en", "de-DE", "de", "en-US,en,de"],
    lines: [3320, 3209, 8881, 6805, 20676],
    mobile: [6805],
    names: "de",
    free: [...WORLD, "gmx.de", "gmx.de", "web.de", "web.de", "t-online.de", "posteo.de"],
    tlds: ["de", "de", "de", "com", "eu"],
    phones: prefixes(
      8,
      "+49151",
      "+49152",
      "+49157",
      "+49159",
      "+49170",
      "+49171",
      "+49172",
      "+49176",
      "+49178",
    ),
  }),
  row("GB", 11, {
    zones: ["Europe/London"],
    languages: ["en-GB,en", "en-GB", "en-US,en"],
    lines: [2856, 5607, 13285, 5089],
    mobile: [25135, 60339, 35228],
    names: "en",
    free: [...WORLD, "hotmail.co.uk", "btinternet.com", "live.co.uk"],
    tlds: ["co.uk", "com", "uk"],
    phones: prefixes(
      6,
      "+447400",
      "+447511",
      "+447700",
      "+447712",
      "+447803",
      "+447884",
      "+447946",
      "+447973",
    ),
  }),
  row("US", 13, {
    zones: [
      "America/New_York",
      "America/New_York",
      "America/Chicago",
      "America/Los_Angeles",
      "America/Denver",
    ],
    languages: ["en-US,en", "en-US", "en-US,en,es"],
    lines: [7922, 20115, 22773, 10796, 11426, 20001, 7029, 5650],
    mobile: [21928, 6167, 20057],
    names: "en",
    free: [...WORLD, "aol.com", "comcast.net", "me.com"],
    tlds: ["com", "com", "com", "org", "net", "io"],
    phones: prefixes(
      7,
      "+1212",
      "+1312",
      "+1415",
      "+1617",
      "+1206",
      "+1305",
      "+1713",
      "+1404",
      "+1503",
      "+1702",
    ),
  }),
  row("FR", 9, {
    zones: ["Europe/Paris"],
    languages: ["fr-FR,fr,en-US,en", "fr-FR", "fr"],
    lines: [3215, 12322, 15557, 5410],
    mobile: [51207],
    names: "fr",
    free: [...WORLD, "orange.fr", "free.fr", "laposte.net", "hotmail.fr"],
    tlds: ["fr", "fr", "com"],
    phones: prefixes(6, "+33612", "+33623", "+33645", "+33661", "+33678", "+33685", "+33751", "+33769"),
  }),
  row("ES", 6, {
    zones: ["Europe/Madrid"],
    languages: ["es-ES,es,en", "es-ES", "ca,es"],
    lines: [3352, 12479, 12430],
    mobile: [12479],
    names: "es",
    free: [...WORLD, "hotmail.es"],
    tlds: ["es", "com"],
    phones: prefixes(6, "+34612", "+34626", "+34639", "+34655", "+34667", "+34691"),
  }),
  row("IT", 6, {
    zones: ["Europe/Rome"],
    languages: ["it-IT,it,en-US,en", "it-IT"],
    lines: [3269, 12874, 30722],
    mobile: [16232, 24608],
    names: "it",
    free: [...WORLD, "libero.it", "virgilio.it", "alice.it"],
    tlds: ["it", "it", "com"],
    phones: prefixes(7, "+39320", "+39328", "+39333", "+39338", "+39347", "+39349", "+39366"),
  }),
  row("NL", 5, {
    zones: ["Europe/Amsterdam"],
    languages: ["nl-NL,nl,en-US,en", "nl", "en-US,en,nl"],
    lines: [1136, 33915],
    mobile: [1136],
    names: "nl",
    free: [...WORLD, "ziggo.nl", "kpnmail.nl", "live.nl"],
    tlds: ["nl", "nl", "com"],
    phones: prefixes(6, "+31610", "+31623", "+31630", "+31641", "+31652", "+31683"),
  }),
  row("PL", 5, {
    zones: ["Europe/Warsaw"],
    languages: ["pl-PL,pl,en-US,en", "pl-PL"],
    lines: [5617],
    mobile: [39603, 8374, 12912],
    names: "pl",
    free: [...WORLD, "wp.pl", "o2.pl", "interia.pl", "onet.pl"],
    tlds: ["pl", "pl", "com"],
    phones: prefixes(6, "+48501", "+48512", "+48600", "+48606", "+48691", "+48790"),
  }),
  row("AT", 5, {
    zones: ["Europe/Vienna"],
    languages: ["de-AT,de,en", "de-AT", "de-DE,de,en"],
    lines: [8447, 8412],
    mobile: [8412],
    names: "de_AT",
    free: [...WORLD, "gmx.at", "a1.net"],
    tlds: ["at", "at", "com"],
    phones: prefixes(7, "+43660", "+43664", "+43676", "+43680", "+43699"),
  }),
  row("CH", 4, {
    zones: ["Europe/Zurich"],
    languages: ["de-CH,de,en", "fr-CH,fr,en", "de-DE,de"],
    lines: [3303],
    mobile: [15796],
    names: "de_CH",
    free: [...WORLD, "bluewin.ch", "gmx.ch", "hispeed.ch"],
    tlds: ["ch", "ch", "com"],
    phones: prefixes(7, "+4176", "+4178", "+4179"),
  }),
  row("CA", 2, {
    zones: ["America/Toronto", "America/Vancouver"],
    languages: ["en-CA,en", "fr-CA,fr,en", "en-US,en"],
    lines: [577, 812, 852, 6327],
    mobile: [812],
    names: "en",
    free: [...WORLD, "rogers.com", "shaw.ca"],
    tlds: ["ca", "com"],
    phones: prefixes(7, "+1416", "+1514", "+1604", "+1403"),
  }),
  row("IN", 2, {
    zones: ["Asia/Kolkata"],
    languages: ["en-IN,en", "en-US,en,hi", "en-GB,en"],
    lines: [9829, 24560],
    mobile: [55836, 45609],
    names: "en_IN",
    free: ["gmail.com", "gmail.com", "gmail.com", "yahoo.co.in", "rediffmail.com", "outlook.com"],
    tlds: ["in", "com", "co.in"],
    phones: prefixes(6, "+919810", "+919845", "+918800", "+917738", "+919903"),
  }),
  row("BR", 1, {
    zones: ["America/Sao_Paulo"],
    languages: ["pt-BR,pt,en-US,en", "pt-BR"],
    lines: [18881, 28573],
    mobile: [26599, 26615],
    names: "pt_BR",
    free: ["gmail.com", "gmail.com", "hotmail.com", "outlook.com", "uol.com.br", "yahoo.com.br"],
    tlds: ["com.br", "com"],
    phones: prefixes(7, "+551197", "+552198", "+553199"),
  }),
  row("SE", 1, {
    zones: ["Europe/Stockholm"],
    languages: ["sv-SE,sv,en-US,en", "en-US,en,sv"],
    lines: [3301, 1257],
    mobile: [44034],
    names: "sv",
    free: [...WORLD, "telia.com"],
    tlds: ["se", "se", "com"],
    phones: prefixes(7, "+4670", "+4673", "+4676"),
  }),
];

/** Hosting companies that scripts rent from. */
export const HOSTING: readonly number[] = [16276, 24940, 14061, 51167, 20473, 63949];
/** Lines of a country where few customers live. */
export const FAR_LINES: readonly number[] = [45899, 7552, 23693, 36947, 17557];
/** Networks of research and education. */
export const CAMPUS: readonly number[] = [680, 786];

export const ALL_SYSTEMS: ReadonlySet<number> = new Set([
  ...COUNTRIES.flatMap(({ lines, mobile }) => [...lines, ...mobile]),
  ...HOSTING,
  ...FAR_LINES,
  ...CAMPUS,
]);
