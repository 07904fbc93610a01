/** Cases of the review queue that somebody has claimed or was assigned; gone with their decision. */
import type { Engine } from "../../db/engine.ts";
import type { Writer } from "../../db/commit/writer.ts";
import { requestIdOf } from "../../model/linkage/ring.ts";
import { RETENTION_MS } from "../../model/records.ts";
import type { Who } from "../../model/access/who.ts";
import type { ReviewCase, ReviewClaim } from "../../model/review.ts";
import type { Change } from "../change.ts";
import { Document } from "../document.ts";
import { label, number, object, record, text } from "../define.ts";
import { State } from "../state.ts";

export const WHO = object<Who>({ id: text, name: label });

export const REVIEW_CASE = record({
  prefix: "review-case",
  key: ["account", "id"],
  value: object<ReviewCase>({}, {
    claim: object<ReviewClaim>({ by: WHO, at: number, until: number }),
    assigned: WHO,
  }),
  lifetimeMs: RETENTION_MS,
});

export class ReviewCases {
  readonly #engine: Engine;
  readonly #cases: Document<ReviewCase, [account: string, id: string]>;
  readonly #states: State<ReviewCase, [account: string, id: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#engine = engine;
    this.#cases = new Document(engine, REVIEW_CASE);
    this.#states = new State(writer, REVIEW_CASE);
  }

  /** As the store has them, whichever process wrote them; null where nobody has the case. */
  getMany(account: string, requestIds: readonly string[]): Promise<(ReviewCase | null)[]> {
    return this.#cases.getMany(requestIds.map((id) => [account, idOf(id)]));
  }

  /** The ids of an account's cases, the oldest score first, with who has each. */
  async *list(account: string): AsyncIterable<{ readonly requestId: string; readonly found: ReviewCase }> {
    for await (const { key, value } of this.#engine.scan(REVIEW_CASE.below(account))) {
      yield { requestId: requestIdOf(key[2]!), found: REVIEW_CASE.read(value) };
    }
  }

  /** Durable when it resolves. @param change null: nobody has the case any more @param end of what it holds */
  async change<New extends ReviewCase | null>(
    account: string,
    requestId: string,
    change: (current: ReviewCase | null) => New,
    { end, also }: { readonly end: number; readonly also?: Change },
  ): Promise<New> {
    const key: [string, string] = [account, idOf(requestId)];
    return await this.#states.change(key, change, { end, ...(also === undefined ? {} : { also }) });
  }

  /** Part of a commit: nobody has the case any more. */
  closing(account: string, requestId: string): Change {
    return this.#states.changing([account, idOf(requestId)], () => null);
  }

  forget(account: string, requestId: string): void {
    this.#states.forget(account, idOf(requestId));
  }
}

function idOf(requestId: string): string {
  return requestId.slice(4).replaceAll("-", "");
}
