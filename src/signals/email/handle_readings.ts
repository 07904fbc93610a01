/**
 * Other readings of a local part, for names whose spelling has fewer vowels than the model expects of people: Welsh, and
 * abbreviated Spanish family names. What a reading turns into a name is not machine-generated.
 */

/** Other readings are tried only where nothing, or at most two digits or a year, follows the letters. */
const LETTERS_AND_YEAR = /^[a-z._-]*(?:\d{1,2}|19\d\d|20\d\d)?$/;

/** @param latin as `latinLocalPart` gives it; those that differ from it are returned */
export function readingsOf(latin: string): string[] {
  if (!LETTERS_AND_YEAR.test(latin)) return [];
  return [latin.replace(/[a-z]+/g, fromWelsh), latin.replace(ABBREVIATED, spelledOut).replace(EDGES, "")]
    .filter((reading) => reading !== latin);
}

const VOWELS = /[aeiouwy]+/;
const MANY_VOWELS = /[aeiouwy]{5}/;
const CONSONANT = "(?:ch|dd|ff|ng|ll|mh|nh|ph|rh|th|[bcdfghjlmnprst])";
const START = `s?${CONSONANT}[lrn]?`;
const END = `[lmnrs]?${CONSONANT}[lr]?`;
/** What stands in front of the first vowel, between vowels and behind the last one: with initials around the name. */
const FIRST = new RegExp(`^[a-z]?(?:${START})?$`);
const MIDDLE = new RegExp(`^(?:${END})?${START}$`);
const LAST = new RegExp(`^(?:${END})?[a-z]?$`);
/** Not doubled in Welsh. */
const DOUBLED = /([aceghijkmopstuvwyz])\1/;

/** Welsh has the vowels w and y, and writes one sound with two letters; any other run of letters is returned as it is. */
function fromWelsh(run: string): string {
  if (!isWelsh(run)) return run;
  return run.replaceAll("dd", "d").replaceAll("ll", "l").replaceAll("ff", "f").replaceAll("rh", "r")
    .replaceAll("uw", "u").replace(/(?<![aeiou])w(?![aeiou])/g, "u").replaceAll("y", "i");
}

/** The letters can be spoken in Welsh. */
function isWelsh(run: string): boolean {
  const clusters = run.split(VOWELS);
  return clusters.length > 1 && FIRST.test(clusters[0]!) && LAST.test(clusters.at(-1)!) &&
    clusters.slice(1, -1).every((cluster) => MIDDLE.test(cluster)) &&
    !MANY_VOWELS.test(run) && !DOUBLED.test(run.slice(1));
}

const FAMILY_NAMES: ReadonlyMap<string, string> = new Map(Object.entries({
  dgz: "dominguez",
  dmgz: "dominguez",
  fdez: "fernandez",
  fdz: "fernandez",
  glez: "gonzalez",
  glz: "gonzalez",
  gmz: "gomez",
  gtz: "gutierrez",
  gzz: "gonzalez",
  hdez: "hernandez",
  hdz: "hernandez",
  jmz: "jimenez",
  lpz: "lopez",
  mdz: "mendez",
  mtnz: "martinez",
  mtz: "martinez",
  prz: "perez",
  rdgz: "rodriguez",
  rdz: "rodriguez",
  rguez: "rodriguez",
  rmz: "ramirez",
  schz: "sanchez",
  snchz: "sanchez",
  sncz: "sanchez",
  vzq: "vazquez",
  vzqz: "vazquez",
}));
const ANY_NAME = [...FAMILY_NAMES.keys()].sort((a, b) => b.length - a.length).join("|");
const EACH_NAME = new RegExp(ANY_NAME, "g");
/** One or two at the end of a run of letters, behind initials or a vowel, with at most one initial after them. */
const ABBREVIATED = new RegExp(
  `(?<=(?<![a-z])[a-z]{0,2}|[aeiou][a-z]{0,2})(?:${ANY_NAME}){1,2}(?=[a-z]?(?![a-z]))`,
  "g",
);
const EDGES = /^\.|\.$|\.(?=[._-])/g;

function spelledOut(names: string): string {
  return `${names.replace(EACH_NAME, (name) => `.${FAMILY_NAMES.get(name)!}`)}.`;
}
