/** `POST /v1/batch`: up to 500 values of one kind. */
import { z } from "@hono/zod-openapi";
import { invalidField } from "../../model/error.ts";
import { MAX_BATCH_ITEMS, scoreBatch } from "../../service/score/batch.ts";
import { readCountry } from "../../service/score/value_reader.ts";
import { LARGE_BODY_LIMIT } from "../body.ts";
import { endpoint, HEAVY, scoringContext } from "../endpoint.ts";
import { batchBody, batchResult } from "./batch_schema.ts";
import { strictnessQuery } from "../common_schema.ts";

export const batch = endpoint({
  method: "post",
  path: "/v1/batch",
  family: "general",
  scope: "score",
  weight: HEAVY,
  tag: "Scoring",
  summary: "Score up to 500 values",
  idempotent: true,
  description:
    "A failed item is returned as `input` and `error`, and is not billed. More than 500 items are refused as a whole.",
  query: z.object({ strictness: strictnessQuery }),
  body: {
    schema: batchBody,
    limit: LARGE_BODY_LIMIT,
    maxItems: { "/items": MAX_BATCH_ITEMS },
    example: { type: "ip", items: ["185.220.101.1", "not an address"] },
  },
  errors: ["too_many_items"],
  response: batchResult,
  exampleParts: {
    type: "ip",
    count: 2,
    succeeded: 1,
    failed: 1,
    billable_lookups: 1,
    results: [
      { input: "185.220.101.1", cached: true },
      { input: "not an address", error: "this is not a valid IP address: is not an IPv4 or IPv6 address" },
    ],
  },
  handler: (request) => {
    const { type, items, strictness, phone_country } = request.body;
    return scoreBatch(
      request.services,
      scoringContext(request, "batch", strictness ?? request.query.strictness),
      {
        type,
        items,
        phoneCountry: type === "phone"
          ? readCountry(phone_country, (why) => invalidField("/phone_country", why))
          : null,
      },
    );
  },
});
