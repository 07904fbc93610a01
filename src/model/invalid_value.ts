/** Why a text is no value of its kind. */
export class InvalidValue {
  /**
   * @param reason sentence fragment for the caller, for example "must not be empty"
   * @param field what of the request it is about
   */
  constructor(readonly reason: string, readonly field: "value" | "country" = "value") {}
}
