/** What the service remembers about values: sightings (service-wide) and reputation (shared, by account). Values appear as hashes only. */
import { DAY_MS } from "../../model/duration.ts";
import type { ComponentKind, History } from "../../model/component.ts";
import {
  changeVoices,
  NO_REPUTATION,
  type ReputationView,
  viewReputation,
  VOICE_AGE_DAYS,
  VOICE_BILLED_LOOKUPS,
  type Voices,
} from "../../model/reputation.ts";
import { TimestampCache } from "../../model/timestamp.ts";
import type { Accounts } from "./accounts.ts";
import type { Changes } from "../cluster/change_log.ts";
import type { Json, Key, Value } from "../engine.ts";
import type { Sighting } from "../commit/sighting.ts";
import type { CellUpdate } from "../commit/write_batch.ts";
import type { Usage } from "./usage.ts";
import type { Writer } from "../commit/writer.ts";

/** How long an account's voice is believed before its billed lookups are read again. */
const VOICE_BELIEVED_MS = 60_000;

export interface Recalled extends History {
  /** First seen, in milliseconds since the epoch. */
  readonly since: number;
  /** The value was in memory already: nothing had to be read about it. */
  readonly cached: boolean;
}

export class Histories {
  readonly #writer: Writer;
  readonly #accounts: Accounts;
  readonly #usage: Usage;
  readonly #timestamps = new TimestampCache();
  readonly #voices = new Map<string, { until: number; has: boolean }>();

  constructor(writer: Writer, accounts: Accounts, usage: Usage, changes: Changes) {
    this.#writer = writer;
    this.#accounts = accounts;
    this.#usage = usage;
    changes.follow(
      "reputation",
      (scope) => scope === null ? writer.forgetAll() : writer.forget(["reputation", ...scope]),
    );
  }

  /** As `read`, at once: null when the store has to be asked. */
  recall(kind: ComponentKind, hash: string | null, now: number): Recalled | null {
    if (hash === null) return recalled(NO_REPUTATION, null, now, this.#timestamps);
    const seen = this.#writer.sightings.peek(kind, hash);
    if (seen === undefined || this.#writer.peek(reputationKey(kind, hash)) !== null) return null;
    return recalled(NO_REPUTATION, seen, now, this.#timestamps);
  }

  /**
   * As it will be once this scoring counts. A value without identity (hash null) has no history.
   * @param viewer account id, for the weight of its own reports
   */
  async read(
    kind: ComponentKind,
    hash: string | null,
    viewer: string | null,
    now: number,
  ): Promise<Recalled> {
    if (hash === null) return recalled(NO_REPUTATION, null, now, this.#timestamps);
    const reputation = reputationKey(kind, hash);
    let seen = this.#writer.sightings.peek(kind, hash);
    let voices = this.#writer.peek(reputation);
    const cached = seen !== undefined;
    if (seen === undefined || voices === undefined) {
      [seen, voices] = await Promise.all([
        this.#writer.sightings.read(kind, hash),
        this.#writer.read(reputation),
      ]);
    }
    const view = voices === null ? NO_REPUTATION : await this.#view(voices as unknown as Voices, viewer, now);
    return { ...recalled(view, seen, now, this.#timestamps), cached: cached && seen !== null };
  }

  /**
   * Adds or takes back a report or label. The cell never expires, though its points fade away: the counters appear on every
   * later score of the same value, so one that vanished would be an acknowledged report lost, and a sum that starts anew
   * would be wrong. It stays small (MAX_VOICES), only reported values have one, and it goes when the last is taken back.
   */
  abuse(
    kind: ComponentKind,
    hash: string,
    account: string,
    change: { kind: "report" | "label"; at: number; by: 1 | -1 },
  ): CellUpdate {
    return {
      key: reputationKey(kind, hash),
      exact: true,
      change: (current: Value | null) =>
        changeVoices(
          (current ?? {}) as unknown as Voices,
          account,
          change,
          (other) => this.#mayHaveVoice(other, change.at),
        ) as unknown as Json,
    };
  }

  /** Reports and labels of a value over all accounts. */
  async abuseReports(kind: ComponentKind, hash: string, viewer: string, now: number): Promise<number> {
    const voices = await this.#writer.read(reputationKey(kind, hash));
    return voices === null ? 0 : (await this.#view(voices as unknown as Voices, viewer, now)).abuseReports;
  }

  /** What other processes must forget when a value's reputation changed. */
  changed(kind: ComponentKind, hash: string): Key {
    return reputationKey(kind, hash);
  }

  async #view(voices: Voices, viewer: string | null, now: number) {
    const heard = new Map<string, boolean>();
    for (const account of Object.keys(voices)) {
      if (account !== viewer) heard.set(account, await this.#hasVoice(account, now));
    }
    return viewReputation(voices, viewer ?? "", (account) => heard.get(account) ?? false, now);
  }

  /** Without its billed lookups, which the store would have to be asked for. */
  #mayHaveVoice(id: string, now: number): boolean {
    const account = this.#accounts.account(id);
    if (account === null) return false;
    return account.madeBy === "operator" || now - account.createdAt >= VOICE_AGE_DAYS * DAY_MS;
  }

  async #hasVoice(id: string, now: number): Promise<boolean> {
    if (!this.#mayHaveVoice(id, now)) return false;
    if (this.#accounts.account(id)?.madeBy === "operator") return true;
    const believed = this.#voices.get(id);
    if (believed && believed.until > now) return believed.has;
    const has = await this.#usage.total(id) >= VOICE_BILLED_LOOKUPS;
    this.#voices.set(id, { until: now + VOICE_BELIEVED_MS, has });
    return has;
  }
}

function recalled(
  view: ReputationView,
  seen: Sighting | null,
  now: number,
  timestamps: TimestampCache,
): Recalled {
  const { abuseReports, recentAbuse, recentVoice, abuseRisk } = view;
  const [first, times] = seen ?? [now, 0];
  return {
    abuseReports,
    recentAbuse,
    recentAbuseCounts: recentVoice,
    abuseRisk,
    firstSeen: timestamps.text(first),
    since: first,
    timesSeen: times + 1,
    cached: seen !== null,
  };
}

function reputationKey(kind: ComponentKind, hash: string): Key {
  return ["reputation", kind, hash];
}
