/**
 * Backtests of uploaded files: one at a time per account and per process, each in a thread of its own. What is shown of one
 * is in the store, so that any process answers; the file is only in the memory of the thread that runs it.
 */
import { hasPassed } from "../../concurrency/clock_rules.ts";
import { AppError } from "../../model/error.ts";
import { DAY_MS } from "../../model/duration.ts";
import { type Account, type LinkageScoring, standingOf } from "../../model/records.ts";
import type { Strictness } from "../../model/verdict.ts";
import type { Seal } from "../../records/seal.ts";
import type { Store } from "../../records/store.ts";
import type { FileFormat } from "./signup_file.ts";
import type { StoredBacktest } from "../../records/backtests.ts";

export const MAX_UPLOADED_ROWS = 50_000;
/** Accounts that signed up by themselves. */
const GUEST_LIMITS = { rows: 5_000, runsPerDay: 5 } as const;
/** A file that waits for a decision is given up after so long, or when somebody else needs its place. */
const MAX_WAIT_MS = 10 * 60_000;
/** Running in this process. */
const MAX_RUNNING = 1;
const RETRY_SECONDS = 60;
/** How often the progress is written, and whether it was cancelled is read. */
const WRITE_MS = 1_000;
/** A run that did not write for so long has ended with its process. */
const LOST_MS = 30_000;
/** Characters of an encrypted page; a value of the store has room for 60,000 bytes. */
const MAX_PAGE = 55_000;

export interface UploadOptions extends FileFormat {
  readonly strictness: Strictness;
  readonly linkage: LinkageScoring;
  readonly labelDelayMs: number;
  readonly limit: number;
}

export type RunProgress = Pick<StoredBacktest, "phase" | "share" | "doubts">;

/** A thread that runs one backtest. */
export interface BacktestThread {
  /** The page of the report; rejects with what people may read. */
  readonly page: Promise<string>;
  readonly progress: RunProgress;
  /** Of a file that waits. @param format how it is read instead; null: it is scored as it is */
  decide(format: FileFormat | null): void;
  /** @param why what people read; absent: that it was cancelled */
  stop(why?: string): void;
}

interface BacktestsOptions {
  readonly store: Store;
  readonly now: () => number;
  /** The bytes are transferred: the caller must not use them afterwards. */
  readonly start: (bytes: Uint8Array<ArrayBuffer>, options: UploadOptions) => BacktestThread;
  readonly seal: Seal;
  readonly id: () => string;
}

export type BacktestState = Omit<StoredBacktest, "page">;

/** What can be shown to people. */
export class BacktestFailure extends Error {
  override readonly name = "BacktestFailure";
}

export class Backtests {
  readonly #options: BacktestsOptions;
  /** By account. */
  readonly #running = new Map<string, { readonly id: string; readonly thread: BacktestThread }>();
  #starting = 0;
  /** Runs of guests on a day, by account. */
  #guestRuns: { readonly day: number; readonly counts: Map<string, number> } = { day: 0, counts: new Map() };

  constructor(options: BacktestsOptions) {
    this.#options = options;
  }

  /**
   * Runs it in the background, in place of the account's former one.
   * @throws AppError rate_limited when one of the account runs or a guest had its runs of the day, unavailable when this
   *   process runs another
   */
  async start(owner: Account, bytes: Uint8Array<ArrayBuffer>, options: UploadOptions): Promise<void> {
    const account = owner.id;
    this.#requireGuestRun(owner);
    this.#displaceWaiting();
    const others = this.#running.size - Number(this.#running.has(account)) + this.#starting;
    if (others >= MAX_RUNNING) {
      throw new AppError("unavailable", "another backtest is running; try again in a minute", {
        retryAfter: RETRY_SECONDS,
      });
    }
    this.#starting++;
    try {
      const id = await this.#claim(account);
      this.#guestRuns.counts.set(account, this.#guestRunsOf(account) + 1);
      this.#running.get(account)?.thread.stop(); // one that was taken for lost
      const limit = standingOf(owner) === "guest" ? GUEST_LIMITS.rows : options.limit;
      const thread = this.#options.start(bytes, { ...options, limit });
      this.#running.set(account, { id, thread });
      void this.#follow(account, id, thread);
    } finally {
      this.#starting--;
    }
  }

  /**
   * What becomes of the account's file that waits. @param format how it is read instead; null: it is scored as it is
   * @throws AppError not_found when none waits in this process
   */
  decide(account: string, format: FileFormat | null): void {
    const own = this.#running.get(account);
    if (own?.thread.progress.phase !== "waiting") {
      throw new AppError("not_found", "No file waits here any more. Upload it again.");
    }
    own.thread.decide(format);
  }

