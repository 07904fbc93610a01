/** Calls `stop` after the time, or when the signal aborts (immediately when it has), until the limit is disposed of. */
export function timeLimit(milliseconds: number, stop: () => void, signal?: AbortSignal): Disposable {
  const timer = setTimeout(stop, milliseconds);
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    },
  };
}

/** Resolves when the work has ended, however, or after the time. */
export async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  using _limit = timeLimit(ms, late.resolve);
  await Promise.race([work.catch(() => {}), late.promise]);
}
