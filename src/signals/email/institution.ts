/** Schools and governments, by suffixes below which registries register nobody else. Names of others are not guessed at. */
import type { DomainName } from "../domain/parse.ts";

const SCHOOL: ReadonlySet<string> = new Set(["edu", "ac", "sch", "school", "k12"]);
const GOVERNMENT: ReadonlySet<string> = new Set(["gov", "gob", "gouv", "gub", "govt", "gv", "mil"]);
/** Suffixes and names of single governments. */
const OF_GOVERNMENTS: ReadonlySet<string> = new Set(
  ("go.jp go.kr go.th go.id go.ke go.tz go.ug go.cr gc.ca fed.us nsn.us police.uk nhs.uk parliament.uk " +
    "admin.ch bund.de europa.eu").split(" "),
);
/** Below these, `ac` and the like are names of other people, or the suffix is the country's own. */
const TOP_LEVEL_ONLY: ReadonlySet<string> = new Set(["edu", "gov", "mil"]);

/** Null for all others. */
export function institutionOf(
  { publicSuffix, registrable }: Pick<DomainName, "publicSuffix" | "registrable">,
): "school" | "government" | null {
  const labels = publicSuffix.split(".");
  const own = labels.length === 1 ? labels.filter((label) => TOP_LEVEL_ONLY.has(label)) : labels.slice(0, -1);
  if (own.some((label) => SCHOOL.has(label))) return "school";
  if (own.some((label) => GOVERNMENT.has(label))) return "government";
  return OF_GOVERNMENTS.has(publicSuffix) || (registrable !== null && OF_GOVERNMENTS.has(registrable))
    ? "government"
    : null;
}
