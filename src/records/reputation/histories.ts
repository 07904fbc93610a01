/** What the service remembers about values: sightings and reputation (reports by account). Values appear as hashes only. */
import type { ComponentKind, History } from "../../model/component.ts";
import { reporterOf, RETENTION_MS, SERVICE_WIDE, standingOf } from "../../model/records.ts";
import {
  admitReporter,
  countListed,
  countReport,
  forgetReporter,
  hasOwnEntries,
  NO_REPUTATION,
  ownReports,
  type Reporters,
  type ReputationView,
  viewReputation,
  withdrawReports,
} from "../../model/reputation/reputation.ts";
import { DAY_MS } from "../../model/duration.ts";
import { newestDay, type ReportChange } from "../../model/reputation/reporter.ts";
import { TimestampCache } from "../../model/timestamp.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import {
  changeLists,
  type ChangeReputation,
  changeReputation,
  isListedOnly,
  type ReportedValue,
  type ReputationWrite,
} from "./reputation_write.ts";
import { type Sighting, sightingHash } from "../sightings/sighting.ts";
import type { Sightings } from "../sightings/sightings.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import { EarlierReputation, ONE_SECRET, type SecretsSoFar } from "./earlier_reputation.ts";
import type { Accounts } from "../accounts.ts";
import { REPUTATION, REPUTATION_OF } from "./reputation_rows.ts";

/** Values of one write: each is two checked cells. */
const VALUES_PER_WRITE = 40;

export interface DatedHistory extends History {
  /** First seen, in milliseconds since the epoch; now for a caller that is not told. */
  readonly firstSeenMs: number;
  /** The value was in memory, among the sightings that the caller sees: nothing had to be read about it. */
  readonly cached: boolean;
}

/** What is counted on values: the same on all, or what each has. */
type Abuse = ReportChange | ((value: ReportedValue) => readonly ReportChange[]);

interface HistoriesParts {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly sightings: Sightings;
  readonly accounts: Accounts;
  readonly changes: ChangeLog;
}

export class Histories {
  /** Reputation under hashes of an earlier secret. */
  readonly earlier: EarlierReputation;
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #sightings: Sightings;
  readonly #accounts: Accounts;
  readonly #timestamps = new TimestampCache();

