/** Mailboxes of a function (info, sales-team, buchhaltung), not of a person. */
import TABLE from "../../../data/role_accounts.txt" with { type: "text" };
import { rowsOf } from "../../model/table_text.ts";

const ROWS = rowsOf(TABLE);
const ROLES: ReadonlySet<string> = new Set(ROWS.filter((row) => !row.startsWith("+")));
/** Words that make a role only together with another word: all-staff, salesteam. */
const COMPANIONS: ReadonlySet<string> = new Set(
  ROWS.filter((row) => row.startsWith("+")).map((row) => row.slice(1)),
);

const SEPARATOR = /[._-]+/;
const AUTOMATIC = /(?:no|donot|dont)_?reply$/;
/** Longer local parts are not searched for two words without a separator. */
const MAX_RUN = 32;
/** Shorter words (it, hr, ap) occur inside too many names. */
const MIN_PART = 3;

/** @param local untagged local part in lower case. */
export function isRoleAccount(local: string): boolean {
  const words = local.split(SEPARATOR).filter((word) => word !== "");
  const last = words.at(-1);
  if (last === undefined) return false;
  words[words.length - 1] = withoutNumber(last);
  const joined = words.join("");
  if (ROLES.has(joined) || AUTOMATIC.test(joined)) return true;
  if (words.length === 1) return isRun(words[0]!);
  return words.some((word) => ROLES.has(word) || isRun(word)) &&
    words.every((word) => ROLES.has(word) || COMPANIONS.has(word) || isRun(word));
}

/** `ventas2` and `support24` without the number; a longer number is not a counter. */
function withoutNumber(word: string): string {
  const name = word.replace(/\d{1,2}$/, "");
  return name.length >= 4 ? name : word;
}

/** Two words of the table without a separator, at least one of them a role: salesteam, allstaff. */
function isRun(word: string): boolean {
  if (word.length > MAX_RUN) return false;
  for (let cut = MIN_PART; cut <= word.length - MIN_PART; cut++) {
    const head = word.slice(0, cut);
    const tail = word.slice(cut);
    const heads = ROLES.has(head);
    const tails = ROLES.has(tail);
    if ((heads && tails) || (heads && COMPANIONS.has(tail)) || (tails && COMPANIONS.has(head))) return true;
  }
  return false;
}
