const SLICE_MS = 10;

/** Runs the generator to its end, yielding to the event loop every SLICE_MS. */
export async function runInSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (let until = performance.now() + SLICE_MS;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    until = performance.now() + SLICE_MS;
  }
}
