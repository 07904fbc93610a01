/**
 * Reports of more values than one commit can check. Each commit notes with its values how far the report is, the last one
 * takes the note away: so what a failure left undone is found by the same report when it is sent again, and is counted once.
 */
import { DAY_MS } from "../../model/duration.ts";
import type { Engine, Key, Value } from "../engine.ts";
import type { CellUpdate } from "../commit/write_batch.ts";
import type { Writer } from "../commit/writer.ts";

/** A report that was left open for longer is a new one when it is sent again. */
const OPEN_MS = DAY_MS;

/** Values that are counted, and when the report is forgotten (milliseconds since the epoch). */
type Note = readonly [done: number, until: number];

/** Another process is at the same report of the same account. */
export class ReportMoved extends Error {
  override readonly name = "ReportMoved";
}

export class OpenReports {
  readonly #engine: Engine;
  readonly #writer: Writer;
  /** Equal reports of one account follow one another in this process: each of them counts. */
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(engine: Engine, writer: Writer) {
    this.#engine = engine;
    this.#writer = writer;
  }

  /** Runs the work when no equal report is under way here. @param report tells an account's reports apart */
  async inOrder<T>(account: string, report: string, work: () => Promise<T>): Promise<T> {
    const name = `${account} ${report}`;
    const turn = (this.#running.get(name) ?? Promise.resolve()).catch(() => {}).then(work);
    this.#running.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#running.get(name) === turn) this.#running.delete(name);
    }
  }

  /** How many of its values are counted already: 0 for a new report. As the store has it now, whichever process wrote it. */
  async done(account: string, report: string, now: number): Promise<number> {
    const key = keyOf(account, report);
    const [entry] = await this.#engine.get([key]);
    this.#writer.forget(key);
    return doneIn(entry?.value ?? null, now);
  }

  /** Goes with the values of one commit: from so many that are counted to so many, null when it is the last commit. */
  step(account: string, report: string, from: number, to: number | null, now: number): CellUpdate {
    return {
      key: keyOf(account, report),
      exact: true,
      expiresAt: now + OPEN_MS,
      change: (current) => {
        if (doneIn(current, now) !== from) throw new ReportMoved();
        return to === null ? null : [to, now + OPEN_MS];
      },
    };
  }
}

function doneIn(value: Value | null, now: number): number {
  const [done, until] = (value ?? [0, 0]) as unknown as Note;
  return until > now ? done : 0;
}

function keyOf(account: string, report: string): Key {
  return ["open-report", account, report];
}
