/** A change of an account's decisions that is planned against those in memory, and again when they changed meanwhile. */
import type { LedgerChange } from "../../model/decisions/reconcile.ts";
import type { Change } from "../../records/change.ts";
import type { AccountDecisions } from "./account_decisions.ts";

/** What made the decisions as they are; another one, or a later time: they are to be looked at again. */
export interface Basis {
  readonly rules: unknown;
  readonly lists: string;
  readonly until: number;
}

export type Plan<T> = (decisions: AccountDecisions) => Planned<T> | Promise<Planned<T>>;

interface Planned<T> {
  readonly change: LedgerChange;
  readonly result: T;
  readonly also?: Change;
  readonly basis?: Basis;
}
