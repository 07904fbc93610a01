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
