/** The head of one stream, as commits write it. */
import type { SetOp } from "../../../../src/db/engine.ts";
import { STREAM_HEAD } from "../../../../src/db/own_rows.ts";

export class StreamHeads {
  constructor(
    readonly stream: string,
    readonly expiresAt: number,
    readonly at: number = Date.now(),
  ) {}

  told(head: number): { readonly set: readonly SetOp[] } {
    return { set: [STREAM_HEAD.set(STREAM_HEAD.key(this.stream), [head, this.at], this.expiresAt)] };
  }
}
