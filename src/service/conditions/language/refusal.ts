/** A message quotes what was written, which may be long. */
const MAX_MESSAGE_CHARS = 300;

/** Thrown within this folder; `compileCondition` turns it into a `ConditionProblem`. */
export class Refusal extends Error {
  /** @param at offset in the condition @param nearest the name that was probably meant */
  constructor(readonly at: number, message: string, readonly nearest: string | null = null) {
    super(message.length > MAX_MESSAGE_CHARS ? `${message.slice(0, MAX_MESSAGE_CHARS - 1)}…` : message);
  }
}
