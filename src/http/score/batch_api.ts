/** `POST /v1/batch`: up to 500 values of one kind. */
import { z } from "@hono/zod-openapi";
import { invalidField } from "../../model/error.ts";
import { MAX_BATCH_ITEMS, scoreBatch } from "../../service/score/batch.ts";
import { readCountry } from "../../service/score/value_reader.ts";
import { LARGE_BODY_LIMIT } from "../body.ts";
import { endpoint, HEAVY, scoringContext } from "../endpoint.ts";
import { seconds, strictnessBody, strictnessQuery, valueKind } from "../common_schema.ts";
import { domainEndpointResult } from "./signals/domain.ts";
import { emailResult } from "./signals/email.ts";
import { firstSeen, timesSeen } from "./signals/fields.ts";
import { ipResult } from "./signals/ip.ts";
import { phoneResult } from "./signals/phone.ts";

const batchBody = z.object({
  type: valueKind,
  items: z.array(z.string()).min(1).meta({
    maxItems: 500,
    example: ["185.220.101.1", "8.8.8.8"],
    description: "The values, all of the same type",
  }),
  strictness: strictnessBody,
  phone_country: z.string().nullish().meta({ example: "GB" }).describe(
    "ISO 3166-1 alpha-2, for phone numbers in national format",
  ),
});

const input = z.string().describe("The item as sent");

const failedItem = z.object({
  input,
  error: z.string().describe("Why it was not scored; a sentence"),
}).openapi("BatchFailedItem", { description: "An item that could not be read. Not billed" });

const ipItem = ipResult.extend({
  input,
  cached: z.boolean().describe("What is remembered of the address was in memory"),
  first_seen: firstSeen,
  times_seen: timesSeen,
}).openapi("BatchIpItem", { description: "The result of /v1/score/ip with its input" });

const emailItem = emailResult.extend({ input }).openapi("BatchEmailItem", {
  description: "The result of /v1/verify/email with its input",
});
const domainItem = domainEndpointResult.extend({ input }).openapi("BatchDomainItem", {
  description: "The result of /v1/score/domain with its input",
});
const phoneItem = phoneResult.extend({ input }).openapi("BatchPhoneItem", {
  description: "The result of /v1/lookup/phone with its input",
});

function resultOf<Type extends z.infer<typeof valueKind>, Item extends z.ZodType>(type: Type, item: Item) {
  return z.object({
    type: z.literal(type).describe("As in the request"),
    count: z.int().describe("Items sent"),
    succeeded: z.int().describe("Items scored"),
    failed: z.int().describe("Items that could not be read"),
    billable_lookups: z.int().describe("Lookups that this request is billed; 0 for test keys"),
    processing_time_sec: seconds,
    results: z.array(z.union([item, failedItem])).describe(
      "In the order of the items. One that failed has `error`; no other has",
    ),
  });
}

const batchResult = z.discriminatedUnion("type", [
  resultOf("ip", ipItem).openapi("BatchIpResult", { description: "Scores of IP addresses" }),
  resultOf("email", emailItem).openapi("BatchEmailResult", { description: "Scores of e-mail addresses" }),
  resultOf("domain", domainItem).openapi("BatchDomainResult", { description: "Scores of domains" }),
  resultOf("phone", phoneItem).openapi("BatchPhoneResult", { description: "Scores of phone numbers" }),
]).openapi("BatchResult", { description: "The scores of a batch, by the type of its values" });

export const batch = endpoint({
  method: "post",
  path: "/v1/batch",
  family: "general",
  action: "scores.score",
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
