/** What the id of a request tells by itself. */
import { locate } from "../../db/commit/segment.ts";

export { requestTime } from "../../db/commit/segment.ts";

/** Whether the text has the form of a request id of this service. */
export function isRequestId(text: string): boolean {
  return locate(text) !== null;
}