  /** @throws AppError rate_limited */
  #requireGuestRun(owner: Account): void {
    if (standingOf(owner) !== "guest") return;
    const day = Math.floor(this.#options.now() / DAY_MS);
    if (this.#guestRunsOf(owner.id) < GUEST_LIMITS.runsPerDay) return;
    throw new AppError("rate_limited", `an account may run ${GUEST_LIMITS.runsPerDay} backtests a day`, {
      retryAfter: Math.ceil(((day + 1) * DAY_MS - this.#options.now()) / 1000),
    });
  }

  #guestRunsOf(account: string): number {
    const day = Math.floor(this.#options.now() / DAY_MS);
    if (this.#guestRuns.day !== day) this.#guestRuns = { day, counts: new Map() };
    return this.#guestRuns.counts.get(account) ?? 0;
  }

  /** A file that waits for its account keeps no other account from a backtest. */
  #displaceWaiting(): void {
    for (const [account, { thread }] of this.#running) {
      if (thread.progress.phase !== "waiting") continue;
      thread.stop("Another file was uploaded while this one waited. Upload it again.");
      this.#running.delete(account);
    }
  }

  /** @throws AppError rate_limited */
  async #claim(account: string): Promise<string> {
    const { store, now, id: newId } = this.#options;
    const [id, at] = [newId(), now()];
    await store.backtests.change(account, at, (current) => {
      if (current !== null && this.#isRunning(current) && current.phase !== "waiting") {
        throw new AppError(
          "rate_limited",
          "a backtest of this account is running; wait for it, or cancel it",
          {
            retryAfter: RETRY_SECONDS,
          },
        );
      }
      return { id, startedAt: at, updatedAt: at, state: "running", phase: "reading", share: 0 };
    });
    return id;
  }

  /** Null when there is none. */
  async state(account: string): Promise<BacktestState | null> {
    const stored = await this.#options.store.backtests.get(account, this.#options.now());
    if (stored === null) return null;
    const { page: _, ...state } = stored;
    if (state.state !== "running") return state;
    const own = this.#running.get(account);
    if (own?.id === state.id) return { ...state, ...own.thread.progress };
    return this.#isRunning(stored)
      ? state
      : { ...state, state: "failed", problem: "The service was restarted. Upload the file again." };
  }

  /** The page of the newest report; null when there is none. */
  async page(account: string): Promise<string | null> {
    const { store, now, seal } = this.#options;
    const sealed = (await store.backtests.get(account, now()))?.page;
    return sealed === undefined ? null : await inflated(seal.decrypt(sealed));
  }

  /** Ends a run, whichever process runs it, and removes a report. */
  async remove(account: string): Promise<void> {
    this.#running.get(account)?.thread.stop();
    this.#running.delete(account);
    await this.#options.store.backtests.remove(account);
  }

  /** Ends all. */
  close(): void {
    for (const { thread } of this.#running.values()) thread.stop();
    this.#running.clear();
  }

  #isRunning({ state, updatedAt }: StoredBacktest): boolean {
    return state === "running" && !hasPassed(updatedAt, this.#options.now(), LOST_MS);
  }

  async #follow(account: string, id: string, thread: BacktestThread): Promise<void> {
    const startedAt = this.#options.now();
    const timer = setInterval(() => {
      if (thread.progress.phase === "waiting" && this.#options.now() - startedAt > MAX_WAIT_MS) {
        return thread.stop("Nobody decided about it for ten minutes. Upload it again.");
      }
      // Refused when another process removed or replaced it: it was cancelled.
      this.#write(account, id, { ...thread.progress }).catch(() => thread.stop());
    }, WRITE_MS);
    try {
      const page = this.#options.seal.encrypt(await deflated(await thread.page));
      if (page.length > MAX_PAGE) throw new BacktestFailure("The report is too large.");
      clearInterval(timer);
      await this.#write(account, id, { state: "done", page });
    } catch (error) {
      clearInterval(timer);
      const problem = error instanceof BacktestFailure ? error.message : "The backtest failed.";
      await this.#write(account, id, { state: "failed", problem }).catch(() => {}); // it was removed
    } finally {
      clearInterval(timer);
      if (this.#running.get(account)?.id === id) this.#running.delete(account);
    }
  }

  /** @throws BacktestFailure when the store holds another one, or none */
  async #write(account: string, id: string, change: Partial<StoredBacktest>): Promise<void> {
    const { store, now } = this.#options;
    const at = now();
    await store.backtests.change(account, at, (current) => {
      if (current?.id !== id || current.state !== "running") throw new BacktestFailure("it was removed");
      return { ...current, ...change, updatedAt: at };
    });
  }
}

async function deflated(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return (await new Response(stream).bytes()).toBase64();
}

async function inflated(text: string | null): Promise<string | null> {
  if (text === null) return null;
  const stream = new Blob([Uint8Array.fromBase64(text)]).stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  return await new Response(stream).text();
}
