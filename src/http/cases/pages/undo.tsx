/** What was done to scores, with its undo where there is one. */
import type { LabelUndo } from "../../../service/feedback/bulk_label.ts";
import { LABEL_TYPES, type LabelType } from "../../../model/records.ts";
import { each } from "../../site/each.ts";
import { PostButton } from "../../site/parts/form.tsx";
import { Notice, thousands } from "../../site/parts/marks.tsx";
import type { View } from "../../site/view.ts";
import { LABEL_NAMES, LABEL_TYPE_NAMES } from "../../site/words.ts";

interface UndoProps {
  readonly view: View;
  readonly undo: LabelUndo;
  /** The page to return to. */
  readonly back: string;
  /** Scores that somebody else labelled otherwise meanwhile. */
  readonly late?: number;
}

export function UndoNotice({ view, undo, back, late = 0 }: UndoProps) {
  return (
    <Notice>
      {scores(undo.count)} labelled as {LABEL_NAMES[undo.outcome]}
      {undo.type === null ? "" : ` (${LABEL_TYPE_NAMES[undo.type]})`}.{" "}
      <PostButton view={view} action="/console/labels/undo" fields={{ undo: undo.id, back }}>
        Undo
      </PostButton>
      {late === 0 ? null : ` ${lateWords(late)}`}
    </Notice>
  );
}

/** Of what was selected nothing was labelled. */
export function StaleNotice({ late }: { late: number }) {
  return <Notice kind="warn">{lateWords(late)}</Notice>;
}

function lateWords(late: number): string {
  return `${scores(late)} ${late === 1 ? "was" : "were"} decided meanwhile, and keep what was decided.`;
}

type Done =
  | { readonly done: "labelled" | "noted" | "same" }
  /** @param left labels that were changed since, and stay */
  | { readonly done: "undone"; readonly count: number; readonly left: number };

const DONE = {
  labelled: "Label saved. It takes effect from the next score.",
  noted: "Note saved.",
  same: "All of them had this label already.",
} as const;

export function DoneNotice(props: Done) {
  if (props.done !== "undone") return <Notice>{DONE[props.done]}</Notice>;
  const { count, left } = props;
  return (
    <Notice>
      The labels of {scores(count)} are as they were.
      {left === 0 ? null : ` ${scores(left)} were labelled again since, and keep that label.`}
    </Notice>
  );
}

/** What a fraud label of the form says beside it; the choice is ignored by its other buttons. */
export function TypeOfFraud({ chosen }: { chosen?: LabelType | undefined }) {
  return (
    <select name="type" aria-label="Type of fraud">
      <option value="">Type of fraud</option>
      {each(
        LABEL_TYPES,
        (type) => <option value={type} selected={type === chosen}>{LABEL_TYPE_NAMES[type]}</option>,
      )}
    </select>
  );
}

/** "1 score", "15 scores". */
export function scores(count: number): string {
  return `${thousands(count)} ${count === 1 ? "score" : "scores"}`;
}
