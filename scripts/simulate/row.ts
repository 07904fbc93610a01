/** A line of the table of simulations. */
export interface Row {
  readonly attack: string;
  readonly attempt: string;
  readonly result: string;
  /** Null: reported without a limit. */
  readonly ok: boolean | null;
}

export interface Simulation {
  readonly name: string;
  run(): AsyncIterable<Row>;
}
