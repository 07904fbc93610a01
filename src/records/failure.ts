/** What the store throws that callers tell apart. */
export { RulesChanged, StoreFailure, WriteConflict } from "../db/failure.ts";
