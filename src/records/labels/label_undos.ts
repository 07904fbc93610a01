/** What the labels of scores were before many were labelled together, kept for a day. */
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import { Document } from "../document.ts";
import { record, transient } from "../define.ts";
import { DAY_MS } from "../../model/duration.ts";
import type { ComponentKind } from "../../model/component.ts";
import type { LabelType, Outcome, OutcomeLabel } from "../../model/records.ts";
import type { Labelling } from "./labels.ts";

/** What a score was before; an outcome of null: it had no label. Those of earlier versions lack what they did not know. */
export type EarlierLabel = readonly [
  requestId: string,
  outcome: Outcome | null,
  values?: readonly ComponentKind[],
  more?: Pick<OutcomeLabel, "type" | "happenedAt" | "source"> & { readonly at: number },
];

/** What many scores were labelled together, and what each was before. */
interface StoredLabelUndo {
  readonly outcome: Outcome;
  readonly type?: LabelType;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Id of the person or key that labelled them, to whom alone the undo is offered; earlier versions have none. */
  readonly by?: string;
  readonly before: readonly EarlierLabel[];
  /** The id of the next part, of more scores than one value holds; the first part has the number of all. */
  readonly next?: string;
  readonly count?: number;
}

/** @param label of the score; null: it has none */
export function earlierLabel(requestId: string, label: OutcomeLabel | null): EarlierLabel {
  if (label === null) return [requestId, null];
  const { outcome, values = [], type, happenedAt, source, at } = label;
  const more = {
    at,
    ...(type === undefined ? {} : { type }),
    ...(happenedAt === undefined ? {} : { happenedAt }),
    ...(source === undefined ? {} : { source }),
  };
  return [requestId, outcome, values, more];
}

/** As a score is labelled to have the earlier label again. */
export function labellingOf([, outcome, values = [], more]: EarlierLabel): Labelling {
  if (more === undefined) return { outcome, values };
  const { at, ...said } = more;
  return { outcome, values, ...said, labelledAt: at };
}
export const LABEL_UNDO = record({
  prefix: "label-undo",
  key: ["account", "id"],
  value: transient<StoredLabelUndo>(),
  lifetimeMs: DAY_MS,
});

export class LabelUndos {
  readonly #writer: Writer;
  readonly #undos: Document<StoredLabelUndo, [account: string, id: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#undos = new Document(engine, LABEL_UNDO, ({ at }) => at + LABEL_UNDO.lifetimeMs);
  }

  /** Durable when it resolves. */
  put(account: string, id: string, undo: StoredLabelUndo): Promise<void> {
    return this.#writer.write(this.#undos.put([account, id], undo));
  }

  /** Null when there is none, it is another account's, or its day is over. */
  get(account: string, id: string, now: number): Promise<StoredLabelUndo | null> {
    return this.#undos.get([account, id], now);
  }

  remove(account: string, id: string): Promise<void> {
    return this.#writer.write(this.#undos.remove([account, id]));
  }
}
