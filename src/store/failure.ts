/** An open store that cannot be read or written now: the disk is full, the server away. The message names it and is for the log. */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
}

/** Others kept changing the same thing first. Nothing was written; the same request may succeed a moment later. */
export class WriteConflict extends Error {
  override readonly name: string = "WriteConflict";
}
