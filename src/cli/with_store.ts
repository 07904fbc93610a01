/** The store for a short command, which may run while servers use the same store. */
import { withStoreOf } from "../app/open_store.ts";
import { storeLocation } from "../app/paths.ts";
import type { KeyServices } from "../service/access/keys.ts";
import { NOTICED_MS, SETTLED_MS } from "../records/maintenance.ts";
import type { CommandContext } from "./context.ts";
import { UsageError } from "./usage.ts";

/** @throws UsageError for a store in memory, which ends with the process */
export async function withStore(
  { config }: CommandContext,
  work: (services: KeyServices) => Promise<number>,
): Promise<number> {
  if (storeLocation(config) === ":memory:") {
    throw new UsageError("a store in memory exists only in its server process; this command cannot use it");
  }
  return await withStoreOf(config, work);
}

/** As `serversNotice`, and until what they had counted before is where it stays. */
export async function serversSettle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
}

/** Waits until running servers have polled the store's changes, so that a change applies when the command ends. */
export async function serversNotice(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, NOTICED_MS));
}
