/** Outcome labels, one per score, kept as long as the score. A fraud label counts in the reputation of every value of the score. */
import { retryOnConflict, type RetryOptions } from "../../concurrency/retry.ts";
import { countedLabel } from "../../model/day_counts.ts";
import { requestIdOf, signupId } from "../../model/linkage/ring.ts";
import { CLAIMED_KINDS, COMPONENT_KINDS, type ComponentKind } from "../../model/component.ts";
import {
  LABEL_TYPES,
  type Outcome,
  type OutcomeLabel,
  RETENTION_MS,
  type ScoreRecord,
} from "../../model/records.ts";
import type { ReportChange } from "../../model/reputation/reporter.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import { segmentFrom, slotNameOf } from "../../db/commit/segment.ts";
import type { SlotName } from "../../db/commit/slot_name.ts";
import { type Change, changeOf, NO_CHANGE, together } from "../../db/commit/change.ts";
import type { ReportedValue } from "../reputation/reputation_write.ts";
import type { StoreWrite, StoreWriter } from "../writer.ts";
import type { Engine, Key } from "../../db/engine.ts";
import { Abandoned, isAbandoned, State } from "../state.ts";
import type { LabelledCells } from "../linkage/found_ring.ts";
import type { Rings } from "../linkage/rings.ts";
import type { Span } from "../../db/index/postings.ts";
import type { Histories } from "../reputation/histories.ts";
import { list, number, object, oneOf, record, text, tuple, verdict } from "../define.ts";

export const LABEL = record({
  prefix: "label",
  key: ["account", "id"],
  value: object<OutcomeLabel>({
    requestId: text,
    account: text,
    outcome: oneOf("fraud", "legit"),
    at: number,
    score: number,
    verdict,
    expiresAt: number,
  }, {
    type: oneOf(...LABEL_TYPES),
    happenedAt: number,
    values: list(oneOf(...COMPONENT_KINDS)),
    source: text,
  }),
  repeats: ["account"],
  lifetimeMs: RETENTION_MS,
  filtered: true,
  announced: true,
});

/** A label that a score was given, and when (milliseconds since the epoch). */
export type LabelEvent = readonly [outcome: Outcome | "none", at: number];
/** The newest labels of a score, oldest first. */
export const LABEL_HISTORY = record({
  prefix: "label-history",
  key: ["account", "id"],
  value: list(tuple<LabelEvent>([oneOf("fraud", "legit", "none"), number])),
  lifetimeMs: RETENTION_MS,
});

/** Why a commit is abandoned: the label changed between reading and writing it. */
export const LABEL_CHANGED = "the label was changed meanwhile";

/** What a score is labelled; `values`: what the label names, on which it weighs in full. */
export interface Labelling extends Pick<OutcomeLabel, "type" | "happenedAt" | "values" | "source"> {
  readonly outcome: Outcome | null;
  /** Of a label that is put back: when it was given. Absent: now. */
  readonly labelledAt?: number;
}

/** What is written with a label. @param before the label that it replaces */
type AlsoWritten = (before: OutcomeLabel | null) => Change;

/** A label that changed: `by` this process, which knows the score, or (null) another one. Null: any may have changed. */
export type LabelFollower = (
  changed: {
    readonly account: string;
    readonly requestId: string;
    readonly by: { readonly record: ScoreRecord; readonly outcome: Outcome | null } | null;
  } | null,
) => void | Promise<void>;

/** How often a label that changes meanwhile is written again. */
export const RELABEL: RetryOptions = { when: (error) => isAbandoned(error, LABEL_CHANGED), attempts: 10 };

/** Of a request id: its milliseconds. */
const TIME_DIGITS = 12;
/** Labels of a score that are remembered. */
const MAX_HISTORY = 20;

export class Labels {
  readonly #engine: Engine;
  readonly #writer: StoreWriter;
  readonly #histories: Histories;
  readonly #rings: () => Rings;
  readonly #events: State<readonly LabelEvent[], [account: string, id: string]>;
  /** How often labels of an account changed, as far as this process knows. */
  readonly #revisions = new Map<string, number>();
  #reloads = 0;
  readonly #followers: LabelFollower[] = [];

