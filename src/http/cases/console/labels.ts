/** Forms of the console about scores: the undo of labels, notes. */
import type { ConsolePages } from "../../console/pages.ts";
import { AppError } from "../../../model/error.ts";
import { LABEL_TYPES } from "../../../model/records.ts";
import { putNote } from "../../../service/cases/note.ts";
import { type BulkLabel, undoLabels } from "../../../service/feedback/bulk_label.ts";
import type { Form } from "../../site/form.ts";
import { safeNext, type SignedVisit } from "../../site/page_handler.ts";
import { seeOther } from "../../site/respond.ts";

export const labelPages: ConsolePages = {
  menu: [],
  reads: "scores.search",
  writes: "labels.write",
  pages: {},
  forms: {
    "/console/labels/undo": undo,
    "/console/scores/:id/note": { take: note, action: "notes.write" },
  },
};

async function undo({ c, services, signed }: SignedVisit, form: Form): Promise<Response> {
  const { restored, left } = await undoLabels(services, signed.caller, form.text("undo"));
  const back = withParameter(safeNext(form.text("back")), ["undone", String(restored)]);
  return seeOther(c, left === 0 ? back : withParameter(back, ["left", String(left)]));
}

async function note({ c, services, signed }: SignedVisit, form: Form): Promise<Response> {
  const requestId = c.req.param("id") ?? "";
  const refuse = (why: string) => new AppError("invalid_value", `The note ${why}.`);
  await putNote(services, signed.caller, requestId, form.text("note").trim(), refuse);
  return seeOther(c, `/console/scores/${requestId}?done=noted`);
}

/** The type is of fraud only: a form has one choice of it for all its buttons. @throws AppError invalid_value */
export function labelOf(form: Form): BulkLabel {
  const outcome = form.text("outcome");
  if (outcome === "legit") return { outcome };
  if (outcome !== "fraud") throw new AppError("invalid_value", "Label a score as fraud or legit.");
  const type = form.text("type");
  if (type === "") return { outcome };
  const known = LABEL_TYPES.find((each) => each === type);
  if (known === undefined) throw new AppError("invalid_value", "Choose a type of fraud from the list.");
  return { outcome, type: known };
}

export function withParameter(
  address: string,
  [name, value]: readonly [name: string, value: string],
): string {
  return `${address}${address.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`;
}
