/**
 * Backtests of uploaded files: one at a time per account and per process, each in a thread of its own. What is shown of one
 * is in the store, so that any process answers; the file is only in the memory of the thread that runs it.
 */
import { hasPassed } from "../../model/clock.ts";
import { AppError } from "../../model/error.ts";
import type { LinkageScoring } from "../../model/records.ts";
import type { Strictness } from "../../model/verdict.ts";
import type { Store } from "../../store/store.ts";
import type { StoredBacktest } from "../../store/values.ts";
import type { ColumnNames } from "./columns.ts";

export const MAX_UPLOADED_ROWS = 50_000;
/** Running in this process. */
const MAX_RUNNING = 1;
const RETRY_SECONDS = 60;
/** How often the progress is written, and whether it was cancelled is read. */
const WRITE_MS = 1_000;
/** A run that did not write for so long has ended with its process. */
const LOST_MS = 30_000;
/** Characters of an encrypted page; a value of the store has room for 60,000 bytes. */
const MAX_PAGE = 55_000;

export interface UploadOptions {
  readonly columns: ColumnNames;
  readonly strictness: Strictness;
  readonly linkage: LinkageScoring;
  readonly labelDelayMs: number;
  readonly limit: number;
}

export interface RunProgress {
  readonly phase: "reading" | "scoring";
  readonly share: number;
}

/** A thread that runs one backtest. */
export interface BacktestThread {
  /** The page of the report; rejects with what people may read. */
  readonly page: Promise<string>;
  readonly progress: RunProgress;
  stop(): void;
}

export interface BacktestsOptions {
  readonly store: Store;
  readonly now: () => number;
  /** The bytes are transferred: the caller must not use them afterwards. */
  readonly start: (bytes: Uint8Array<ArrayBuffer>, options: UploadOptions) => BacktestThread;
  readonly encrypt: (text: string) => Promise<string>;
  readonly decrypt: (sealed: string) => Promise<string | null>;
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

  constructor(options: BacktestsOptions) {
    this.#options = options;
  }

  /**
   * Runs it in the background, in place of the account's former one.
   * @throws AppError rate_limited when one of the account runs, unavailable when this process runs another
   */
  async start(account: string, bytes: Uint8Array<ArrayBuffer>, options: UploadOptions): Promise<void> {
    const others = this.#running.size - Number(this.#running.has(account)) + this.#starting;
    if (others >= MAX_RUNNING) {
      throw new AppError("unavailable", "another backtest is running; try again in a minute", {
        retryAfter: RETRY_SECONDS,
      });
    }
    this.#starting++;
    try {
      const id = await this.#claim(account);
      this.#running.get(account)?.thread.stop(); // one that was taken for lost
      const thread = this.#options.start(bytes, options);
      this.#running.set(account, { id, thread });
      void this.#follow(account, id, thread);
    } finally {
      this.#starting--;
    }
  }

  /** @throws AppError rate_limited */
  async #claim(account: string): Promise<string> {
    const { store, now, id: newId } = this.#options;
    const [id, at] = [newId(), now()];
    await store.backtests.change(account, at, (current) => {
      if (current !== null && this.#isRunning(current)) {
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
    const { store, now, decrypt } = this.#options;
    const sealed = (await store.backtests.get(account, now()))?.page;
    return sealed === undefined ? null : await inflated(await decrypt(sealed));
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
    const timer = setInterval(() => {
      // Refused when another process removed or replaced it: it was cancelled.
      this.#write(account, id, { ...thread.progress }).catch(() => thread.stop());
    }, WRITE_MS);
    try {
      const page = await this.#options.encrypt(await deflated(await thread.page));
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
