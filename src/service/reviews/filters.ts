/** Filters of the review queue under a name, each person's own. */
import { originOf } from "../../model/access/audit.ts";
import { actorOf } from "../../model/access/who.ts";
import { AppError } from "../../model/error.ts";
import { hasControls } from "../../model/printable.ts";
import type { Caller } from "../../model/records.ts";
import type { SavedFilter } from "../../records/reviews/saved_filters.ts";
import type { Services } from "../context.ts";

export type { SavedFilter } from "../../records/reviews/saved_filters.ts";

/** Of one person. */
const MAX_FILTERS = 20;
export const MAX_FILTER_NAME = 40;
const MAX_QUERY = 2_000;

export function savedFilters({ store }: Services, caller: Caller): Promise<readonly SavedFilter[]> {
  return store.reviewFilters.of(caller.account.id, actorOf(caller).id);
}

/** In place of an earlier one of the name. @throws AppError invalid_value, conflict */
export async function saveFilter(services: Services, caller: Caller, saved: SavedFilter): Promise<void> {
  const { store } = services;
  const name = saved.name.trim();
  if (name === "" || name.length > MAX_FILTER_NAME || hasControls(name)) {
    throw new AppError("invalid_value", `A filter needs a name of at most ${MAX_FILTER_NAME} characters.`);
  }
  if (saved.query.length > MAX_QUERY) throw new AppError("invalid_value", "The filter is too long.");
  await store.reviewFilters.change(caller.account.id, actorOf(caller).id, (current) => {
    const others = current.filter((one) => one.name !== name);
    if (others.length >= MAX_FILTERS) {
      throw new AppError("conflict", `You have ${MAX_FILTERS} saved filters. Remove one first.`);
    }
    return [...others, { name, query: saved.query }].sort((one, other) => one.name.localeCompare(other.name));
  });
  await recordFilter(services, caller, "filter_saved", name);
}

export async function removeFilter(services: Services, caller: Caller, name: string): Promise<void> {
  await services.store.reviewFilters.change(
    caller.account.id,
    actorOf(caller).id,
    (current) => current.filter((one) => one.name !== name),
  );
  await recordFilter(services, caller, "filter_deleted", name);
}

async function recordFilter(
  { store }: Services,
  caller: Caller,
  action: "filter_saved" | "filter_deleted",
  name: string,
): Promise<void> {
  const names = [name.slice(0, MAX_FILTER_NAME)];
  await store.audit.record({ account: caller.account.id, action, names }, originOf(caller));
}
