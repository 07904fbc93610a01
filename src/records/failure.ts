/** What the store throws that callers tell apart. */
export { StoreFailure, WriteConflict } from "../db/failure.ts";
