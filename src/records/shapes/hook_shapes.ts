/** The shapes of hooks, of their use and of their messages; see `shapes.ts`. */
import { HOOK_KINDS, HOOK_MODES, HOOK_RESULTS, WHEN_UNSURE } from "../../model/endpoints/hook.ts";
import {
  count,
  type EntryShape,
  label,
  list,
  number,
  object,
  oneOf,
  orNull,
  record,
  text,
} from "../../db/backup/shape.ts";

export const HOOK_SHAPES = {
  hooks: {
    parts: 1,
    value: list(
      object({
        id: text,
        account: text,
        kind: oneOf(...HOOK_KINDS),
        mode: oneOf(...HOOK_MODES),
        whenUnsure: oneOf(...WHEN_UNSURE),
        pointers: record(text),
        types: list(text),
        createdAt: number,
        secret: text,
        replaced: list(object({ secret: text, until: number })),
      }),
    ),
  },
  hookUse: {
    parts: 2,
    value: object({
      counts: record(count),
      last: orNull(object({ at: number, result: oneOf(...HOOK_RESULTS), note: label })),
      refused: orNull(object({ at: number, count })),
    }),
  },
  hookEvent: {
    parts: 2,
    value: object({ requestId: orNull(text), verdict: orNull(oneOf("allow", "review", "block")) }, {
      unreadable: oneOf(true),
    }),
  },
} satisfies Record<string, EntryShape>;