  /** @param rings which read labels themselves */
  constructor(
    engine: Engine,
    writer: StoreWriter,
    changes: ChangeLog,
    histories: Histories,
    rings: () => Rings,
  ) {
    this.#engine = engine;
    this.#writer = writer;
    this.#histories = histories;
    this.#rings = rings;
    this.#events = new State(writer, LABEL_HISTORY);
    changes.follow(LABEL.topic, (scope) => {
      if (scope === null) {
        this.#reloads++;
        writer.forgetAll();
        return this.#tell(null);
      }
      const [account, requestId] = scope as [string, string];
      writer.forget(keyOf(account, requestId));
      this.#events.forget(account, idOf(requestId));
      this.#countRevision(account);
      return this.#tell({ account, requestId, by: null });
    });
  }

  /** Calls each follower with every label that changes, here as soon as that is durable. */
  onChange(follower: LabelFollower): void {
    this.#followers.push(follower);
  }

  async #tell(changed: Parameters<LabelFollower>[0]): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower(changed)));
  }

  /** Changes whenever the account's labels change. */
  revision(account: string): number {
    return this.#reloads + (this.#revisions.get(account) ?? 0);
  }

  async get(account: string, requestId: string): Promise<OutcomeLabel | null> {
    return LABEL.read(await this.#writer.read(keyOf(account, requestId)));
  }

  /** As the store has it now: another process may have labelled the score a moment ago. */
  async newest(account: string, requestId: string): Promise<OutcomeLabel | null> {
    return LABEL.read((await this.#writer.readFresh(keyOf(account, requestId)))?.value);
  }

  /** Whether the label that a score has now would become another. */
  async isNew(account: string, requestId: string, labelling: Labelling): Promise<boolean> {
    return !isSame(await this.newest(account, requestId), labelling.outcome, saidBy(labelling));
  }

  /** An account's labels on scores since a time, and before another, by the time of the score: oldest first unless `newestFirst`. */
  async *list(
    account: string,
    { since, before }: { since: number; before?: number },
    options: { newestFirst?: boolean } = {},
  ): AsyncIterable<OutcomeLabel> {
    const start = LABEL.key(account, segmentFrom(since).slice(0, TIME_DIGITS));
    const end = before === undefined
      ? {}
      : { end: LABEL.key(account, segmentFrom(before).slice(0, TIME_DIGITS)) };
    const reverse = options.newestFirst ?? false;
    for await (const { value } of this.#engine.scan(LABEL.below(account), { start, ...end, reverse })) {
      yield LABEL.read(value);
    }
  }

  /** The labels that an account's scores since a time were given, as `history` returns them; the oldest score first. */
  async *histories(
    account: string,
    { since }: { readonly since: number },
  ): AsyncIterable<{ readonly requestId: string; readonly events: readonly LabelEvent[] }> {
    const start = LABEL_HISTORY.key(account, segmentFrom(since).slice(0, TIME_DIGITS));
    for await (const { key, value } of this.#engine.scan(LABEL_HISTORY.below(account), { start })) {
      yield { requestId: requestIdOf(key[2]!), events: LABEL_HISTORY.read(value) };
    }
  }

  /** The slots of an account's scores with this label, the newest first; see `Postings.find`. */
  async *slots(account: string, outcome: Outcome, { since, before }: Span): AsyncIterable<SlotName> {
    const digits = before?.slice(0, TIME_DIGITS);
    const bounds = {
      start: LABEL.key(account, segmentFrom(since).slice(0, TIME_DIGITS)),
      // All labels of that millisecond, whose order is another one.
      ...(digits === undefined ? {} : { end: LABEL.key(account, `${digits}g`) }),
    };
    let [time, slots] = ["", [] as SlotName[]];
    for await (
      const { key, value } of this.#engine.scan(LABEL.below(account), { ...bounds, reverse: true })
    ) {
      const label = LABEL.read(value);
      const slot = label.outcome === outcome ? slotNameOf(label.requestId) : null;
      if (slot === null || (before !== null && slot >= before)) continue;
      if (!key[2]!.startsWith(time)) yield* slots.splice(0).sort().reverse();
      time = key[2]!.slice(0, TIME_DIGITS);
      slots.push(slot);
    }
    yield* slots.sort().reverse();
  }

  /**
   * Labels a score in place of its earlier label; the same label again changes nothing. Durable when it resolves.
   * @param labelling its outcome null: removes the label, and what it had added
   * @param also in the same commit; made of the label that is replaced, again when that changed meanwhile. What it throws is
   * thrown, and nothing is written
   * @returns false: it is the same label, and nothing is written
   * @throws Abandoned (LABEL_CHANGED) when the label kept changing meanwhile
   */
  async relabel(
    record: ScoreRecord,
    labelling: Labelling,
    now: number,
    also: AlsoWritten = () => NO_CHANGE,
  ): Promise<boolean> {
    return await retryOnConflict(() => this.#relabel(record, labelling, now, also), RELABEL);
  }

  async #relabel(
    record: ScoreRecord,
    labelling: Labelling,
    now: number,
    also: AlsoWritten,
  ): Promise<boolean> {
    const { account, id, score, verdict, expiresAt } = record;
    const key = keyOf(account, id);
    let before = await this.get(account, id);
    const { outcome } = labelling;
    const said = saidBy(labelling);
    if (isSame(before, outcome, said)) before = await this.newest(account, id);
    if (isSame(before, outcome, said)) return false;
    const at = labelling.labelledAt ?? now;
    const counted = countedChanges(record, before, { outcome, values: said.values ?? [] }, at);
    const { earlier } = this.#histories;
    const values = counted === null ? [] : await earlier.located(account, valuesOf(record));
    const abuse = counted === null ? null : this.#histories.abuseWrite(values, account, counted);
    const conflict = () => new Abandoned(LABEL_CHANGED, "the reputation of a value moved meanwhile");
    const inRing = await this.#ringCells(record, before, outcome, now);
    const byDay = countedLabel(record, before, outcome !== null);
    const change = changeOf<StoreWrite>({
      counts: byDay === null ? [] : [byDay],
      cells: [
        ...inRing?.cells ?? [],
        LABEL.update(key, {
          exact: true,
          expiresAt,
          change: (current) => {
            if (current?.outcome !== before?.outcome || current?.at !== before?.at) {
              throw new Abandoned(LABEL_CHANGED);
            }
            if (outcome === null) return null;
            return { requestId: id, account, outcome, ...said, at, score, verdict, expiresAt };
          },
        }),
        ...earlier.guards(values, conflict),
        ...abuse?.cells ?? [],
      ],
      changes: [LABEL.key(account, id), ...abuse?.changes ?? []],
    });
    const noted = this.#noting(account, id, [outcome ?? "none", now], expiresAt);
    try {
      await this.#writer.write(together(change, noted, also(before)));
    } catch (error) {
      inRing?.failed();
      throw error;
    }
    this.#countRevision(account);
    await this.#tell({ account, requestId: id, by: { record, outcome } });
    return true;
  }

  /** The labels that a score had, oldest first; empty for one that was labelled before 2026-11-22 and not since. */
  async history(account: string, requestId: string): Promise<readonly LabelEvent[]> {
    return await this.#events.known(account, idOf(requestId)) ?? [];
  }

  #noting(account: string, requestId: string, event: LabelEvent, end: number): Change {
    const noted = (current: readonly LabelEvent[] | null) => [...current ?? [], event].slice(-MAX_HISTORY);
    return this.#events.changing([account, idOf(requestId)], noted, { end });
  }

  /** Counts the label in the ring of the sign-up, which is joined by what other sign-ups share with it. */
  async #ringCells(
    record: ScoreRecord,
    before: OutcomeLabel | null,
    outcome: Outcome | null,
    now: number,
  ): Promise<LabelledCells | null> {
    const [was, is] = [before?.outcome === "fraud", outcome === "fraud"];
    if (record.mode === "test" || record.subject !== "user" || was === is) return null;
    const id = signupId(record.id);
    const { node = id, group = node } = record.signup ?? {};
    const device = record.components.find(({ kind }) => kind === "device")?.hash ?? null;
    return await this.#rings().labelled(record.account, { node, group, id, device }, is, now);
  }

  #countRevision(account: string): void {
    this.#revisions.set(account, (this.#revisions.get(account) ?? 0) + 1);
  }
}

