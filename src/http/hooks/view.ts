/** What the pages of hooks show. */
import type { hookBody } from "../../service/hooks/hooks.ts";

export type HookView = ReturnType<typeof hookBody>;

/** Of a form: its field, or "" for the whole form. */
export interface HookProblem {
  readonly field: string;
  readonly text: string;
}
