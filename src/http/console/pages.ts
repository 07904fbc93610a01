/** The pages of a noun in the console, as its folder declares them for `nouns.ts`. */
import type { Action } from "../../model/access/action.ts";
import type { ConsoleFormOptions, ShowPage, TakeForm } from "../site/page_handler.ts";
import type { FormAction, GuardedEntry, MenuEntry } from "../site/view.ts";

interface Pages {
  readonly menu: readonly MenuEntry[];
  /** What reading a page is, where the page names no other action. */
  readonly reads: Action;
  /** By path. */
  readonly pages: Readonly<Record<string, ShowPage | ConsolePage>>;
}

interface Forms {
  /** What sending a form is, where the form names no other action. */
  readonly writes: Action;
  /** By path. */
  readonly forms: Readonly<Record<string, TakeForm | ConsoleForm>>;
}

interface ConsolePage {
  readonly show: ShowPage;
  readonly action: Action;
}

interface ConsoleForm extends Partial<ConsoleFormOptions> {
  readonly take: TakeForm;
}

export type ConsolePages = Pages & (Forms | { readonly [Name in keyof Forms]?: never });

/** A page or a form as it is served. */
interface Guarded<Handler> extends ConsoleFormOptions {
  readonly path: string;
  readonly handler: Handler;
}

export function pagesOf({ pages, reads }: ConsolePages): readonly Guarded<ShowPage>[] {
  return Object.entries(pages).map(([path, row]) =>
    typeof row === "function"
      ? { path, handler: row, action: reads }
      : { path, handler: row.show, action: row.action }
  );
}

export function formsOf({ forms, writes }: ConsolePages): readonly Guarded<TakeForm>[] {
  if (forms === undefined) return [];
  return Object.entries(forms).map(([path, row]) => {
    const { take, ...options } = typeof row === "function" ? { take: row } : row;
    return { path, handler: take, action: writes, ...options };
  });
}

/** The navigation, each entry with what reading its page is. */
export function menuOf(all: readonly ConsolePages[]): readonly GuardedEntry[] {
  const pages = all.flatMap(pagesOf);
  return all.flatMap(({ menu, reads }) =>
    menu.map((entry) => ({
      ...entry,
      action: pages.find(({ path }) => path === entry.href)?.action ?? reads,
    }))
  );
}

export function formActions(all: readonly ConsolePages[]): FormAction {
  const rows = all.flatMap(formsOf).map(({ path, action }) => ({
    path: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`),
    action,
  }));
  return (path) => rows.find((row) => row.path.test(path))?.action ?? null;
}
