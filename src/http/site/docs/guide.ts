/** A guide of the documentation. */
import type { Child } from "hono/jsx";
import type { View } from "../view.ts";

export interface Guide {
  /** Below `/docs/`. */
  readonly slug: string;
  readonly title: string;
  /** One sentence for the list of guides. */
  readonly about: string;
  render(given: { view: View; settings: readonly SettingDoc[] }): Child;
}

export interface SettingDoc {
  readonly name: string;
  readonly default: string;
  readonly about: string;
}
