/** The headers of idempotent requests, for the OpenAPI document. */
import { z } from "@hono/zod-openapi";
import { IDEMPOTENCY_KEY, MAX_KEY_CHARS } from "./key.ts";

export const IDEMPOTENCY_HEADERS = z.object({
  [IDEMPOTENCY_KEY]: z.string().min(1).max(MAX_KEY_CHARS + 2).optional().meta({
    description:
      "Sent again with the same key and the same request within 24 hours, the request is not executed again: it gets the first one's answer, with the same request_id, and costs nothing. A UUID for each request is advised; quoted or not",
    example: '"0b8f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c"',
  }),
});

export const REPLAY_HEADERS = {
  "Idempotent-Replayed": {
    description: "true: the answer is that of an earlier request with the same Idempotency-Key",
    schema: { type: "string", enum: ["true"] },
  },
} as const;
