/** Why a text is not a value of its kind. */
export class InvalidValue {
  /**
   * @param reason sentence fragment for the caller, for example "must not be empty"
   * @param field what of the request it is about
   */
  constructor(readonly reason: string, readonly field: "value" | "country" = "value") {}
}

const EMPTY = new InvalidValue("must not be empty");

/** Why a text cannot be parsed because of its length; null when it can. Blanks count as empty. */
export function sizeProblem(text: string, max = Infinity): InvalidValue | null {
  if (text.trim() === "") return EMPTY;
  return text.length > max ? new InvalidValue(`may have at most ${max} characters`) : null;
}
