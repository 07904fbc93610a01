/** Why a fact of a score is unknown. */
import type { StoredComponent } from "../records.ts";
import { type FactName, type FactRow, FACTS } from "./table.ts";

type Asked = Pick<StoredComponent, "kind" | "unknown">;

/** @returns a reason such as `timeout`, with its detail after a colon, as components have them */
export function whyUnknown(name: FactName, components: readonly Asked[]): string {
  const { of, path }: FactRow = FACTS[name];
  if (of === "signup") return "not_given";
  const component = components.find(({ kind }) => kind === of);
  if (component === undefined) return "not_given";
  return (path === undefined ? undefined : component.unknown[path]) ?? "no_data";
}
