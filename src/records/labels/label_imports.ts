/**
 * Imports of label files, kept as long as scores: what each label was before, in parts. A part is stored before its labels
 * are, so that whatever an import labelled can be put back, also when the import was interrupted.
 */
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import { Document } from "../document.ts";
import { JournalList } from "../journal_list.ts";
import { anything, count, list, number, object, oneOf, record, text, tuple } from "../define.ts";
import { type Outcome, OUTCOMES, RETENTION_MS } from "../../model/records.ts";
import type { EarlierLabel } from "./label_undos.ts";

interface LabelImport {
  /** When its labels were given: theirs are told from later ones by it. Milliseconds since the epoch. */
  readonly at: number;
  /** Scores whose label it was to change. */
  readonly count: number;
  readonly parts: number;
}
export const LABEL_IMPORT = record({
  prefix: "label-import",
  key: ["account", "id"],
  value: object<LabelImport>({ at: number, count, parts: count }),
  lifetimeMs: RETENTION_MS,
});

/** What a score was labelled, and what its label was before. */
type ImportedLabel = readonly [outcome: Outcome, before: EarlierLabel];
export const LABEL_IMPORT_PART = record({
  prefix: "label-import-part",
  key: ["account", "id", "part"],
  value: list(tuple<ImportedLabel>([oneOf(...OUTCOMES), tuple([text], anything)])),
  lifetimeMs: RETENTION_MS,
});

/** Scores of a part: it fits a value of the store (64 KiB). */
export const LABELS_PER_PART = 250;

export class LabelImports {
  readonly #writer: Writer;
  readonly #imports: JournalList<LabelImport, [account: string, id: string]>;
  readonly #parts: Document<readonly ImportedLabel[], [account: string, id: string, part: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#imports = new JournalList(engine, LABEL_IMPORT, ({ at }) => at + LABEL_IMPORT.lifetimeMs);
    this.#parts = new Document(engine, LABEL_IMPORT_PART);
  }

  /** Durable when it resolves. */
  begin(account: string, id: string, value: LabelImport): Promise<void> {
    return this.#writer.write(this.#imports.put([account, id], value));
  }

  /** Durable when it resolves: from then on the labels of the part may be given. @param at of the import */
  putPart(
    account: string,
    id: string,
    { part, at, labels }: {
      readonly part: number;
      readonly at: number;
      readonly labels: readonly ImportedLabel[];
    },
  ): Promise<void> {
    const end = at + LABEL_IMPORT_PART.lifetimeMs;
    return this.#writer.write(this.#parts.put([account, id, partName(part)], labels, end));
  }

  /** Null when there is none, it is another account's, or it was undone. */
  get(account: string, id: string, now: number): Promise<LabelImport | null> {
    return this.#imports.get([account, id], now);
  }

  /** Empty when the import was interrupted before it. */
  async part(account: string, id: string, part: number): Promise<readonly ImportedLabel[]> {
    return await this.#parts.get([account, id, partName(part)]) ?? [];
  }

  /** The newest ones: ids sort by time. */
  newest(account: string, limit: number, now: number) {
    return this.#imports.page([account], { limit, before: null }, now);
  }

  async remove(account: string, id: string, { parts }: LabelImport): Promise<void> {
    for (let part = 0; part < parts; part++) {
      await this.#writer.write(this.#parts.remove([account, id, partName(part)]));
    }
    await this.#writer.write(this.#imports.remove([account, id]));
  }
}

function partName(part: number): string {
  return part.toString(16).padStart(4, "0");
}
