/** What the id of a request tells by itself. */
export { isRequestId, requestTime } from "../../db/commit/segment.ts";