  constructor(
    { engine, writer, sightings, accounts, changes }: HistoriesParts,
    secrets: SecretsSoFar = ONE_SECRET,
  ) {
    this.earlier = new EarlierReputation({ ...secrets, writer, isMember: this.#isMember });
    this.#engine = engine;
    this.#writer = writer;
    this.#sightings = sightings;
    this.#accounts = accounts;
    changes.follow(REPUTATION.topic, (scope) => {
      if (scope === null) writer.forgetAll();
      else writer.forget([...REPUTATION.prefix, ...scope]);
    });
    changes.follow(REPUTATION_OF.topic, (scope) => {
      if (scope !== null) writer.forget([...REPUTATION_OF.prefix, ...scope]);
    });
  }

  /** As `read`, synchronously: null when the store has to be read. */
  readFromMemory(
    kind: ComponentKind,
    hash: string | null,
    now: number,
    sightingsOf: string | null = SERVICE_WIDE,
  ): DatedHistory | null {
    if (hash === null) return this.#dated(NO_REPUTATION, null, now, sightingsOf);
    const seen = sightingsOf === null ? null : this.#sightings.peek(kind, sightingHash(hash, sightingsOf));
    if (seen === undefined || this.#writer.peek(REPUTATION.key(kind, hash)) !== null) return null;
    if (!this.earlier.isSettled(kind, hash)) return null;
    return this.#dated(NO_REPUTATION, seen, now, sightingsOf);
  }

  /**
   * The history including the current scoring. A value without identity (hash null) has none.
   * @param viewer the account whose own reports count in full
   * @param sightingsOf as the model's `sightingsOf` returns it
   */
  async read(
    kind: ComponentKind,
    hash: string | null,
    viewer: string,
    now: number,
    sightingsOf: string | null = SERVICE_WIDE,
  ): Promise<DatedHistory> {
    if (hash === null) return this.#dated(NO_REPUTATION, null, now, sightingsOf);
    if (!this.earlier.isSettled(kind, hash)) await this.earlier.settle(kind, hash);
    const key = REPUTATION.key(kind, hash);
    const name = sightingsOf === null ? null : sightingHash(hash, sightingsOf);
    let seen = name === null ? null : this.#sightings.peek(kind, name);
    let stored = this.#writer.peek(key);
    const cached = seen !== undefined;
    if (seen === undefined || stored === undefined) {
      [seen, stored] = await Promise.all([
        name === null ? null : this.#sightings.read(kind, name),
        this.#writer.read(key),
      ]);
    }
    const shared = REPUTATION.read(stored);
    const view = shared === null ? NO_REPUTATION : await this.#view(kind, hash, shared, viewer, now);
    const dated = this.#dated(view, seen, now, sightingsOf);
    return { ...dated, cached: cached && seen !== null };
  }

  /**
   * The part of a write that counts a report or label on values. Reputation never expires, though its points decay: the
   * counters are on every later score of the value, so an expired one would lose acknowledged reports and restart the sum.
   * Only what a guest gave, which counts for the guest alone, expires.
   * It stays small (MAX_REPORTERS), exists for reported values only, and is deleted when the last report is taken back.
   */
  abuseWrite(values: readonly ReportedValue[], account: string, changes: Abuse): ReputationWrite {
    const [writer, isMember] = [this.#writer, this.#isMember];
    const of = (value: ReportedValue) => typeof changes === "function" ? changes(value) : [changes];
    const isRaised = values.every((value) => of(value).every(({ by }) => by === 1));
    if (isRaised && values.every((value) => isListedOnly(writer, value, account, isMember))) {
      return changeLists(
        values,
        (shared, value) =>
          of(value).reduce((list, each) => countListed(list, account, each, isMember), shared),
      );
    }
    return changeReputation(
      values,
      account,
      (before, value) => of(value).reduce((list, each) => countReport(list, account, each, isMember), before),
      this.#isGuest(account) ? expiryOf(values.flatMap(of)) : undefined,
    );
  }

  /** The account's own reports of a value, as the store has them now. */
  async ownReports(account: string, { kind, hash }: ReportedValue): Promise<number> {
    await this.earlier.settle(kind, hash);
    await this.earlier.settleOwn(account, kind, hash);
    const [shared, own] = await Promise.all([
      this.#writer.readFresh(REPUTATION.key(kind, hash)),
      this.#writer.readFresh(REPUTATION_OF.key(account, kind, hash)),
    ]);
    const found = { shared: REPUTATION.read(shared?.value), own: REPUTATION_OF.read(own?.value) };
    return ownReports(found, account);
  }

  /** The part of a write that takes back all reports of the account. @param withdrawn by hash: set to how many there were */
  withdrawal(
    values: readonly ReportedValue[],
    account: string,
    withdrawn: Map<string, number>,
  ): ReputationWrite {
    return changeReputation(values, account, (before, { hash }) => {
      withdrawn.set(hash, ownReports(before, account));
      return withdrawReports(before, account);
    });
  }

  /** Reports and labels of a value as an account sees them. */
  async abuseReports(kind: ComponentKind, hash: string, viewer: string, now: number): Promise<number> {
    await this.earlier.settle(kind, hash);
    const shared = REPUTATION.read(await this.#writer.read(REPUTATION.key(kind, hash)));
    return shared === null ? 0 : (await this.#view(kind, hash, shared, viewer, now)).abuseReports;
  }

  /** What an account reported before it was admitted counts for others too, once this resolves. */
  async admit(account: string): Promise<void> {
    const values = await this.#reportedApart(account);
    await this.#change(values, account, (before) => admitReporter(before, account, this.#isMember));
  }

  /** Removes what an account reported, from every value. Reads all of the reputation. @returns the number of values */
  async forget(account: string): Promise<number> {
    const values = await this.reportedBy(account);
    await this.#change(values, account, (before) => forgetReporter(before, account));
    return values.length;
  }

  /** The values that an account reported or labelled as fraud. Reads all of the reputation. */
  async reportedBy(account: string): Promise<ReportedValue[]> {
    const values = await this.#reportedApart(account);
    const apart = new Set(values.map(({ kind, hash }) => `${kind} ${hash}`));
    for await (const { key, value } of this.#engine.scan(REPUTATION.prefix)) {
      const [, kind, hash] = key as [string, ComponentKind, string];
      const isListed = REPUTATION.read(value)[account] !== undefined;
      if (isListed && !apart.has(`${kind} ${hash}`)) values.push({ kind, hash });
    }
    return values;
  }

  async #reportedApart(account: string): Promise<ReportedValue[]> {
    const entries = await Array.fromAsync(this.#engine.scan(REPUTATION_OF.below(account)));
    return entries.map(({ key }) => ({ kind: key[2] as ComponentKind, hash: key[3]! }));
  }

  async #change(values: readonly ReportedValue[], account: string, change: ChangeReputation): Promise<void> {
    for (let from = 0; from < values.length; from += VALUES_PER_WRITE) {
      const part = values.slice(from, from + VALUES_PER_WRITE);
      await this.#writer.write(changeReputation(part, account, change));
    }
  }

  async #view(
    kind: ComponentKind,
    hash: string,
    shared: Reporters,
    viewer: string,
    now: number,
  ): Promise<ReputationView> {
    if (hasOwnEntries(shared)) await this.earlier.settleOwn(viewer, kind, hash);
    const apart = hasOwnEntries(shared)
      ? REPUTATION_OF.read(await this.#writer.read(REPUTATION_OF.key(viewer, kind, hash)))
      : null;
    // Entries of earlier versions do not expire by themselves.
    const isOver = apart !== null && this.#isGuest(viewer) &&
      newestDay(apart) < Math.floor((now - RETENTION_MS) / DAY_MS);
    const own = isOver ? null : apart;
    const reporterOfId = (id: string) => {
      const account = this.#accounts.account(id);
      return account === null ? null : reporterOf(account);
    };
    return viewReputation({ shared, own }, viewer, reporterOfId, now, kind);
  }

  /** Paused ones too: their place in a list is theirs. */
  readonly #isMember = (id: string): boolean => {
    const account = this.#accounts.account(id);
    return account !== null && standingOf(account) === "member";
  };

  #isGuest(id: string): boolean {
    const account = this.#accounts.account(id);
    return account !== null && standingOf(account) === "guest";
  }

  #dated(
    view: ReputationView,
    seen: Sighting | null,
    now: number,
    sightingsOf: string | null,
  ): DatedHistory {
    const { abuseReports, recentAbuse, recentAbuseCounts, abuseRisk, own } = view;
    const [first, times] = seen ?? [now, 0];
    const dated = {
      abuseReports,
      recentAbuse,
      recentAbuseCounts,
      abuseRisk,
      firstSeen: sightingsOf === null ? null : this.#timestamps.text(first),
      firstSeenMs: first,
      timesSeen: sightingsOf === null ? null : times + 1,
      cached: seen !== null,
    };
    return own === undefined ? dated : { ...dated, own };
  }
}

/** When all of a guest's entry is over: what is taken back is dated as it was given, and the rest may be newer. */
function expiryOf(changes: readonly ReportChange[]): number {
  const newest = Math.max(...changes.map(({ at }) => at));
  return newest + (changes.every(({ by }) => by === 1) ? 1 : 2) * RETENTION_MS;
}
