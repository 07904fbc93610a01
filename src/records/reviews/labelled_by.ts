/** Who gave scores their newest labels, kept as long as the scores. Labels of earlier versions and of imported files have none. */
import type { Engine } from "../../db/engine.ts";
import { RETENTION_MS } from "../../model/records.ts";
import type { LabelledBy } from "../../model/review.ts";
import type { Change } from "../change.ts";
import { number, object, oneOf, record, text } from "../define.ts";
import { Document } from "../document.ts";
import { WHO } from "./cases.ts";

export const LABELLED_BY = record({
  prefix: "labelled-by",
  key: ["account", "id"],
  value: object<LabelledBy>({ by: WHO, at: number, outcome: oneOf("fraud", "legit", "none") }, {
    undo: text,
  }),
  lifetimeMs: RETENTION_MS,
});

export class LabelAuthors {
  readonly #authors: Document<LabelledBy, [account: string, id: string]>;

  constructor(engine: Engine) {
    this.#authors = new Document(engine, LABELLED_BY);
  }

  async get(account: string, requestId: string): Promise<LabelledBy | null> {
    return (await this.getMany(account, [requestId]))[0]!;
  }

  getMany(account: string, requestIds: readonly string[]): Promise<(LabelledBy | null)[]> {
    return this.#authors.getMany(requestIds.map((id) => [account, idOf(id)]));
  }

  /** Part of the commit of the label. */
  noting(
    account: string,
    score: { readonly id: string; readonly expiresAt: number },
    labelled: LabelledBy,
  ): Change {
    return this.#authors.put([account, idOf(score.id)], labelled, score.expiresAt);
  }
}

function idOf(requestId: string): string {
  return requestId.slice(4).replaceAll("-", "");
}
