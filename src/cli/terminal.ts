/** The terminal as a place to write. */
import type { CommandOutput } from "./output.ts";

export function terminal(): CommandOutput {
  const encoder = new TextEncoder();
  const isTerminal = Deno.stdout.isTerminal();
  return {
    write: (text) => void Deno.stdout.writeSync(encoder.encode(text)),
    complain: (text) => void Deno.stderr.writeSync(encoder.encode(text)),
    terminal: isTerminal,
    columns: isTerminal ? Deno.consoleSize().columns : 100,
  };
}
