/**
 * `verdict.changed`: a mailbox was answered, or a ring labelled, and the verdict of a recent sign-up would now be another.
 * Only what the cause changes is considered again; everything else counts as it did.
 */
import { lruOf } from "../../concurrency/lru.ts";
import { Budget } from "../../concurrency/budget.ts";
import type { ComponentKind } from "../../model/component.ts";
import { HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import { requestIdOf, RING_MS, signupId } from "../../model/linkage/ring.ts";
import { type Caller, type ScoreRecord, sightingsOf, type StoredComponent } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { ChangeCause } from "../../model/endpoints/webhook.ts";
import type { OverallVerdict } from "../../scoring/combine.ts";
import { type OwnReports, reconsider } from "../../scoring/reconsider.ts";
import { VALUE_SIGNALS } from "../../signals/registry.ts";
import { InvalidValue } from "../../model/invalid_value.ts";
import type { FoundRing } from "../../records/linkage/found_ring.ts";
import type { JobResult } from "../../records/endpoints/job_queues.ts";
import type { RecheckHandler, RecheckTask } from "../../records/endpoints/rechecks.ts";
import type { Services } from "../context.ts";
import type { Decision } from "../score/decision.ts";
import { scoreComponent } from "../score/score_component.ts";
import { isPending } from "./recheck_jobs.ts";

/** When a mailbox is looked at again; a mail server may put the question off for hours. */
const MAILBOX_DELAYS_MS: readonly number[] = [
  5_000,
  10_000,
  30_000,
  MINUTE_MS,
  4 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  20 * MINUTE_MS,
  40 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
];
/** Labels that come together are considered together. */
const SETTLE_MS = 2_000;
/** The newest members of a ring that are considered. */
const MAX_CONSIDERED = 200;
const MAX_RINGS_KNOWN = 10_000;
/** Of the sign-ups that the event of a ring lists: a queued message fits into one value of the store. */
const MAX_LISTED_BYTES = 32_000;
const DONE: JobResult = { moved: null };
/** Values of these kinds belong to one person, so own reports count in full. */
const PERSONAL: ReadonlySet<ComponentKind> = new Set(["email", "phone", "device"]);

/** A verdict that was not announced to the account. */
interface Change {
  readonly record: ScoreRecord;
  readonly announced: Verdict;
  readonly now: OverallVerdict;
}

/** As notices store them. */
const VERDICTS: readonly Verdict[] = ["allow", "review", "block"];

export class RecheckJobs implements RecheckHandler {
  readonly #services: Services;
  /** When the members of a ring were considered last. */
  readonly #considered = lruOf<number>(MAX_RINGS_KNOWN);

  constructor(services: Services) {
    this.#services = services;
  }

  isOpen(): boolean {
    return true;
  }

  async work(task: RecheckTask): Promise<JobResult> {
    const { store, webhooks, now } = this.#services;
    const account = store.accounts.account(task.account);
    if (account === null || !webhooks.events.wanted(account.id, "verdict.changed")) return DONE;
    if (task.content === null) return DONE;
    const { requestId, email } = task.content;
    const record = await store.scores.get(account.id, requestId, now());
    if (record === null) return DONE;
    const caller = { account, key: { mode: "live" } } as Caller; // nothing else of the key is used
    if (email !== undefined) return await this.#mailbox(caller, record, email, task);
    if (task.attempts === 0) return this.#later(task, SETTLE_MS);
    await this.#ring(caller, record, task.at);
    return DONE;
  }

  /** The address is scored again once its mailbox was answered; null facts of that moment are waited for. */
  async #mailbox(
    caller: Caller,
    record: ScoreRecord,
    email: string,
    task: RecheckTask,
  ): Promise<JobResult> {
    const before = record.components.find(({ kind }) => kind === "email");
    const input = parseEmail(email);
    if (before === undefined || input === null) return DONE;
    const { via, strictness, thresholds } = record;
    const scored = { strictness, ...(thresholds === undefined ? {} : { thresholds }) };
    const context = { caller, via, ...scored, keep: false, started: performance.now() } as const;
    const budget = new Budget(this.#services.budgetMs, caller.account);
    const decision = await scoreComponent(this.#services, context, "email", input, budget);
    const { unknown } = decision.evaluation.component;
    const lacks = Object.keys(unknown).some((field) => before.unknown[field] === undefined);
    if (isPending(unknown) || lacks) {
      const delay = MAILBOX_DELAYS_MS[task.attempts];
      return delay === undefined ? DONE : this.#later(task, delay);
    }
    await this.#announce(
      record,
      "mailbox_answered",
      reconsider(record, { components: [storedOf(decision, before)] }),
    );
    return DONE;
  }

  /** One event of the unlabelled sign-ups of the last 30 days that the labelled one hangs together with. */
  async #ring(caller: Caller, labelled: ScoreRecord, at: number): Promise<void> {
    const { store, now } = this.#services;
    const account = caller.account.id;
    const node = labelled.signup?.node ?? signupId(labelled.id);
    const found = await store.rings.find(account, node, now());
    if (found === null) return;
    const key = `${account} ${found.root}`;
    if ((this.#considered.get(key) ?? 0) > at) return;
    this.#considered.set(key, now());
    const ids = found.members.slice(-MAX_CONSIDERED).map(requestIdOf);
    const records = await store.scores.getMany(account, ids, now());
    const changes: Change[] = [];
    for (const record of records.values()) {
      if (record.mode === "test" || record.at < now() - RING_MS) continue;
      if (await store.labels.get(account, record.id) !== null) continue;
      const own = await this.#ownReports(caller, record);
      const change = await this.#changeOf(
        record,
        reconsider(record, { own, labelled: found.fraudOf(record.signup?.group ?? record.signup?.node) }),
      );
      if (change !== null) changes.push(change);
    }
    if (changes.length > 0) await this.#announceRing(account, found, changes);
  }

  /** Null when the verdict was announced before. */
  async #changeOf(record: ScoreRecord, now: OverallVerdict | null): Promise<Change | null> {
    if (now === null) return null;
    const announced = await this.#lastAnnounced(record.account, record.id) ?? record.verdict;
    return announced === now.verdict ? null : { record, announced, now };
  }

  async #announceRing(account: string, { root, ring }: FoundRing, changes: readonly Change[]): Promise<void> {
    const { store, webhooks: { events }, now: clock } = this.#services;
    const signups = listed(changes.map(bodyOf));
    const event = {
      account,
      type: "ring.changed" as const,
      id: `${root}_${clock().toString(36)}`,
      verdicts: [...new Set(changes.map(({ now }) => now.verdict))],
      data: {
        ring_id: ring.ring_id,
        size: ring.size,
        labelled_fraud: ring.labelled_fraud,
        changed: changes.length,
        signups,
      },
    };
    const notices = changes.map(({ record: { id }, now }) =>
      [nameOf(id), VERDICTS.indexOf(now.verdict)] as const
    );
    await store.notices.announceAll(account, notices, events.change([event]));
  }

  async #ownReports(caller: Caller, { components }: ScoreRecord) {
    const { store: { histories }, now } = this.#services;
    const own: Partial<Record<ComponentKind, OwnReports>> = {};
    for (const { kind, hash } of components) {
      if (hash === "") continue;
      const history = await histories.read(kind, hash, caller.account.id, now(), sightingsOf(caller));
      const { risk = 0, count = 0, inFull = count, isClaimed = false } = history.own ?? {};
      own[kind] = { risk: PERSONAL.has(kind) ? risk : null, count: inFull, isClaimed };
    }
    return own;
  }

  /** Each verdict of a sign-up is announced once. */
  async #announce(record: ScoreRecord, cause: ChangeCause, now: OverallVerdict | null): Promise<void> {
    const change = await this.#changeOf(record, now);
    if (change === null) return;
    const { store, webhooks: { events }, now: clock } = this.#services;
    const { account, id } = record;
    const { verdict } = change.now;
    const event = {
      account,
      type: "verdict.changed" as const,
      id: `${signupId(id)}_${verdict}_${clock().toString(36)}`,
      verdicts: [verdict],
      data: { ...bodyOf(change), cause },
    };
    const value = VERDICTS.indexOf(verdict);
    const isSame = (before: number) => before === value;
    await store.notices.announce(account, nameOf(id), value, isSame, events.change([event]));
  }

  async #lastAnnounced(account: string, id: string): Promise<Verdict | null> {
    const value = await this.#services.store.notices.last(account, nameOf(id));
    return value === null ? null : VERDICTS[value] ?? null;
  }

  #later(task: RecheckTask, delay: number): JobResult {
    return { moved: { dueAt: Math.max(task.dueAt, this.#services.now()) + delay, note: "waits" } };
  }
}

/** As events have it. */
function bodyOf({ record, announced, now }: Change) {
  return {
    request_id: record.id,
    user_id: record.signup?.userId ?? null,
    scored_at: timestamp(record.at),
    old_verdict: announced,
    old_risk_score: announced === record.verdict ? record.score : null,
    verdict: now.verdict,
    risk_score: now.score,
  };
}

/** As many as a message holds. */
function listed<T>(bodies: readonly T[]): T[] {
  let bytes = 0;
  return bodies.filter((body) =>
    (bytes += new TextEncoder().encode(JSON.stringify(body)).length) <= MAX_LISTED_BYTES
  );
}

function nameOf(requestId: string): string {
  return `verdict-${signupId(requestId)}`;
}

function parseEmail(text: string) {
  const input = VALUE_SIGNALS.email.parse(text, {});
  return input instanceof InvalidValue ? null : input;
}

/** As a record holds it. */
function storedOf(
  { evaluation, score, verdict, rule }: Decision<"email">,
  before: StoredComponent,
): StoredComponent {
  const { breakdown: { findings, trust }, unknown } = evaluation.component;
  return {
    ...before,
    score,
    verdict,
    findings: findings.map(({ name, group, points, text }) => [name, group, points, text]),
    trust: trust.map(({ name, factor, text }) => [name, factor, text]),
    unknown,
    rule,
  };
}
