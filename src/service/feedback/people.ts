/** The newest scores of people, by what an account knows of them: its own id of the user, an e-mail address or a phone number. */
import { type Caller, RETENTION_MS, type ScoreRecord } from "../../model/records.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { type HashedValue, readSearched } from "../cases/searched_value.ts";
import { TimeSlice } from "../rules/time_slicing.ts";

/** What a label names a person by. */
export const PERSON_FIELDS = ["user_id", "email", "phone"] as const;
type PersonField = typeof PERSON_FIELDS[number];

export type Person = HashedValue | { readonly kind: "user_id"; readonly userId: string };

interface PersonScores {
  /** The request id of the newest. */
  readonly newest: string;
  /** Scores of the person, of those that were read. */
  readonly matches: number;
}

/** Scores read at once. */
const PAGE = 256;

/** @throws what `refuse` makes, with the reason why nobody can be found by it */
export function readPerson(
  hasher: IdentifierHasher,
  field: PersonField,
  text: string,
  refuse: (why: string) => Error,
): Person {
  const [read] = readSearched(hasher, text, field, refuse);
  if (read === undefined || read.kind === "request_id") throw refuse("names nobody");
  return read;
}

/**
 * Of each person the newest live score of the last 180 days, and how many there are; null where there is none.
 * @param limit scores of a person that are read and counted, the newest
 */
export async function newestScores(
  services: Services,
  caller: Caller,
  people: readonly Person[],
  limit: number,
): Promise<(PersonScores | null)[]> {
  const { store, now } = services;
  const account = caller.account.id;
  const since = now() - RETENTION_MS;
  const positions = await store.scoreSearch.newestOf(account, people, { since, limit });
  const more = Math.max(0, positions.length - people.length);
  addWork(services, caller, WORK.searchedPerson * people.length + WORK.searchedScore * more);
  const named = new Map<string, number[]>();
  for (const [index, person] of people.entries()) {
    for (const name of namesOf(person)) named.set(name, [...named.get(name) ?? [], index]);
  }
  const found: (PersonScores | null)[] = people.map(() => null);
  const slice = new TimeSlice();
  // Positions sort by time.
  const newestFirst = positions.toSorted().reverse();
  for (let from = 0; from < newestFirst.length; from += PAGE) {
    for (const { record } of await store.scoreSearch.read(account, newestFirst.slice(from, from + PAGE))) {
      if (record.mode !== "live") continue;
      const whose = new Set(namesIn(record).flatMap((name) => named.get(name) ?? []));
      for (const index of whose) {
        const before = found[index] ?? { newest: record.id, matches: 0 };
        found[index] = { ...before, matches: Math.min(limit, before.matches + 1) };
      }
    }
    if (slice.isOver) await slice.next();
  }
  return found;
}

function namesOf(person: Person): readonly string[] {
  if (person.kind === "user_id") return [`user_id ${person.userId}`];
  return person.hashes.map((hash) => `${person.kind} ${hash}`);
}

function namesIn({ components, signup }: ScoreRecord): string[] {
  const names = components.map(({ kind, hash }) => `${kind} ${hash}`);
  return signup?.userId == null ? names : [`user_id ${signup.userId}`, ...names];
}
