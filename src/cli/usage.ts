/** Parses a command's arguments. */
import { parseArgs, type ParseArgsConfig } from "node:util";

/** Wrong arguments; the message says what the command takes. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** @throws UsageError for an unknown option or a missing value */
export function readArgs<const T extends Options>(args: readonly string[], options: T, positionals: boolean) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: positionals, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split("\n")[0]!);
  }
}

/** @throws UsageError unless it is a whole number of at least `min` */
export function wholeNumber(text: string | undefined, name: string, min: number): number | null {
  if (text === undefined) return null;
  const value = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
  if (!(value >= min)) throw new UsageError(`--${name} must be a whole number of at least ${min}`);
  return value;
}

/** Lookups per month; null: `unlimited`. Undefined when it is not given. @throws UsageError */
export function monthlyOption(text: string | undefined): number | null | undefined {
  if (text === undefined || text === "unlimited") return text === undefined ? undefined : null;
  if (!/^\d{1,12}$/.test(text)) throw new UsageError("--monthly must be a whole number or unlimited");
  return Number(text);
}
