/** Scores: each gets its request id first, and is then stored with all that belongs to it in one commit. */
import { type Counted, isRuled, linkNames, scoreNames } from "../../model/day_counts.ts";
import {
  type Caller,
  type KeyMode,
  linkedFindings,
  retentionOf,
  type ScoreRecord,
  sightingsOf,
} from "../../model/records.ts";
import type { OpenSegments } from "../../db/commit/open_segments.ts";
import { type RecordSlot, slotNameOf } from "../../db/commit/segment.ts";
import type { Delta } from "../../db/cluster/stream_entry.ts";
import type { Postings } from "../../db/index/postings.ts";
import { writeOf } from "../../db/commit/change.ts";
import type { Engine } from "../../db/engine.ts";
import { type Change, together } from "../change.ts";
import { type NewSighting, type Sighting, sightingHash } from "../sightings/sighting.ts";
import { toldOf } from "../../db/cluster/told_lists.ts";
import type { Transactions } from "../transactions.ts";
import type { Charge } from "../usage.ts";
import type { StoreWrite, StoreWriter } from "../writer.ts";
import { type ComponentText, ScorePacker } from "./score_codec.ts";
import { StoredScores } from "./stored_scores.ts";

/** A score that has its request id and is not stored yet. */
export type PendingScore = Pick<RecordSlot, "requestId">;

/** What was decided of a request. */
export interface DecidedScore extends Pick<ScoreRecord, "subject" | "verdict" | "rule"> {
  readonly pending: PendingScore;
  /** As `decisionText` writes it. */
  readonly decision: string;
  readonly components: readonly ComponentText[];
  /** The values that were seen: each counts once. */
  readonly values: readonly Omit<NewSighting, "name" | "counted">[];
  /** Hash of the customer's own id of the event. */
  readonly transaction?: string | undefined;
  readonly signup?: ScoreRecord["signup"] | undefined;
  /** With those of its components. */
  readonly facts?: ScoreRecord["facts"] | undefined;
  readonly conditions?: ScoreRecord["conditions"] | undefined;
}

interface ScoreCommit extends Pick<ScoreRecord, "via" | "strictness" | "thresholds" | "dataVersion" | "at"> {
  readonly caller: Caller;
  readonly scores: readonly DecidedScore[];
  /** Of which so many lookups are billed, or none when the commit fails. */
  readonly charge: Charge;
  readonly lookups: number;
  /** Events, links and what else is stored with them. */
  readonly changes: readonly (Change | undefined)[];
}

interface ScoresParts {
  readonly engine: Engine;
  readonly writer: StoreWriter;
  readonly segments: OpenSegments;
  /** They are made of stored records later. */
  readonly indexes: readonly Pick<Postings, "countWritten">[];
  readonly transactions: Transactions;
}

export class Scores extends StoredScores {
  readonly #parts: ScoresParts;
  readonly #packer = new ScorePacker();

  constructor(parts: ScoresParts) {
    super(parts.engine);
    this.#parts = parts;
  }

  /**
   * Begins a score. From here to its commit nothing may be awaited: it is stored with the others that are begun now, whose
   * ids tell the same time.
   */
  begin(mode: KeyMode): PendingScore {
    return this.#parts.segments.reserve(retentionOf(mode));
  }

  /**
   * Stores scores of a caller with their sightings, what they count as by day, the bill and the changes. Durable when it
   * resolves: to the sightings of their values as they were counted, in order, or to none where they are not counted. Test keys
   * change nothing of what the service remembers about values, and guests only what it remembers for them.
   */
  async commit(scored: ScoreCommit): Promise<readonly (Sighting | undefined)[]> {
    const { caller, at, scores, charge, lookups, changes } = scored;
    const { writer, indexes } = this.#parts;
    const { account, key } = caller;
    const of = sightingsOf(caller);
    const records: NonNullable<StoreWrite["records"]>[number][] = [];
    const counts: Counted[] = [];
    const sightings: NewSighting[] = [];
    const told: Delta[] = [];
    try {
      for (const score of scores) {
        if (score.subject === "user") {
          told.push(toldOf("signups", account.id, slotNameOf(score.pending.requestId)!));
        }
        records.push(this.#record(scored, score));
        counts.push({ account: account.id, at, names: namesOf(score), mode: key.mode });
        for (const { kind, hash, at } of of === null ? [] : score.values) {
          sightings.push({ kind, hash: sightingHash(hash, of!), at });
        }
      }
      // None of these parts has records, sightings, counts or something to tell of its own.
      const parts = writeOf(together(charge.billed(lookups), ...this.#transactions(scored), ...changes));
      await writer.write({ ...parts, records, sightings, counts, told });
      charge.settle(lookups);
    } catch (error) {
      charge.settle(0);
      throw error;
    }
    for (const index of indexes) index.countWritten(account.id, scores.length, at);
    return sightings.map(({ counted }) => counted);
  }

  #record(commit: ScoreCommit, score: DecidedScore) {
    const { caller: { account, key }, via, at, strictness, thresholds, dataVersion } = commit;
    const { pending, subject, decision, components, transaction, signup, facts, conditions } = score;
    const packed = this.#packer.pack({
      id: pending.requestId,
      account: account.id,
      key: key.id,
      mode: key.mode,
      subject,
      via,
      at,
      expiresAt: at + retentionOf(key.mode),
      strictness,
      ...(thresholds === undefined ? {} : { thresholds }),
      decision,
      components,
      dataVersion,
      ...(transaction === undefined ? {} : { transaction }),
      ...(signup === undefined ? {} : { signup }),
      ...(facts === undefined ? {} : { facts }),
      ...(conditions === undefined ? {} : { conditions }),
    });
    // `begin` made it.
    return { slot: pending as RecordSlot, owner: account.id, packed };
  }

  /** A later report may name only the customer's own id. A test score must not replace a live one there. */
  #transactions({ caller: { account, key }, scores, at }: ScoreCommit): Change[] {
    if (key.mode === "test") return [];
    return scores.flatMap(({ transaction, pending }) =>
      transaction === undefined
        ? []
        : this.#parts.transactions.scored(account.id, transaction, pending.requestId, at)
    );
  }
}

/** What the score counts as by day. */
function namesOf(score: DecidedScore): (readonly string[])[] {
  const { verdict, components, signup } = score;
  const names = [scoreNames(verdict, isRuled(score))];
  for (const component of components) names.push(component.names);
  if (signup !== undefined) names.push(linkNames(linkedFindings(signup)));
  return names;
}
