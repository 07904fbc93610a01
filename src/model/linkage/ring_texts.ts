/** What a node of a ring holds as texts: ids of sign-ups, pairs of them and endings of labels, sorted, without separators. */

/** A request id as 32 hex digits, which begin with its time in milliseconds: ids sort by time. */
export type SignupId = string;

export const ID_CHARS = 32;
export const PAIR_CHARS = 2 * ID_CHARS;
/** Members whose ids are kept, those that left the window included; a larger ring counts the others. About 16 kB. */
export const MAX_RING_MEMBERS = 500;

export function idsOf(text: string): SignupId[] {
  const ids: SignupId[] = [];
  for (let at = 0; at < text.length; at += ID_CHARS) ids.push(text.slice(at, at + ID_CHARS));
  return ids;
}

/** The pairs of both, sorted. */
export function pairsOf(one = "", other = ""): string[] {
  if (one === "" && other === "") return [];
  const pairs = new Set<string>();
  for (const text of [one, other]) {
    for (let at = 0; at < text.length; at += PAIR_CHARS) pairs.add(text.slice(at, at + PAIR_CHARS));
  }
  return [...pairs].sort();
}

/** Sorted; the newest MAX_RING_MEMBERS. */
export function unionOf(one: string, other: string): string {
  if (one === other || other === "") return one;
  if (one === "") return other;
  const [older, newer] = one.slice(-ID_CHARS) <= other.slice(-ID_CHARS) ? [one, other] : [other, one];
  const joined = continued(older, newer) ?? [...new Set([...idsOf(one), ...idsOf(other)])].sort().join("");
  return joined.slice(-MAX_RING_MEMBERS * ID_CHARS);
}

/** The union when `newer` goes on from `older`, as mostly: both are long, and differ by the last few ids. Null otherwise. */
function continued(older: string, newer: string): string | null {
  const last = older.slice(-ID_CHARS);
  let at = newer.length;
  while (at > 0 && newer.slice(at - ID_CHARS, at) > last) at -= ID_CHARS;
  const length = Math.min(at, older.length);
  // Not endsWith, which compares character by character.
  if (older.slice(older.length - length) !== newer.slice(at - length, at)) return null;
  return at <= older.length ? older + newer.slice(at) : newer;
}

/** The id of a member, when its label was last taken back or given again, in milliseconds as hex digits, and which of both. */
type Ending = string;

const TIME_CHARS = 12;
const [ENDED, GIVEN] = ["0", "1"];
/** Of a ring: 4.5 kB. */
const MAX_ENDINGS = 100;
const ENDING_CHARS = ID_CHARS + TIME_CHARS + 1;

/** Of each member the newest, sorted. */
export function endingsOf(one = "", other = ""): Ending[] {
  if (one === "" && other === "") return [];
  const newest = new Map<SignupId, Ending>();
  for (const text of [one, other]) {
    for (let at = 0; at < text.length; at += ENDING_CHARS) {
      const ending = text.slice(at, at + ENDING_CHARS);
      const id = ending.slice(0, ID_CHARS);
      if (ending > (newest.get(id) ?? "")) newest.set(id, ending);
    }
  }
  return bounded([...newest.values()]).sort();
}

/** Those of the labels that changed last: they only have to outlive what is merged of before. */
function bounded(endings: Ending[]): Ending[] {
  if (endings.length <= MAX_ENDINGS) return endings;
  return endings.sort((one, other) => endedAt(other) - endedAt(one)).slice(0, MAX_ENDINGS);
}

/** The endings with that of a member whose label changes; a label that is given for the first time needs none. */
export function withEnding(
  endings: string | undefined,
  id: SignupId,
  { had, fraud, at }: { readonly had: boolean; readonly fraud: boolean; readonly at: number },
): string | undefined {
  const known = endingsOf(endings);
  const before = known.find((ending) => ending.startsWith(id));
  if (before === undefined && (!had || fraud)) return endings;
  const time = Math.max(at, before === undefined ? 0 : endedAt(before) + 1);
  const ending = id + time.toString(16).padStart(TIME_CHARS, "0") + (fraud ? GIVEN : ENDED);
  return bounded([...known.filter((each) => each !== before), ending]).sort().join("");
}

/** Members whose label was taken back. */
export function endedIn(endings: string): ReadonlySet<SignupId> {
  return new Set(
    endingsOf(endings).flatMap((ending) => ending.endsWith(ENDED) ? [ending.slice(0, ID_CHARS)] : []),
  );
}

function endedAt(ending: Ending): number {
  return parseInt(ending.slice(ID_CHARS, ID_CHARS + TIME_CHARS), 16);
}