type Said = Pick<OutcomeLabel, "type" | "happenedAt" | "values" | "source">;

/** What a label says besides its outcome, as it is stored. */
function saidBy({ type, happenedAt, values = [], source }: Labelling): Said {
  const named = [...new Set(values)].sort();
  return {
    ...(type === undefined ? {} : { type }),
    ...(happenedAt === undefined ? {} : { happenedAt }),
    ...(named.length === 0 ? {} : { values: named }),
    ...(source === undefined ? {} : { source }),
  };
}

function isSame(label: OutcomeLabel | null, outcome: Outcome | null, said: Said): boolean {
  if (label === null || outcome === null) return label === null && outcome === null;
  return label.outcome === outcome && label.type === said.type && label.happenedAt === said.happenedAt &&
    label.source === said.source &&
    (label.values ?? []).join() === (said.values ?? []).join();
}

/** The values of a score. The domain of an e-mail address at no provider is one, once. */
function valuesOf({ components }: ScoreRecord): ReportedValue[] {
  const values = new Map<string, ReportedValue>();
  for (const { kind, hash, domainHash } of components) {
    if (hash !== "") values.set(`${kind} ${hash}`, { kind, hash });
    if (domainHash !== undefined) values.set(`domain ${domainHash}`, { kind: "domain", hash: domainHash });
  }
  return [...values.values()];
}

