/** What the service remembers about values: sightings (service-wide) and reputation (reports by account). Values appear as hashes only. */
import type { ComponentKind, History } from "../../model/component.ts";
import { DAY_MS } from "../../model/duration.ts";
import {
  countReport,
  NO_REPUTATION,
  REPORTER_AGE_DAYS,
  REPORTER_BILLED_LOOKUPS,
  type Reporters,
  type ReputationView,
  viewReputation,
} from "../../model/reputation.ts";
import { TimestampCache } from "../../model/timestamp.ts";
import type { ChangeLog } from "../cluster/change_log.ts";
import type { CellUpdate } from "../commit/cell.ts";
import type { Writer } from "../commit/writer.ts";
import type { Key } from "../engine.ts";
import { KEYS, TOPICS } from "../keys.ts";
import type { Sighting } from "../values.ts";
import type { Accounts } from "./accounts.ts";
import type { Usage } from "./usage.ts";

/** How long the reporter check is cached. */
const ELIGIBLE_CACHED_MS = 60_000;

export interface DatedHistory extends History {
  /** First seen, in milliseconds since the epoch. */
  readonly firstSeenMs: number;
  /** The value was in memory: nothing had to be read about it. */
  readonly cached: boolean;
}

/** The value that a report or label is about. */
interface Value {
  readonly kind: ComponentKind;
  readonly hash: string;
}

/** A report or label given at a time; `by` −1 takes back one that was given then. */
interface Abuse {
  readonly kind: "report" | "label";
  readonly at: number;
  readonly by: 1 | -1;
}

export class Histories {
  readonly #writer: Writer;
  readonly #accounts: Accounts;
  readonly #usage: Usage;
  readonly #timestamps = new TimestampCache();
  readonly #eligible = new Map<string, { readonly until: number; readonly eligible: boolean }>();

  constructor(writer: Writer, accounts: Accounts, usage: Usage, changes: ChangeLog) {
    this.#writer = writer;
    this.#accounts = accounts;
    this.#usage = usage;
    changes.follow(TOPICS.reputation, (scope) => {
      if (scope === null) writer.forgetAll();
      else writer.forget([...KEYS.reputation.prefix, ...scope]);
    });
  }

  /** As `read`, synchronously: null when the store has to be read. */
  readFromMemory(kind: ComponentKind, hash: string | null, now: number): DatedHistory | null {
    if (hash === null) return datedHistory(NO_REPUTATION, null, now, this.#timestamps);
    const seen = this.#writer.sightings.peek(kind, hash);
    if (seen === undefined || this.#writer.peek(KEYS.reputation.key(kind, hash)) !== null) return null;
    return datedHistory(NO_REPUTATION, seen, now, this.#timestamps);
  }

  /**
   * The history including the current scoring. A value without identity (hash null) has none.
   * @param viewer the account whose own reports count in full
   */
  async read(
    kind: ComponentKind,
    hash: string | null,
    viewer: string | null,
    now: number,
  ): Promise<DatedHistory> {
    if (hash === null) return datedHistory(NO_REPUTATION, null, now, this.#timestamps);
    const key = KEYS.reputation.key(kind, hash);
    let seen = this.#writer.sightings.peek(kind, hash);
    let stored = this.#writer.peek(key);
    const cached = seen !== undefined;
    if (seen === undefined || stored === undefined) {
      [seen, stored] = await Promise.all([this.#writer.sightings.read(kind, hash), this.#writer.read(key)]);
    }
    const reporters = KEYS.reputation.read(stored);
    const view = reporters === null ? NO_REPUTATION : await this.#view(reporters, viewer, now);
    return { ...datedHistory(view, seen, now, this.#timestamps), cached: cached && seen !== null };
  }

  /**
   * The part of a write that counts a report or label on values. Reputation never expires, though its points decay: the
   * counters are on every later score of the value, so an expired one would lose acknowledged reports and restart the sum.
   * It stays small (MAX_REPORTERS), exists for reported values only, and is deleted when the last report is taken back.
   */
  abuseWrite(
    values: readonly Value[],
    account: string,
    abuse: Abuse,
  ): { readonly cells: readonly CellUpdate[]; readonly changes: readonly Key[] } {
    const change = (reporters: Reporters | null) =>
      countReport(reporters ?? {}, account, abuse, (other) => this.#mayBeEligible(other, abuse.at));
    const { reputation } = KEYS;
    return {
      cells: values.map(({ kind, hash }) =>
        reputation.update(reputation.key(kind, hash), { exact: true, change })
      ),
      changes: values.map(({ kind, hash }) => [TOPICS.reputation, kind, hash]),
    };
  }

  /** Reports and labels of a value over all accounts. */
  async abuseReports(kind: ComponentKind, hash: string, viewer: string, now: number): Promise<number> {
    const { reputation } = KEYS;
    const reporters = reputation.read(await this.#writer.read(reputation.key(kind, hash)));
    return reporters === null ? 0 : (await this.#view(reporters, viewer, now)).abuseReports;
  }

  async #view(reporters: Reporters, viewer: string | null, now: number): Promise<ReputationView> {
    const eligible = new Set<string>();
    for (const account of Object.keys(reporters)) {
      if (account !== viewer && await this.#isEligibleReporter(account, now)) eligible.add(account);
    }
    return viewReputation(reporters, viewer ?? "", (account) => eligible.has(account), now);
  }

  /** Without the check of its billed lookups, which would need a read of the store. */
  #mayBeEligible(id: string, now: number): boolean {
    const account = this.#accounts.account(id);
    if (account === null) return false;
    return account.madeBy === "operator" || now - account.createdAt >= REPORTER_AGE_DAYS * DAY_MS;
  }

  async #isEligibleReporter(id: string, now: number): Promise<boolean> {
    if (!this.#mayBeEligible(id, now)) return false;
    if (this.#accounts.account(id)?.madeBy === "operator") return true;
    const cached = this.#eligible.get(id);
    if (cached && cached.until > now) return cached.eligible;
    const eligible = await this.#usage.total(id) >= REPORTER_BILLED_LOOKUPS;
    this.#eligible.set(id, { until: now + ELIGIBLE_CACHED_MS, eligible });
    return eligible;
  }
}

function datedHistory(
  view: ReputationView,
  seen: Sighting | null,
  now: number,
  timestamps: TimestampCache,
): DatedHistory {
  const { abuseReports, recentAbuse, recentAbuseCounts, abuseRisk } = view;
  const [first, times] = seen ?? [now, 0];
  return {
    abuseReports,
    recentAbuse,
    recentAbuseCounts,
    abuseRisk,
    firstSeen: timestamps.text(first),
    firstSeenMs: first,
    timesSeen: times + 1,
    cached: seen !== null,
  };
}
