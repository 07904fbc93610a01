/** Standard output and error of a command that may draw on a terminal. */
export interface CommandOutput {
  write(text: string): void;
  /** For messages that are not the result. */
  warn(text: string): void;
  /** True: a terminal, on which a progress bar can move. */
  readonly terminal: boolean;
  /** Width of the terminal. */
  readonly columns: number;
}

export function terminal(): CommandOutput {
  const encoder = new TextEncoder();
  const isTerminal = Deno.stdout.isTerminal();
  return {
    write: (text) => void Deno.stdout.writeSync(encoder.encode(text)),
    warn: (text) => void Deno.stderr.writeSync(encoder.encode(text)),
    terminal: isTerminal,
    columns: isTerminal ? Deno.consoleSize().columns : 100,
  };
}
