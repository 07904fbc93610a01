export interface RetryOptions {
  /** True for an error that another attempt may not meet; any other error is thrown immediately. */
  readonly when: (error: unknown) => boolean;
  /** Attempts at most, the first included. The error of the last one is thrown. */
  readonly attempts: number;
  /** Milliseconds to wait after the given attempt (1 is the first). Without it the next one follows immediately. */
  readonly pauseMs?: (attempt: number) => number;
}

/** Repeats work that lost a race against another writer. @param work is given the number of the attempt, from 1 */
export async function retryOnConflict<T>(
  work: (attempt: number) => Promise<T>,
  { when, attempts, pauseMs }: RetryOptions,
): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= attempts || !when(error)) throw error;
    }
    if (pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs(attempt)));
  }
}
