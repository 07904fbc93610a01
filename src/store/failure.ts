/** An open store cannot be read or written now: the disk is full, the server unreachable. The message names it and is for the log. */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
}

/** Other writers kept changing the same entries first. Nothing was written; the same request may succeed when repeated. */
export class WriteConflict extends Error {
  override readonly name: string = "WriteConflict";
}

/** Another process changed rules meanwhile: what was read of them is outdated or incomplete. */
export class RulesChanged extends WriteConflict {
  override readonly name = "RulesChanged";
}
