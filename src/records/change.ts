/** What services see of a change: nouns make it, `together` joins several, `Store.commit` or another noun stores it. */
export type { ToldLists, ToldMark } from "../db/cluster/told_lists.ts";
export { type Change, endingBy, NO_CHANGE, together } from "../db/commit/change.ts";
