/** Names made to be mistaken for another name by their letters. */

export interface Homograph {
  readonly is: boolean;
  /** The name it imitates, when one is known. */
  readonly target: string | null;
  /** A sentence fragment for people. */
  readonly why: string | null;
}

const NONE: Homograph = { is: false, target: null, why: null };

/** @param host lower-case A-labels, as `parseDomain` gives them. */
export function homographOf(_host: string): Homograph {
  return NONE;
}
