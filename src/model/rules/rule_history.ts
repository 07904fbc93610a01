/** Who made a rule, and what was changed of it since. */

/** The key that it was made with. */
export interface RuleAuthor {
  /** Its id. */
  readonly key: string;
  /** Its name then. */
  readonly name: string;
}

/** @param by a caller */
export function authorOf(by: { readonly key: { readonly id: string; readonly name: string } }): RuleAuthor {
  return { key: by.key.id, name: by.key.name };
}

export interface FieldEdit {
  readonly field: string;
  /** Null: it had none. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface RuleEdit {
  /** RFC 3339. */
  readonly at: string;
  readonly by: RuleAuthor;
  readonly changes: readonly FieldEdit[];
}

const MAX_EDITS = 50;

/** What differs between two states of a rule, in the order of `names`. */
export function editsOf<Name extends string>(
  before: { readonly [Each in Name]?: string },
  after: { readonly [Each in Name]?: string },
  names: readonly Name[],
): FieldEdit[] {
  return names.filter((name) => before[name] !== after[name]).map((name) => ({
    field: name,
    from: before[name] ?? null,
    to: after[name] ?? null,
  }));
}

/**
 * The history with one more entry, without the oldest where it becomes too long; the newest is always in it.
 * @param most characters: a history is stored with its rule
 */
export function withEdit(history: readonly RuleEdit[], edit: RuleEdit, most: number): RuleEdit[] {
  let chars = sizeOf(edit);
  const kept: RuleEdit[] = [edit];
  for (const earlier of history.toReversed()) {
    chars += sizeOf(earlier);
    if (kept.length === MAX_EDITS || chars > most) break;
    kept.unshift(earlier);
  }
  return kept;
}

function sizeOf(edit: RuleEdit): number {
  return JSON.stringify(edit).length;
}
