/**
 * Alerts of accounts: all of them in memory, kept up to date by the change log; what each has told of; and which process looks
 * for something to tell.
 */
import { isLeased } from "../../concurrency/clock_rules.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import { type Alert, ALERT_KINDS, type AlertKind, CHANNELS } from "../../model/alerts/alert.ts";
import type { Told } from "../../model/alerts/told.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import { type Change, together } from "../change.ts";
import {
  count,
  flag,
  label,
  list,
  map,
  number,
  object,
  oneOf,
  orNull,
  record,
  text,
  transient,
} from "../define.ts";
import { commitMirrored, Mirror } from "../mirror.ts";
import { Abandoned, State, unlessAbandoned } from "../state.ts";

export const ALERTS = record({
  prefix: "alerts",
  key: ["account"],
  value: list(object<Alert>({
    id: text,
    account: text,
    channel: oneOf(...CHANNELS),
    sealed: text,
    ruleHitsPerHour: orNull(count),
    enabled: flag,
    origin: label,
    createdAt: number,
  })),
  announced: true,
});

/** The last message of an alert that was delivered, or given up. */
interface LastSent {
  readonly at: number;
  readonly kind: AlertKind;
  readonly delivered: boolean;
  /** Status, or why there was no answer. */
  readonly note: string;
}

/** What an alert has told of. */
interface AlertState {
  /** Grows with each change of `told`. */
  readonly revision: number;
  readonly told: Readonly<Partial<Record<AlertKind, Told>>>;
  readonly last: LastSent | null;
}

export const ALERT_STATE = record({
  prefix: "alert-state",
  key: ["account", "alert"],
  value: object<AlertState>({
    revision: count,
    told: map(object<Told>({ spokeAt: orNull(number), seen: map(number) })),
    last: orNull(object<LastSent>({ at: number, kind: oneOf(...ALERT_KINDS), delivered: flag, note: label })),
  }),
});

interface AlertLease {
  readonly by: string;
  readonly until: number;
}

/** Which process looks at the alerts of all accounts. */
export const ALERT_LEASE = record({
  prefix: ["meta", "alert-lease"],
  key: [],
  value: transient<AlertLease>(),
  place: "work",
});

/** A process that did not look for so long has ended. */
const LEASE_MS = 3 * MINUTE_MS;
const NONE: readonly Alert[] = [];
const NEW_STATE: AlertState = { revision: 0, told: {}, last: null };
/** Why a commit is abandoned. */
const LEASED = "another process looks at the alerts";
const OVERTAKEN = "another process looked at this alert meanwhile";
/** Bytes of what an alert has told of, at most. */
const STATE_BYTES = 60_000;

interface AlertsParts {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly changes: ChangeLog;
  /** Identifies this run of this process among all. */
  readonly run: string;
}

export class Alerts {
  readonly #parts: AlertsParts;
  readonly #byAccount: Mirror<readonly Alert[]>;
  readonly #states: State<AlertState, [account: string, alert: string]>;
  readonly #leases: State<AlertLease, []>;
  #onChange: () => void = () => {};

  constructor(parts: AlertsParts) {
    const { writer } = parts;
    this.#parts = parts;
    this.#byAccount = new Mirror({ ...parts, row: ALERTS, onFollowed: () => this.#onChange() });
    this.#states = new State(writer, ALERT_STATE);
    this.#leases = new State(writer, ALERT_LEASE);
  }

  /** Called after another process changed alerts. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  load(): Promise<void> {
    return this.#byAccount.load();
  }

  /** Of an account, oldest first. */
  of(account: string): readonly Alert[] {
    return this.#byAccount.get(account) ?? NONE;
  }

  find(account: string, id: string): Alert | null {
    return this.of(account).find((alert) => alert.id === id) ?? null;
  }

  /** As stored now. */
  async fresh(account: string): Promise<readonly Alert[]> {
    await this.#byAccount.reload(account);
    return this.of(account);
  }

  /** Accounts that have alerts. */
  accounts(): readonly string[] {
    return [...this.#byAccount.entries()].flatMap(([account, { length }]) => length > 0 ? [account] : []);
  }

  /**
   * Changes an account's alerts, starting from their newest version. Durable and in force in this process when it resolves.
   * @throws what `change` throws; then nothing is written
   */
  async change(
    account: string,
    change: (current: readonly Alert[]) => readonly Alert[],
    also?: Change,
  ): Promise<void> {
    const changed = this.#byAccount.change(account, (current) => change(current ?? NONE));
    await commitMirrored(this.#parts.writer, [changed], also);
  }

  async state(account: string, id: string): Promise<AlertState> {
    return await this.#states.get(account, id) ?? NEW_STATE;
  }

  /**
   * Stores what an alert has told of now, with the messages that tell it; false when another process did so since `revision`.
   */
  async tell(
    { account, id }: Pick<Alert, "account" | "id">,
    { revision, told }: Pick<AlertState, "revision" | "told">,
    messages: Change,
  ): Promise<boolean> {
    const state = this.#states.changing([account, id], (current) => {
      const before = current ?? NEW_STATE;
      if (before.revision !== revision) throw new Abandoned(OVERTAKEN);
      return { ...before, revision: revision + 1, told };
    }, { bytes: STATE_BYTES });
    return await unlessAbandoned(this.#parts.writer.write(together(state, messages)), OVERTAKEN);
  }

  /** Part of the commit that ends a message. */
  sent(account: string, id: string, last: LastSent): Change {
    return this.#states.changing([account, id], (current) => ({ ...current ?? NEW_STATE, last }), {
      bytes: STATE_BYTES,
    });
  }

  /** Part of the commit that deletes an alert. */
  forgotten(account: string, id: string): Change {
    return this.#states.changing([account, id], () => null);
  }

  /** The right to look at the alerts of all accounts now, and a little longer; false: another process has it. */
  async claim(now: number): Promise<boolean> {
    const { writer, run } = this.#parts;
    const isOthers = (lease: AlertLease | null) =>
      lease !== null && lease.by !== run && isLeased(lease.until, now, LEASE_MS);
    // Read first: what is in memory may be what another process has replaced.
    if (isOthers(await this.#leases.get())) return false;
    const lease = this.#leases.changing([], (current) => {
      if (isOthers(current)) throw new Abandoned(LEASED);
      return { by: run, until: now + LEASE_MS };
    });
    return await unlessAbandoned(writer.write(lease), LEASED);
  }

  /** This process stops. */
  async release(): Promise<void> {
    const { writer, run } = this.#parts;
    const ended = this.#leases.changing([], (current) => {
      if (current?.by !== run) throw new Abandoned(LEASED);
      return { ...current, until: 0 };
    });
    await unlessAbandoned(writer.write(ended), LEASED);
  }
}
