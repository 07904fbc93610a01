/** The pages of a noun in the console, as its folder declares them for `nouns.ts`. */
import type { Hono } from "hono";
import type { AppEnv } from "../context.ts";
import type { Site } from "../site/site.ts";
import type { MenuEntry } from "../site/view.ts";

export interface ConsolePages {
  readonly menu: readonly MenuEntry[];
  mount(app: Hono<AppEnv>, site: Site): void;
}
