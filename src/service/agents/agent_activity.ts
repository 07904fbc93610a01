/** `requests_last_hour`: requests of an agent to an account, counted by authorizations and scored sign-ups. */
import type { Caller } from "../../model/records.ts";
import type { CellUpdate } from "../../store/commit/cell.ts";
import type { Services } from "../context.ts";

interface HourlyCount {
  /** To be written with the request's bill; none for test keys. */
  readonly cells: readonly CellUpdate[];
  /** Including this request, after the cells are written; null when unknown. */
  count(): number | null;
}

/** @param identifier of the verified agent; null when none was verified */
export async function hourlyCount(
  services: Pick<Services, "store" | "hasher" | "now">,
  caller: Caller,
  identifier: string | null,
): Promise<HourlyCount> {
  if (identifier === null) return { cells: [], count: () => null };
  const { agentActivity } = services.store;
  const account = caller.account.id;
  const agent = services.hasher.hash("agent", identifier);
  const now = services.now();
  if (caller.key.mode === "test") {
    const before = await agentActivity.count(account, agent, now).catch(() => null);
    return { cells: [], count: () => before === null ? null : before + 1 };
  }
  let counted: number | null = null;
  const cell = agentActivity.update(account, agent, now, (count) => counted = count);
  return { cells: [cell], count: () => counted };
}
