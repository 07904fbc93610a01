/** The pages of a noun in the console, as its folder declares them for `nouns.ts`. */
import type { KeyScope } from "../../model/access/key_scope.ts";
import type { ConsoleFormOptions, ShowPage, TakeForm } from "../site/page_handler.ts";
import type { MenuEntry } from "../site/view.ts";

interface Pages {
  readonly menu: readonly MenuEntry[];
  /** By path. */
  readonly pages: Readonly<Record<string, ShowPage>>;
}

interface Forms {
  /** What the key that the visitor signed in with needs, where a form names no other. */
  readonly scope: KeyScope;
  /** By path. */
  readonly forms: Readonly<Record<string, TakeForm | ConsoleForm>>;
}

interface ConsoleForm extends Partial<ConsoleFormOptions> {
  readonly take: TakeForm;
}

export type ConsolePages = Pages & (Forms | { readonly [Name in keyof Forms]?: never });
