/** `requests_last_hour`: how often an agent came to an account, counted by authorizations and scored signups. */
import type { Caller } from "../../model/records.ts";
import type { CellUpdate } from "../../store/commit/write_batch.ts";
import type { Services } from "../context.ts";

export interface Hour {
  /** Written with what the request is billed; nothing for test keys. */
  readonly cells: readonly CellUpdate[];
  /** With this request, after the cells are written; null when it is not known. */
  count(): number | null;
}

/** @param identifier of the verified agent; null when none was verified */
export async function hourOf(
  services: Pick<Services, "hasher" | "now" | "agents">,
  caller: Caller,
  identifier: string | null,
): Promise<Hour> {
  if (identifier === null) return { cells: [], count: () => null };
  const { activity } = services.agents;
  const account = caller.account.id;
  const agent = services.hasher.hash("agent", identifier);
  const now = services.now();
  if (caller.key.mode === "test") {
    const before = await activity.count(account, agent, now).catch(() => null);
    return { cells: [], count: () => before === null ? null : before + 1 };
  }
  let counted: number | null = null;
  const cell = activity.update(account, agent, now, (count) => counted = count);
  return { cells: [cell], count: () => counted };
}