/**
 * What a label weighs in full on: the address and the device of who signed up, what was verified as theirs, and what it
 * names. A verified address is proof of its domain.
 */
function weighsInFull(
  { signup }: Pick<ScoreRecord, "signup">,
  named: readonly ComponentKind[],
  kind: ComponentKind,
): boolean {
  if (!CLAIMED_KINDS.has(kind)) return true;
  const shown: readonly ComponentKind[] = [...signup?.verified ?? [], ...named];
  return shown.includes(kind) || (kind === "domain" && shown.includes("email"));
}

/** What a new label changes in the reputation of the score's values; null: nothing. Scores of test keys leave no trace there. */
function countedChanges(
  record: ScoreRecord,
  before: OutcomeLabel | null,
  { outcome, values }: { outcome: Outcome | null; values: readonly ComponentKind[] },
  labelledAt: number,
): ((value: ReportedValue) => readonly ReportChange[]) | null {
  const [was, is] = [before?.outcome === "fraud", outcome === "fraud"];
  if (record.mode === "test" || (!was && !is)) return null;
  const change = (
    kind: ComponentKind,
    at: number,
    by: 1 | -1,
    named: readonly ComponentKind[],
  ): ReportChange => ({
    kind: "label",
    at,
    by,
    proven: CLAIMED_KINDS.has(kind) && weighsInFull(record, named, kind),
  });
  return ({ kind }) => [
    ...(was ? [change(kind, before!.at, -1, before!.values ?? [])] : []),
    ...(is ? [change(kind, labelledAt, 1, values)] : []),
  ];
}

/** Sorts by the time of the score: the first 12 hex digits of a request id are its milliseconds. */
function keyOf(account: string, requestId: string): Key {
  return LABEL.key(account, idOf(requestId));
}

function idOf(requestId: string): string {
  return requestId.slice(4).replaceAll("-", "");
}
