/** Errors of a form of several fields. */
import type { AppError } from "../../model/error.ts";
import { problemOf } from "../site/page_handler.ts";

/** The field that the error is about, "" for the whole form, and what is wrong. */
export function shownError(error: AppError): { readonly field: string; readonly text: string } {
  const [first] = error.extra.errors ?? [];
  const field = first === undefined ? "" : "pointer" in first ? first.pointer.slice(1) : first.parameter;
  return { field, text: problemOf(error) };
}
