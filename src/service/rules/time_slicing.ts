const TURN_MS = 10;

/** Works the steps off, and lets others have their turn after each TURN_MS. */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (let until = performance.now() + TURN_MS;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    until = performance.now() + TURN_MS;
  }
}
