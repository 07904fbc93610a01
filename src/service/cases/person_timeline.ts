/** What else the account's scores have of the person behind one: the newest that share what is of one person. */
import { type Caller, RETENTION_MS, type ScoreRecord } from "../../model/records.ts";
import { isOfOnePerson } from "../../model/rules/rule.ts";
import type { Services } from "../context.ts";
import { type LabelledScore, withLabels } from "./found_score.ts";

/** Scores that are read: of a value that very many share, the newest. */
const MAX_READ = 40;

export interface PersonTimeline {
  /** The newest first, the score itself among them where it is one of the newest. */
  readonly scores: readonly LabelledScore[];
  /** There are more than were read. */
  readonly isCut: boolean;
}

/** Null: nothing in the score is of one person. */
export async function timelineOf(
  services: Services,
  { account }: Caller,
  record: ScoreRecord,
): Promise<PersonTimeline | null> {
  const { store, now } = services;
  const userId = record.signup?.userId ?? null;
  const hashes = new Set(personalHashes(record));
  const terms = [...hashes, ...userId === null ? [] : [`user ${userId}`]];
  if (terms.length === 0) return null;
  const since = now() - RETENTION_MS;
  const { records, examined } = await store.scoreSearch.newestWith(account.id, terms, {
    since,
    limit: MAX_READ,
  });
  // The index may lead to others.
  const shared = records.filter((other) =>
    other.mode === record.mode &&
    ((userId !== null && other.signup?.userId === userId) ||
      personalHashes(other).some((hash) => hashes.has(hash)))
  );
  return { scores: await withLabels(services, account.id, shared), isCut: examined === MAX_READ };
}

/** An id that many devices of a model have leads to strangers. */
function personalHashes({ components, facts, signup }: ScoreRecord): readonly string[] {
  const isShared = facts?.["device.is_common"] === true || (signup?.devicePeople ?? 0) > 1;
  return components.filter(({ kind, hash }) =>
    isOfOnePerson(kind) && hash !== "" && !(kind === "device" && isShared)
  ).map(({ hash }) => hash);
}
