/** Where a command writes. */
export interface CommandOutput {
  write(text: string): void;
  /** For messages that are not the answer. */
  complain(text: string): void;
  /** True: a person looks on, so a bar may move. */
  readonly terminal: boolean;
  /** Width of the terminal. */
  readonly columns: number;
}
