/** Counts of durations by upper bounds, as a Prometheus histogram has them. Counting one costs a few comparisons. */
export class Distribution {
  /** In seconds, ascending. */
  readonly bounds: readonly number[];
  /** One for each bound, and one for what exceeds them; not cumulative. */
  readonly counts: Float64Array;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  get sum(): number {
    return this.#sum;
  }

  add(seconds: number): void {
    let index = 0;
    while (index < this.bounds.length && seconds > this.bounds[index]!) index++;
    this.counts[index]!++;
    this.#sum += seconds;
  }
}
