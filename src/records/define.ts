/** The words in which a noun's file says what it stores: `export const NOTE = record({ … })`, one row that says all of it. */
import { keyspace } from "../db/keyspace.ts";
import { oneOf } from "../db/shape.ts";

export { transient } from "../db/keyspace.ts";
export * from "../db/shape.ts";

export const verdict = oneOf("allow", "review", "block");

/** Entries whose key begins with the part `account` go when that account is forgotten. The row is in the list of `index.ts`. */
export const record = keyspace;
