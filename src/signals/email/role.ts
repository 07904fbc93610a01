/** Mailboxes of a function (info, sales-team, buchhaltung), not of a person. */
import published from "role-based-email-addresses";
import TABLE from "../../../data/role_accounts.txt" with { type: "text" };

const ROLES = new Set<string>();
/** Words that make a role only beside another: all-staff, salesteam. */
const COMPANIONS = new Set<string>();
for (const line of TABLE.split("\n")) {
  if (line.startsWith("+")) COMPANIONS.add(line.slice(1));
  else if (line !== "" && !line.startsWith("#")) ROLES.add(line);
}

const SEPARATOR = /[._-]+/;
const SEPARATORS = /[._-]+/g;
/** Entries of the published list that people bear as a name or type at random. */
const NOT_ROLES = new Set([
  ...["alexa", "paris", "sydney", "india", "gardner", "captain", "rockstar"],
  ...["aaa", "abc", "asd", "asdasd", "asdf", "ooo", "random"],
]);
/** Letters of a published entry: two are somebody's initials. */
const SHORTEST_LISTED = 3;
/** Whole local parts that senders of mail know as mailboxes of a group. They make no longer names: `family` is one, `the.smith.family` is not. */
const LISTED: ReadonlySet<string> = new Set(
  (published as readonly string[]).map((name) => name.toLowerCase().replace(SEPARATORS, "")).filter((name) =>
    name.length >= SHORTEST_LISTED && !/^\d+$/.test(name) && !NOT_ROLES.has(name)
  ),
);
/** A role written in a run of letters is looked for only up to this length. */
const MAX_RUN = 32;
/** Shorter words (it, hr, ap) are found inside too many names. */
const MIN_PART = 3;
const SHORTEST_PLURAL = 6;

/** @param local untagged local part in lower case. */
export function isRoleAccount(local: string): boolean {
  const words = local.split(SEPARATOR).filter((word) => word !== "");
  const last = words.at(-1);
  if (last === undefined) return false;
  if (LISTED.has(words.join(""))) return true;
  words[words.length - 1] = withoutNumber(last);
  if (isRole(words.join(""))) return true;
  if (words.length === 1) return isRun(words[0]!);
  return words.some((word) => isRole(word) || isRun(word)) &&
    words.every((word) => isRole(word) || COMPANIONS.has(word) || isRun(word));
}

/** In the table as it is, or as its plural or singular. */
function isRole(word: string): boolean {
  if (ROLES.has(word)) return true;
  return word.length >= SHORTEST_PLURAL && ROLES.has(word.endsWith("s") ? word.slice(0, -1) : `${word}s`);
}

/** `ventas2`, `support24`; a longer number belongs to something else. */
function withoutNumber(word: string): string {
  const name = word.replace(/\d{1,2}$/, "");
  return name.length >= 4 ? name : word;
}

/** Two words of the table without anything between them, one of them a role: salesteam, allstaff. */
function isRun(word: string): boolean {
  if (word.length > MAX_RUN) return false;
  for (let cut = MIN_PART; cut <= word.length - MIN_PART; cut++) {
    const head = word.slice(0, cut);
    const tail = word.slice(cut);
    const heads = isRole(head);
    const tails = isRole(tail);
    if ((heads && tails) || (heads && COMPANIONS.has(tail)) || (tails && COMPANIONS.has(head))) return true;
  }
  return false;
}
