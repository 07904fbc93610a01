/** `compact` and `repair`: work on the embedded store's file while no server runs. */
import { compactStore, repairStore } from "../app/open_store.ts";
import { storeLocation } from "../app/paths.ts";
import type { CommandContext } from "./context.ts";
import { readArgs, UsageError } from "./usage.ts";

export async function compactCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const path = storeFile("compact", args, context);
  const { before, after } = await compactStore(path);
  context.print(`${path}: ${megabytes(before)} before, ${megabytes(after)} now`);
  return 0;
}

export async function repairCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { print, warn } = context;
  const path = storeFile("repair", args, context);
  const { applied, missing, headless, kept } = await repairStore(path);
  if (kept.length === 0) {
    print(`${path}: its journal is whole, and all of it is in the store`);
    return 0;
  }
  print(`${path}: ${count(applied, "write")} of the journal were whole and are in the store now`);
  if (missing > 0) warn(`At least ${count(missing, "confirmed write")} could not be read and are lost.`);
  for (const name of headless) warn(`${name} had lost its beginning: more may have been in it.`);
  warn(`The journal as it was is kept: ${kept.join(", ")}`);
  return 0;
}

/** @throws UsageError when the settings name no file */
function storeFile(
  command: string,
  args: readonly string[],
  { config }: CommandContext,
): string {
  readArgs(args, {}, false);
  const location = storeLocation(config);
  if (location === ":memory:" || /^\w+:\/\//.test(location)) {
    throw new UsageError(`${command} is for the embedded store; WINNOW_STORE names another one`);
  }
  return location;
}

function count(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
