/** Answers a request that has an Idempotency-Key: by the stored answer, or by its handler. */
import type { Caller } from "../../model/records.ts";
import type { Services } from "../../service/context.ts";
import type { SingleExecution } from "../../service/access/single_execution.ts";
import type { AppContext } from "../context.ts";
import { jsonText } from "../respond.ts";

interface ReadRequest {
  readonly services: Services;
  readonly caller: Caller;
  readonly sent: unknown;
  readonly raw: Uint8Array;
}

/** The request is valid: what is refused before is not kept. */
export async function answerOnce(
  c: AppContext,
  key: string,
  { services, caller, sent, raw }: ReadRequest,
  handle: (single: SingleExecution) => Promise<unknown>,
): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  const { text, isReplayed } = await services.idempotency.answer({
    caller,
    key,
    endpoint: `${c.req.method} ${pathname}${search}`,
    body: raw.length > 0 ? raw : JSON.stringify(sent),
  }, handle);
  return jsonText(c, text, 200, isReplayed ? { "idempotent-replayed": "true" } : {});
}
