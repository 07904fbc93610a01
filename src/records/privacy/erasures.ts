/**
 * Erasures of what is stored about a person: a job that is durable before anything is erased, and finished after whatever
 * interrupts it. What it is about is encrypted, in parts, and goes with its end; what stays is a receipt that names nobody.
 */
import { isLeased } from "../../concurrency/clock_rules.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import { type Change, changeOf, together } from "../../db/commit/change.ts";
import type { Engine } from "../../db/engine.ts";
import { DAY_MS } from "../../model/duration.ts";
import { ERASURE_STATES } from "../../model/access/erasure_state.ts";
import type { Writer } from "../../db/commit/writer.ts";
import { count, map, number, object, oneOf, orNull, record, text, transient } from "../define.ts";
import { Abandoned, State, unlessAbandoned } from "../state.ts";

/** Times are milliseconds since the epoch. */
export interface Erasure {
  readonly id: string;
  readonly account: string;
  readonly at: number;
  readonly state: typeof ERASURE_STATES[number];
  /** How much of each kind there was when it began. */
  readonly counts: Readonly<Record<string, number>>;
  readonly endedAt: number | null;
}

/** As long as the audit log is kept. */
const RECEIPT_MS = 400 * DAY_MS;
export const ERASURE = record({
  prefix: "erasure",
  key: ["account", "id"],
  value: object<Erasure>({
    id: text,
    account: text,
    at: number,
    state: oneOf(...ERASURE_STATES),
    counts: map(count),
    endedAt: orNull(number),
  }),
  repeats: ["account", "id"],
  lifetimeMs: RECEIPT_MS,
  announced: true,
});

/** A job that is not done: its parts, and until when a process works on it. A backup does not bring it back. */
interface OpenErasure {
  readonly parts: number;
  readonly owner: string;
  readonly until: number;
  /** Steps up to this one that may be made once only are done. */
  readonly steps: number;
}
export const ERASURE_OPEN = record({
  prefix: "erasure-open",
  key: ["account", "id"],
  value: transient<OpenErasure>(),
});

/** A part of what a job is about, encrypted; the first is the person. */
export const ERASURE_PART = record({
  prefix: "erasure-part",
  key: ["account", "id", "part"],
  value: transient<Uint8Array>(),
});

/** What a killed process left is continued after this time. One that works renews its lease before. */
const LEASE_MS = 8_000;
const TAKEN = "another process works on it";
/** Why a commit is abandoned: the step was made before. */
export const STEP_DONE = "the step was made before";
/** Of a part. */
const MAX_STEPS = 10_000;

export interface OpenJob {
  readonly erasure: Erasure;
  readonly parts: number;
}

interface ErasuresParts {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly changes: ChangeLog;
  readonly now: () => number;
  /** Of this run of this process. */
  readonly run: string;
}

export class Erasures {
  readonly #parts: ErasuresParts;
  readonly #receipts: State<Erasure, [account: string, id: string]>;
  readonly #open: State<OpenErasure, [account: string, id: string]>;

  constructor(parts: ErasuresParts) {
    this.#parts = parts;
    this.#receipts = new State(parts.writer, ERASURE);
    this.#open = new State(parts.writer, ERASURE_OPEN);
  }

  /** Called with each job that another process changed, by its account; null: any may have. */
  onChange(listener: (account: string | null, id: string) => void | Promise<void>): void {
    this.#parts.changes.follow(ERASURE.topic, async (scope) => {
      if (scope === null) return await listener(null, "");
      const [account, id] = scope as [string, string];
      this.#receipts.forget(account, id);
      await listener(account, id);
    });
  }

  get(account: string, id: string): Promise<Erasure | null> {
    return this.#receipts.get(account, id);
  }

  /** Durable when it resolves: from then on it is finished, whatever happens. @param audit in the commit that begins it */
  async begin(erasure: Erasure, sealed: readonly Uint8Array[], audit: Change): Promise<void> {
    const { writer } = this.#parts;
    const { account, id } = erasure;
    for (const [part, value] of sealed.entries()) {
      const key = ERASURE_PART.key(account, id, partName(part));
      await writer.write({ set: [ERASURE_PART.set(key, value)] });
    }
    const open = { parts: sealed.length, owner: "", until: 0, steps: 0 };
    await writer.write(together(
      this.#open.changing([account, id], () => open),
      this.#put(erasure),
      audit,
    ));
  }

  /** Jobs that are not done, of all accounts. */
  async *open(): AsyncIterable<OpenJob> {
    const found = await Array.fromAsync(this.#parts.engine.scan(ERASURE_OPEN.prefix));
    for (const { key, value } of found) {
      const erasure = await this.get(key[1]!, key[2]!);
      if (erasure !== null) yield { erasure, parts: ERASURE_OPEN.read(value).parts };
    }
  }

  /** Takes the job for LEASE_MS, or keeps it; false when another process has it, or it is done. */
  async claim({ account, id }: Pick<Erasure, "account" | "id">): Promise<boolean> {
    const { now, run, writer } = this.#parts;
    const claimed = this.#open.changing([account, id], (current) => {
      const at = now();
      if (current === null || (current.owner !== run && isLeased(current.until, at, LEASE_MS))) {
        throw new Abandoned(TAKEN);
      }
      return { ...current, owner: run, until: at + LEASE_MS };
    });
    return await unlessAbandoned(writer.write(claimed), TAKEN);
  }

  /** For the commit of a step that is made once, which is abandoned (STEP_DONE) when it was made before. Steps are made in order. */
  once({ account, id }: Pick<Erasure, "account" | "id">, part: number, step: number): Change {
    const number = part * MAX_STEPS + step + 1;
    return this.#open.changing([account, id], (current) => {
      if (current === null || current.steps >= number) throw new Abandoned(STEP_DONE);
      return { ...current, steps: number };
    });
  }

  /** Null when it is gone. */
  async part({ account, id }: Pick<Erasure, "account" | "id">, part: number): Promise<Uint8Array | null> {
    const [entry] = await this.#parts.engine.get([ERASURE_PART.key(account, id, partName(part))]);
    return ERASURE_PART.read(entry?.value);
  }

  /** The store has nothing of the person any more, and what the job was about goes. Announced to all processes. */
  async erased(erasure: Erasure, parts: number): Promise<Erasure> {
    const { account, id } = erasure;
    const next = { ...erasure, state: "overwriting" as const };
    await this.#parts.writer.write(this.#put(next));
    for (let part = 0; part < parts; part++) {
      await this.#parts.writer.write({ delete: [ERASURE_PART.key(account, id, partName(part))] });
    }
    return next;
  }

  /** Tells all processes to forget the account's data in memory. */
  async announce({ account, id }: Pick<Erasure, "account" | "id">): Promise<void> {
    await this.#parts.writer.write({ changes: [ERASURE.key(account, id)] });
  }

  async done(erasure: Erasure): Promise<Erasure> {
    const { account, id } = erasure;
    const ended = { ...erasure, state: "done" as const, endedAt: this.#parts.now() };
    await this.#parts.writer.write(
      together(this.#put(ended), changeOf({ delete: [ERASURE_OPEN.key(account, id)] })),
    );
    this.#open.forget(account, id);
    return ended;
  }

  #put(erasure: Erasure): Change {
    const { account, id, at } = erasure;
    const put = this.#receipts.changing([account, id], () => erasure, { end: at + RECEIPT_MS });
    return together(put, changeOf({ changes: [ERASURE.key(account, id)] }));
  }
}

function partName(part: number): string {
  return part.toString(16).padStart(6, "0");
}
