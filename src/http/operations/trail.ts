import type { Caller } from "../../model/records.ts";

/** What is noted on the way of a request for the access log. */
export interface Trail {
  caller: Caller | null;
  /** Of an answer that leaves no stored score. */
  requestId: string | null;
}
